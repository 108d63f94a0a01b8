/** The client of the test control. Calls, rules and datasets are typed by operation, which openapi.yaml cannot express. */
import {
  createControl as create,
  type ControlCallOptions,
  type ControlClient,
  type ControlOptions,
  type InjectedFault,
  type RecordedCall,
  type ResetRequest,
} from "../../../generated/clients/typescript/control.js";
import type { CallName, CallsOf, Expected, Rule } from "./typed-calls.js";
import type { DatasetContent } from "./typed-dataset.js";

export { ControlError } from "../../../generated/clients/typescript/control.js";
export type {
  ControlCallOptions,
  ControlFailure,
  ControlOptions,
  ControlProblem,
  ControlWriteOptions,
  RecordedCall,
} from "../../../generated/clients/typescript/control.js";
export type { CallName, CallsOf, Count, Expected, Match, Rule } from "./typed-calls.js";
export type { DatasetCall, DatasetContent } from "./typed-dataset.js";

type Typed =
  | "addFault"
  | "exportState"
  | "importState"
  | "listCalls"
  | "resetShop"
  | "streamCalls"
  | "verifyCalls"
  | "waitForCall";

/** All requests of the test control; the methods are the operationIds of openapi.yaml. */
export interface Control extends Omit<ControlClient, Typed> {
  /** Forces the answer of the next calls of an operation. */
  addFault(rule: Rule, options?: ControlCallOptions): Promise<InjectedFault>;
  /** Returns the whole state as a dataset, images included. */
  exportState(params?: Record<string, never>, options?: ControlCallOptions): Promise<DatasetContent>;
  /** Replaces the whole state. */
  importState(dataset: DatasetContent, options?: ControlCallOptions): Promise<void>;
  /** Returns the latest calls, newest first; with `after`, the calls after that number, oldest first. */
  listCalls<Name extends CallName>(
    params?: CallsOf<Name> & { readonly limit?: number },
    options?: ControlCallOptions,
  ): Promise<RecordedCall[]>;
  /** Resets the whole state to a dataset. */
  resetShop(
    params?: Omit<ResetRequest, "dataset"> & { readonly dataset?: "sample" | "minimal" | DatasetContent },
    options?: ControlCallOptions,
  ): Promise<void>;
  /** Yields every call when it ends. */
  streamCalls<Name extends CallName>(
    params?: CallsOf<Name>,
    options?: ControlCallOptions,
  ): AsyncGenerator<RecordedCall, void, undefined>;
  /** Throws a `ControlError` that names the nearest calls if no call, or a wrong number of calls, matches. */
  verifyCalls<Name extends CallName>(expected: Expected<Name>, options?: ControlCallOptions): Promise<void>;
  /** Resolves as soon as a call matches. */
  waitForCall<Name extends CallName>(
    params?: CallsOf<Name> & { readonly timeout_ms?: number },
    options?: ControlCallOptions,
  ): Promise<RecordedCall[]>;
}

export function createControl(options: ControlOptions): Control {
  return create(options) as unknown as Control;
}
