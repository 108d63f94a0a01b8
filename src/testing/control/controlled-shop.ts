/** What the test control takes hold of: one shop, the main one or a sandbox. */
import type { IncomingMessage } from "node:http";
import type { Sessions } from "../../engine/access/sessions.js";
import type { Users } from "../../engine/access/users.js";
import type { AdjustableClock } from "../../engine/clock.js";
import type { ReadBytes } from "../../engine/states/spool.js";
import { shopOf, type ServedShop } from "../../engine/http/served-shop.js";
import type { IdempotentCalls } from "../../engine/calls/idempotent-calls.js";
import type { ServedCall } from "../../engine/calls/observer.js";
import type { ShopVersion } from "../../engine/states/version.js";
import type { ForcedFaults } from "../faults/forced-faults.js";
import type { CallJournal } from "../journal/journal.js";

export type { ShopVersion } from "../../engine/states/version.js";

export interface RestoreOptions {
  /** Sessions go on; otherwise they end. */
  readonly keepSessions?: boolean;
}

export interface ControlledShop extends ServedShop {
  /** The name of a sandbox. */
  readonly sandbox: string | undefined;
  readonly clock: AdjustableClock;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly idempotentCalls: IdempotentCalls;
  readonly faults: ForcedFaults;
  readonly journal: CallJournal;
  /** Tells the other processes of this shop, if there are any, where its clock stands. */
  shareClock(): Promise<void>;
  /** Members of data objects that this shop has beside those of the contract: the codes of its own attributes. */
  readonly ownMembers: (namespace: string) => Promise<readonly string[]>;
  /** Notes a call in the log. */
  logCall(call: ServedCall): void;
  /** Named versions; bounded in number. */
  readonly snapshots: Map<string, Snapshot>;
  version(use?: "once"): Promise<ShopVersion>;
  restore(version: ShopVersion, options?: RestoreOptions): Promise<void>;
  /** Back to where the shop started, or to another dataset; faults are removed too. */
  reset(dataset: string | object | undefined, options?: RestoreOptions): Promise<void>;
  /** What a dataset describes, with the shop's API users where it names none. Throws StateProblems. */
  build(dataset: object): Promise<ShopVersion>;
  /** The same of the JSON Lines of a state, which need not be in memory. */
  buildFrom(read: ReadBytes): Promise<ShopVersion>;
}

export interface Snapshot {
  readonly version: ShopVersion;
  /** By the clock of the shop. */
  readonly createdAt: string;
}

/** The shop of a request to the test control. */
export function controlledShop(request: IncomingMessage): ControlledShop {
  return shopOf(request) as ControlledShop;
}
