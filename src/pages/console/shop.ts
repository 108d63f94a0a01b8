/** Calls of the console: by the clients that users get, with a session that the test control mints. */
import {
  createClient,
  StoreApiError,
  type Operation,
  type ParamsOf,
  type ResultOf,
  type StoreClient,
} from "../../../generated/clients/typescript/client.js";
import { controlClient, serviceUrl, type Fetch } from "../browser/place.js";
import { mainUrl } from "./places.js";

/** The journal tells the calls of the console from those of the programs under test. */
const marked: Fetch = (address, request) =>
  fetch(address, { ...request, headers: { ...(request.headers as object), "X-Store-Console": "1" } });

/** Looking at the shop uses up no rule that waits for a program. */
const looking: Fetch = (address, request) =>
  marked(address, { ...request, headers: { ...(request.headers as object), Prefer: "fault=none" } });

export const control = controlClient(serviceUrl, marked);

/** That of the shop, also when the console is in a sandbox of it. */
export const mainControl = controlClient(mainUrl, marked);

/** A call as the console made it, to be shown and copied. */
export interface MadeCall {
  readonly operation: Operation;
  readonly params: object;
}

/** A session of someone who may do everything; the first one in the order of names. */
export async function newSession(): Promise<string> {
  const users = await control.listUsers();
  const user = users.find(({ is_active, roles }) => is_active && roles?.includes("all"));
  if (!user) throw new Error("No active API user has the role “all”: make one under API users.");
  const { session } = await control.createSession({ username: user.username });
  return session;
}

/** Carries an operation out, as a program would: rules may answer it. */
export const call: Calls = (operation, params) => send(marked, operation, params);

/** Asks for what is shown; rules do not answer it. */
export const look: Calls = (operation, params) => send(looking, operation, params);

type Calls = <O extends Operation>(operation: O, params: ParamsOf<O>) => Promise<ResultOf<O>>;

let session: Promise<string> | undefined;

/** Once more with a new session when the old one has ended. */
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
  session ??= newSession();
  const opened = await session.catch((error: unknown) => {
    session = undefined;
    throw error;
  });
  const shop: StoreClient = createClient({ url: serviceUrl, session: opened, fetch: by });
  const [namespace = "", name = ""] = operation.split(".");
  const operations = (shop as unknown as Readonly<Record<string, Operations<O>>>)[memberOf(namespace)];
  if (!operations?.[name]) throw new Error(`There is no operation ${operation}.`);
  return operations[name](params);
}

/** A namespace of the client, when the name of the operation is known only at run time. */
type Operations<O extends Operation> = Readonly<
  Record<string, (params: ParamsOf<O>) => Promise<ResultOf<O>>>
>;

/** `catalog_product` → `catalogProduct`, as the client has it. */
export function memberOf(namespace: string): string {
  return namespace.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What an error says, for people. */
export function saying(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
