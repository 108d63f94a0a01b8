/** An instance as the test control uses it: the main instance or a sandbox. */
import type { Request } from "express";
import type { Sessions } from "../../engine/access/sessions.js";
import type { Users } from "../../engine/access/users.js";
import type { AdjustableClock } from "../../engine/clock.js";
import type { ReadBytes } from "../../engine/states/spool.js";
import type { ServedInstance } from "../../engine/serving/served-instance.js";
import type { IdempotentCalls } from "../../engine/calls/idempotent-calls.js";
import type { ServedCall } from "../../engine/calls/observer.js";
import type { InstanceVersion } from "../../engine/states/version.js";
import type { ForcedFaults } from "../faults/forced-faults.js";
import type { Coverage } from "../coverage/coverage.js";
import type { CallJournal } from "../journal/journal.js";

export type { InstanceVersion } from "../../engine/states/version.js";

export interface RestoreOptions {
  /** Whether the sessions stay open. */
  readonly keepSessions?: boolean;
}

export interface ControlledInstance extends ServedInstance {
  /** The name of the sandbox; undefined = the main instance. */
  readonly sandbox: string | undefined;
  readonly clock: AdjustableClock;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly idempotentCalls: IdempotentCalls;
  readonly faults: ForcedFaults;
  readonly journal: CallJournal;
  /** The calls of the server and all its sandboxes. */
  readonly coverage: Coverage;
  /** Shares the clock with the other processes of this instance, if there are any. */
  shareClock(): Promise<void>;
  /**
   * Returns the member names that the data of a namespace may contain besides those of the contract: codes of
   * attributes.
   */
  readonly additionalMembers: (namespace: string) => Promise<readonly string[]>;
  /** Writes a call to the log. */
  logCall(call: ServedCall): void;
  /** By name. The test control limits their number. */
  readonly snapshots: Map<string, Snapshot>;
  version(use?: "once"): Promise<InstanceVersion>;
  restore(version: InstanceVersion, options?: RestoreOptions): Promise<void>;
  /** Restores the initial state (undefined) or a dataset, deletes the fault rules, and clears the journal. */
  reset(dataset: string | object | undefined, options?: RestoreOptions): Promise<void>;
  /** Builds the state of a dataset; without API users, it gets those of the server's start. Throws StateProblems. */
  build(dataset: object): Promise<InstanceVersion>;
  /** Builds the state from JSON Lines, which it streams. Throws StateProblems. */
  buildFrom(read: ReadBytes): Promise<InstanceVersion>;
}

export interface Snapshot {
  readonly version: InstanceVersion;
  /** By the clock of the instance. */
  readonly createdAt: string;
}

/** The instance of a request to the test control. */
export function controlledInstance(request: Request): ControlledInstance {
  return request.instance as ControlledInstance;
}
