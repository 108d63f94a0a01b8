/** Calls of the console: by the clients that users get, with a session that the test control mints. */
import {
  createClient,
  StoreApiError,
  type Operation,
  type ParamsOf,
  type ResultOf,
  type StoreClient,
} from "../../../generated/clients/typescript/client.js";
import { controlClient, serviceUrl } from "../browser/place.js";

export const control = controlClient();

/** A call as the console made it, to be shown and copied. */
export interface MadeCall {
  readonly operation: Operation;
  readonly params: object;
}

let client: Promise<StoreClient> | undefined;

async function newClient(): Promise<StoreClient> {
  return createClient({ url: serviceUrl, session: await newSession() });
}

/** A session of someone who may do everything; the first one in the order of names. */
export async function newSession(): Promise<string> {
  const users = await control.listUsers();
  const user = users.find(({ is_active, roles }) => is_active && roles?.includes("all"));
  if (!user) throw new Error("No active API user has the role “all”: make one under API users.");
  const { session } = await control.createSession({ username: user.username });
  return session;
}

/** Carries an operation out; once more with a new session when the old one has ended. */
export async function call<O extends Operation>(operation: O, params: ParamsOf<O>): Promise<ResultOf<O>> {
  try {
    return await send(operation, params);
  } catch (error) {
    if (!(error instanceof StoreApiError) || error.fault !== "session_expired") throw error;
    client = undefined;
    return send(operation, params);
  }
}

async function send<O extends Operation>(operation: O, params: ParamsOf<O>): Promise<ResultOf<O>> {
  client ??= newClient();
  const shop = await client.catch((error: unknown) => {
    client = undefined;
    throw error;
  });
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
