/** A server in this process as its program sees it: an address, clients, the test control, and a stop. */
import {
  createClient,
  type Credentials,
  type StoreClient,
} from "../../generated/clients/typescript/client.js";
import { createControl, type ControlClient } from "../../generated/clients/typescript/control.js";

/** A running server, or a sandbox of one. */
export interface StoreServer {
  /** For example `http://127.0.0.1:49152`; that of a sandbox ends in `/sandbox/<name>`. */
  readonly url: string;
  readonly port: number;
  /** The test control: orders, clock, faults, mail, snapshots, users. Refusals are thrown as `ControlError`. */
  readonly control: ControlClient;
  /** A client of all operations; without a user it is the first API user. */
  readonly client: (user?: Credentials) => StoreClient;
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
export function storeServer({ url, user, controlToken }: Access, end: () => Promise<void>): StoreServer {
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= end());
  return {
    url,
    port: Number(new URL(url).port),
    control: createControl({ url, token: controlToken }),
    client: (credentials = { ...user }) => createClient({ ...credentials, url }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
