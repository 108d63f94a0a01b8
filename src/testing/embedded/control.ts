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
import type { CallName, CallsOf, Expected, ExpectedSequence, Rule } from "./typed-calls.js";
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
export type {
  CallName,
  CallsOf,
  Condition,
  Count,
  Expected,
  ExpectedSequence,
  Match,
  Rule,
} from "./typed-calls.js";
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
  verifyCalls<Name extends CallName>(
    expected: Expected<Name> | ExpectedSequence,
    options?: ControlCallOptions,
  ): Promise<void>;
  /** Resolves as soon as a call matches. */
  waitForCall<Name extends CallName>(
    params?: CallsOf<Name> & { readonly timeout_ms?: number },
    options?: ControlCallOptions,
  ): Promise<RecordedCall[]>;
}

export function createControl(options: ControlOptions): Control {
  const control = create(options);
  // In a query, a match is JSON.
  const withText = <Params extends { readonly match?: unknown }>(params?: Params) =>
    params?.match === undefined ? params : { ...params, match: JSON.stringify(params.match) };
  const typed = {
    ...control,
    listCalls: (params?: CallsOf<CallName>, given?: ControlCallOptions) =>
      control.listCalls(withText(params) as never, given),
    streamCalls: (params?: CallsOf<CallName>, given?: ControlCallOptions) =>
      control.streamCalls(withText(params) as never, given),
    waitForCall: (params?: CallsOf<CallName>, given?: ControlCallOptions) =>
      control.waitForCall(withText(params) as never, given),
  };
  return typed as unknown as Control;
}
