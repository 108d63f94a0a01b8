/// <reference lib="esnext.disposable" preserve="true" />
/** A server in this process as its program sees it: an address, clients, the test control, and a stop. */
import {
  createClient,
  type Credentials,
  type StoreClient,
} from "../../../generated/clients/typescript/client.js";
import { createControl, type ControlClient } from "../../../generated/clients/typescript/control.js";

/** A running server, or a sandbox of one. */
export interface StoreServer {
  /** For example `http://127.0.0.1:49152`; that of a sandbox ends in `/sandbox/<name>`. */
  readonly url: string;
  readonly port: number;
  /** The test control: orders, clock, faults, mail, snapshots, users. Refusals are thrown as `ControlError`. */
  readonly control: ControlClient;
  /** A client of all operations; without a user it is the first API user. */
  readonly client: (user?: Credentials) => StoreClient;
  /**
   * A fork of the whole shop as it is now, with its own data, clock, faults, mail and sessions: the same object over the
   * sandbox. Its `stop` removes the sandbox, that of the server all of them. Inside a sandbox there are none.
   */
  readonly sandbox: (name?: string) => Promise<StoreServer>;
  /** Lets go of everything: port, timers, data in memory. A second call waits for the first. */
  readonly stop: () => Promise<void>;
  /** The same as `stop`, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface Access {
  readonly url: string;
  readonly user: { readonly username: string; readonly apiKey: string };
  readonly controlToken: string | undefined;
}

/** @param end what a stop does */
export function storeServer(access: Access, end: () => Promise<void>): StoreServer {
  const { url, user, controlToken } = access;
  const control = createControl({ url, token: controlToken });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= end());
  return {
    url,
    port: Number(new URL(url).port),
    control,
    client: (credentials = { ...user }) => createClient({ ...credentials, url }),
    sandbox: async (wanted) => {
      const { name } = await control.createSandbox(wanted === undefined ? {} : { name: wanted });
      const inside = { ...access, url: `${url}/sandbox/${name}` };
      return storeServer(inside, () => control.deleteSandbox({ name }));
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
