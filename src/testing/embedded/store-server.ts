/// <reference lib="esnext.disposable" preserve="true" />
/** A server from the point of view of a test: its address, clients, the test control, and `stop`. */
import {
  createClient,
  type ClientOptions,
  type Credentials,
  type StoreClient,
} from "../../../generated/clients/typescript/client.js";
import { createControl, type Control, type RecordedCall } from "./control.js";
import type { CallName, CallsOf, Count, ExpectedSequence, Match } from "./typed-calls.js";

type Mail = Awaited<ReturnType<Control["waitForMail"]>>[number];

/** A running server, or a sandbox of one. */
export interface StoreServer {
  /** For example `http://127.0.0.1:49152`; the URL of a sandbox ends in `/sandbox/<name>`. */
  readonly url: string;
  readonly port: number;
  /** The test control: orders, clock, faults, mail, snapshots, users. Throws a `ControlError` when a request is refused. */
  readonly control: Control;
  /** Creates a client of all operations; by default for the first API user. Takes the options of `createClient`. */
  readonly client: (options?: Partial<ClientOptions>) => StoreClient;
  /**
   * Forks the whole shop as it is now (or `from` a dataset or snapshot), with its own data, clock, faults, mail and
   * sessions. `stop` of the result removes the sandbox; `stop` of the server removes all sandboxes. With `attach`, it
   * opens an existing sandbox, and `stop` leaves that in place. A sandbox cannot contain sandboxes.
   */
  readonly sandbox: (wanted?: string | SandboxOptions) => Promise<StoreServer>;
  /** Throws a `ControlError` that names the nearest calls if no call, or a wrong number of calls, matches. */
  readonly verify: <Name extends CallName>(
    operation: Name,
    match?: Match<Name>,
    count?: Count,
  ) => Promise<void>;
  /** Throws a `ControlError` that names the missing call if these calls were not made in this order. */
  readonly verifySequence: (
    sequence: ExpectedSequence["sequence"],
    options?: Omit<ExpectedSequence, "sequence">,
  ) => Promise<void>;
  /** The latest calls, newest first. */
  readonly calls: <Name extends CallName>(
    filter?: CallsOf<Name> & { readonly limit?: number },
  ) => Promise<RecordedCall[]>;
  /** Yields every call when it ends, until the loop is left. */
  readonly streamCalls: <Name extends CallName>(
    filter?: CallsOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncGenerator<RecordedCall, void, undefined>;
  /** Resolves to the latest call of an operation as soon as there is one. Throws a `ControlError` on timeout. */
  readonly waitForCall: <Name extends CallName>(
    operation: Name,
    filter?: Omit<CallsOf<Name>, "operation"> & Waiting,
  ) => Promise<RecordedCall>;
  /** Resolves to the latest message to an address or of an order as soon as there is one. */
  readonly waitForMail: (
    filter?: { readonly to?: string; readonly order?: string } & Waiting,
  ) => Promise<Mail>;
  /** Releases everything: port, timers, data in memory. A second call waits for the first. */
  readonly stop: () => Promise<void>;
  /** The same as `stop`, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface SandboxOptions {
  readonly name?: string;
  /** Default: `current`, the shop as it is now. Any other text is the name of a snapshot. */
  readonly from?: "current" | "sample" | "minimal" | (string & {});
  /** Seconds after the last call. Default: 3,600. */
  readonly expiresInSeconds?: number;
  /** Open the existing sandbox `name` instead of creating one. */
  readonly attach?: boolean;
}

export interface Waiting {
  /** Milliseconds. Default: 5,000; at most 60,000. */
  readonly timeoutMs?: number;
}

export interface Access {
  readonly url: string;
  readonly user: Credentials;
  readonly controlToken: string | undefined;
}

/** By default, `connect` uses the first API user with the key from the documents. */
export interface ConnectOptions {
  readonly username?: string;
  readonly apiKey?: string;
  /** The CONTROL_TOKEN of the server. */
  readonly token?: string | undefined;
}

/**
 * Connects to a server that runs elsewhere, or to a sandbox of one; `stop` does nothing. Throws a TypeError for anything but
 * an HTTP address.
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
      `connect got ${problem}; it needs the address of a server, for example http://127.0.0.1:8080`,
    );
  }
  const access = { url: address.replace(/\/+$/, ""), user: { username, apiKey }, controlToken: token };
  return storeServer(access, () => Promise.resolve());
}

/** @param end stops the server; called at most once */
export function storeServer(access: Access, end: () => Promise<void>): StoreServer {
  const { url, user, controlToken } = access;
  const control = createControl({ url, token: controlToken });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= end());
  return {
    url,
    port: portOf(new URL(url)),
    control,
    client: (options = {}) =>
      createClient({ ...(hasCaller(options) ? {} : user), ...options, url } as ClientOptions),
    sandbox: async (wanted = {}) => {
      const options = typeof wanted === "string" ? { name: wanted } : wanted;
      const { attach = false } = options;
      const name = attach
        ? await existingSandbox(control, options.name)
        : await createSandbox(control, options);
      const inside = { ...access, url: `${url}/sandbox/${name}` };
      return storeServer(inside, attach ? () => Promise.resolve() : () => control.deleteSandbox({ name }));
    },
    verify: (operation, match, count = {}) =>
      control.verifyCalls({ operation, ...(match === undefined ? {} : { match }), ...count }),
    verifySequence: (sequence, options = {}) => control.verifyCalls({ sequence, ...options }),
    calls: (filter) => control.listCalls(filter),
    streamCalls: (filter, options) => control.streamCalls(filter, options),
    waitForCall: async (operation, { timeoutMs, ...filter } = {}) => {
      const wait = timeoutMs === undefined ? {} : { timeout_ms: timeoutMs };
      const calls = await control.waitForCall({ operation, ...filter, ...wait }, noClientTimeout);
      return (filter.after === undefined ? calls[0] : calls.at(-1)) as RecordedCall;
    },
    waitForMail: async ({ timeoutMs, ...filter } = {}) => {
      const wait = timeoutMs === undefined ? {} : { timeout_ms: timeoutMs };
      return (await control.waitForMail({ ...filter, ...wait }, noClientTimeout)).at(-1) as Mail;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function hasCaller({ username, session }: Partial<ClientOptions>): boolean {
  return username !== undefined || session !== undefined;
}

/** The server enforces the timeout of a wait. */
const noClientTimeout = { timeout: 0 };

async function createSandbox(
  control: Control,
  { name, from, expiresInSeconds }: SandboxOptions,
): Promise<string> {
  const sandbox = await control.createSandbox({
    ...(name === undefined ? {} : { name }),
    ...(from === undefined ? {} : { from }),
    ...(expiresInSeconds === undefined ? {} : { expires_in_seconds: expiresInSeconds }),
  });
  return sandbox.name;
}

async function existingSandbox(control: Control, name: string | undefined): Promise<string> {
  if (name === undefined) throw new TypeError("sandbox: attach needs the name of a sandbox that exists");
  const names = (await control.listSandboxes()).map((sandbox) => sandbox.name);
  if (names.includes(name)) return name;
  throw new Error(`there is no sandbox ${name} to attach to; there are: ${names.join(", ") || "none"}`);
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
