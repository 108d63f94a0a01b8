/// <reference lib="esnext.disposable" preserve="true" />
/** A server as the program sees it that tests with it: an address, clients, the test control, and a stop. */
import {
  createClient,
  type Credentials,
  type StoreClient,
} from "../../../generated/clients/typescript/client.js";
import { createControl, type Control, type RecordedCall } from "./control.js";
import type { CallName, CallsOf, Count, Match } from "./typed-calls.js";

type Mail = Awaited<ReturnType<Control["waitForMail"]>>[number];

/** A running server, or a sandbox of one. */
export interface StoreServer {
  /** For example `http://127.0.0.1:49152`; that of a sandbox ends in `/sandbox/<name>`. */
  readonly url: string;
  readonly port: number;
  /** The test control: orders, clock, faults, mail, snapshots, users. Refusals are thrown as `ControlError`. */
  readonly control: Control;
  /** A client of all operations; without a user it is the first API user. */
  readonly client: (user?: Credentials) => StoreClient;
  /**
   * A fork of the whole shop as it is now (or `from` a dataset or snapshot), with its own data, clock, faults, mail and
   * sessions: the same object over the sandbox. Its `stop` removes the sandbox, that of the server all of them. With
   * `attach` it is one that exists, and `stop` leaves it. Inside a sandbox there are none.
   */
  readonly sandbox: (wanted?: string | SandboxOptions) => Promise<StoreServer>;
  /** Throws a `ControlError` that names the nearest calls when none was made like this, or not so often. */
  readonly verify: <Name extends CallName>(
    operation: Name,
    match?: Match<Name>,
    count?: Count,
  ) => Promise<void>;
  /** The latest calls, newest first. */
  readonly calls: <Name extends CallName>(
    filter?: CallsOf<Name> & { readonly limit?: number },
  ) => Promise<RecordedCall[]>;
  /** Every call as it ends, until the loop is left. */
  readonly streamCalls: <Name extends CallName>(
    filter?: CallsOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncGenerator<RecordedCall, void, undefined>;
  /** The latest call of an operation, as soon as there is one. Throws a `ControlError` when none comes in time. */
  readonly waitForCall: <Name extends CallName>(
    operation: Name,
    filter?: Omit<CallsOf<Name>, "operation"> & Waiting,
  ) => Promise<RecordedCall>;
  /** The latest message to somebody, or of an order, as soon as there is one. */
  readonly waitForMail: (
    filter?: { readonly to?: string; readonly order?: string } & Waiting,
  ) => Promise<Mail>;
  /** Lets go of everything: port, timers, data in memory. A second call waits for the first. */
  readonly stop: () => Promise<void>;
  /** The same as `stop`, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface SandboxOptions {
  readonly name?: string;
  /** Default: the shop as it is now. A snapshot is called by its name. */
  readonly from?: "current" | "sample" | "minimal" | (string & {});
  /** Counted from the last call. Default: 3,600. */
  readonly expiresInSeconds?: number;
  /** The sandbox of this name is there already. */
  readonly attach?: boolean;
}

export interface Waiting {
  /** Default: 5,000; at most 60,000. */
  readonly timeoutMs?: number;
}

export interface Access {
  readonly url: string;
  readonly user: Credentials;
  readonly controlToken: string | undefined;
}

/** How `connect` reaches a server: by default as its first API user, whose key is the one of the documents. */
export interface ConnectOptions {
  readonly username?: string;
  readonly apiKey?: string;
  /** The CONTROL_TOKEN of the server. */
  readonly token?: string | undefined;
}

/**
 * The same object for a server that runs elsewhere, or a sandbox of one; `stop` leaves it as it is.
 *
 *     const server = connect(process.env.STORE_API_URL);
 */
export function connect(
  url: string | URL | undefined = process.env.STORE_API_URL,
  { username = "admin", apiKey = "admin123", token = process.env.STORE_API_TOKEN }: ConnectOptions = {},
): StoreServer {
  const address = String(url ?? "");
  if (!/^https?:/.test(address) || !URL.canParse(address)) {
    const problem = address === "" ? "no address" : JSON.stringify(address);
    throw new TypeError(
      `connect got ${problem}; it needs that of a server, for example http://127.0.0.1:8080`,
    );
  }
  const access = { url: address.replace(/\/+$/, ""), user: { username, apiKey }, controlToken: token };
  return storeServer(access, () => Promise.resolve());
}

/** @param end what a stop does */
export function storeServer(access: Access, end: () => Promise<void>): StoreServer {
  const { url, user, controlToken } = access;
  const control = createControl({ url, token: controlToken });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= end());
  return {
    url,
    port: portOf(new URL(url)),
    control,
    client: (credentials = { ...user }) => createClient({ ...credentials, url }),
    sandbox: async (wanted = {}) => {
      const options = typeof wanted === "string" ? { name: wanted } : wanted;
      const { attach = false } = options;
      const name = attach ? await existing(control, options.name) : await created(control, options);
      const inside = { ...access, url: `${url}/sandbox/${name}` };
      return storeServer(inside, attach ? () => Promise.resolve() : () => control.deleteSandbox({ name }));
    },
    verify: (operation, match, count = {}) =>
      control.verifyCalls({ operation, ...(match === undefined ? {} : { match }), ...count }),
    calls: (filter) => control.listCalls(filter),
    streamCalls: (filter, options) => control.streamCalls(filter, options),
    waitForCall: async (operation, { timeoutMs, ...filter } = {}) => {
      const wait = timeoutMs === undefined ? {} : { timeout_ms: timeoutMs };
      const calls = await control.waitForCall({ operation, ...filter, ...wait }, unlimited);
      return (filter.after === undefined ? calls[0] : calls.at(-1)) as RecordedCall;
    },
    waitForMail: async ({ timeoutMs, ...filter } = {}) => {
      const wait = timeoutMs === undefined ? {} : { timeout_ms: timeoutMs };
      return (await control.waitForMail({ ...filter, ...wait }, unlimited)).at(-1) as Mail;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The server says when it has waited long enough. */
const unlimited = { timeout: 0 };

async function created(control: Control, { name, from, expiresInSeconds }: SandboxOptions): Promise<string> {
  const sandbox = await control.createSandbox({
    ...(name === undefined ? {} : { name }),
    ...(from === undefined ? {} : { from }),
    ...(expiresInSeconds === undefined ? {} : { expires_in_seconds: expiresInSeconds }),
  });
  return sandbox.name;
}

async function existing(control: Control, name: string | undefined): Promise<string> {
  if (name === undefined) throw new TypeError("sandbox: attach needs the name of a sandbox that exists");
  const names = (await control.listSandboxes()).map((sandbox) => sandbox.name);
  if (names.includes(name)) return name;
  throw new Error(`there is no sandbox ${name} to attach to; there are: ${names.join(", ") || "none"}`);
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
