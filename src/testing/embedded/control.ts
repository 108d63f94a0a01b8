/** The client of the test control, typed from the contract of the operations beyond what openapi.yaml can say. */
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

/** Every call of the test control: its methods are the operationIds of openapi.yaml. */
export interface Control extends Omit<ControlClient, Typed> {
  /** What the next calls of an operation answer. */
  addFault(rule: Rule, options?: ControlCallOptions): Promise<InjectedFault>;
  /** The whole state as a dataset, images included. */
  exportState(params?: Record<string, never>, options?: ControlCallOptions): Promise<DatasetContent>;
  /** The whole state is replaced. */
  importState(dataset: DatasetContent, options?: ControlCallOptions): Promise<void>;
  /** The latest calls, newest first; with `after` the later ones, ascending. */
  listCalls<Name extends CallName>(
    params?: CallsOf<Name> & { readonly limit?: number },
    options?: ControlCallOptions,
  ): Promise<RecordedCall[]>;
  /** The whole state back to a dataset. */
  resetShop(
    params?: Omit<ResetRequest, "dataset"> & { readonly dataset?: "sample" | "minimal" | DatasetContent },
    options?: ControlCallOptions,
  ): Promise<void>;
  /** Every call as it ends. */
  streamCalls<Name extends CallName>(
    params?: CallsOf<Name>,
    options?: ControlCallOptions,
  ): AsyncGenerator<RecordedCall, void, undefined>;
  /** Refused when calls were not made as expected; the error names the nearest ones. */
  verifyCalls<Name extends CallName>(expected: Expected<Name>, options?: ControlCallOptions): Promise<void>;
  /** Answers as soon as there is a call. */
  waitForCall<Name extends CallName>(
    params?: CallsOf<Name> & { readonly timeout_ms?: number },
    options?: ControlCallOptions,
  ): Promise<RecordedCall[]>;
}

export function createControl(options: ControlOptions): Control {
  return create(options) as unknown as Control;
}
