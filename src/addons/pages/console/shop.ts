/** The calls of the console, by the generated clients that users get, with a session from the test control. */
import {
  createClient,
  StoreApiError,
  type Operation,
  type ParamsOf,
  type ResultOf,
  type StoreClient,
} from "../../../../generated/clients/typescript/client.js";
import { controlClient, serviceUrl, type Fetch } from "../browser/place.js";
import { mainUrl } from "./places.js";

/** Marks requests as the console's, so that the journal can separate them from those of the program under test. */
const fetchAsConsole: Fetch = (address, request) =>
  fetch(address, { ...request, headers: { ...(request.headers as object), "X-Store-Console": "1" } });

/** Sends requests to which no rule applies, so that displaying the shop does not use up rules meant for a program. */
const fetchWithoutFaults: Fetch = (address, request) =>
  fetchAsConsole(address, { ...request, headers: { ...(request.headers as object), Prefer: "fault=none" } });

export const control = controlClient(serviceUrl, fetchAsConsole);

/** The control of the main shop, even in the console of a sandbox. */
export const mainControl = controlClient(mainUrl, fetchAsConsole);

const fileTypes: Readonly<Record<string, string>> = {
  yaml: "application/yaml",
  yml: "application/yaml",
  jsonl: "application/jsonl",
};

/** Replaces the state by a file, which the service reads. */
export async function importFile(file: File): Promise<void> {
  const type = fileTypes[file.name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/json";
  const sendFile: Fetch = (address, request) => {
    const headers = { ...(request.headers as object), "Content-Type": type };
    return fetchAsConsole(address, { ...request, headers, body: file });
  };
  await controlClient(serviceUrl, sendFile).importState({});
}

/** A call of the console, to be shown and copied. */
export interface MadeCall {
  readonly operation: Operation;
  readonly params: object;
}

/** Opens a session for the first API user (by name) with all rights. */
export async function newSession(): Promise<string> {
  const users = await control.listUsers();
  const user = users.find(({ is_active, roles }) => is_active && roles?.includes("all"));
  if (!user) throw new Error("No active API user has the role “all”: create one under API users.");
  const { session } = await control.createSession({ username: user.username });
  return session;
}

/** Calls an operation like any program: rules apply to it. */
export const executeOperation: Calls = (operation, params) => send(fetchAsConsole, operation, params);

/** Calls an operation to display its result; rules do not apply to it. */
export const readOperation: Calls = (operation, params) => send(fetchWithoutFaults, operation, params);

type Calls = <O extends Operation>(operation: O, params: ParamsOf<O>) => Promise<ResultOf<O>>;

let session: Promise<string> | undefined;

/** Calls an operation, and repeats the call with a new session if the old one has expired. */
async function send<O extends Operation>(by: Fetch, operation: O, params: ParamsOf<O>): Promise<ResultOf<O>> {
  try {
    return await sendOnce(by, operation, params);
  } catch (error) {
    if (!(error instanceof StoreApiError) || error.fault !== "session_expired") throw error;
    session = undefined;
    return sendOnce(by, operation, params);
  }
}

async function sendOnce<O extends Operation>(
  by: Fetch,
  operation: O,
  params: ParamsOf<O>,
): Promise<ResultOf<O>> {
  const shop: StoreClient = createClient({ url: serviceUrl, session: await ownSession(), fetch: by });
  const [namespace = "", name = ""] = operation.split(".");
  const operations = (shop as unknown as Readonly<Record<string, Operations<O>>>)[memberOf(namespace)];
  if (!operations?.[name]) throw new Error(`There is no operation ${operation}.`);
  return operations[name](params);
}

async function ownSession(): Promise<string> {
  session ??= newSession();
  return session.catch((error: unknown) => {
    session = undefined;
    throw error;
  });
}

/** Reads a resource of REST; undefined if this server does not have it. @param path behind `/api/rest/` */
export async function readRest<Value>(path: string, isRetry = false): Promise<Value | undefined> {
  const headers = { Accept: "application/json", Authorization: `Bearer ${await ownSession()}` };
  const response = await fetchWithoutFaults(`${serviceUrl}/api/rest/${path}`, { headers });
  if (response.status === 401 && !isRetry) {
    session = undefined;
    return readRest(path, true);
  }
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`GET /api/rest/${path}: HTTP ${response.status}`);
  return (await response.json()) as Value;
}

/** A namespace of the client, for operation names that are only known at run time. */
type Operations<O extends Operation> = Readonly<
  Record<string, (params: ParamsOf<O>) => Promise<ResultOf<O>>>
>;

/** The client's name for a namespace: `catalog_product` → `catalogProduct`. */
export function memberOf(namespace: string): string {
  return namespace.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The message of an error. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
