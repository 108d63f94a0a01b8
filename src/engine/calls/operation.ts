/** Types of one call of one operation: its request, its state and what executes it. */
import type { OperationRow } from "../../../generated/tables.js";
import type { Awaitable } from "../values/awaitable.js";
import type { Deadlines, TimedCall } from "../guard/deadlines.js";
import type { CountCall } from "../guard/rate-limiter.js";
import type { Secrets } from "../access/secrets.js";
import type { Fault, FaultDetail } from "./faults.js";
import type { ReadTx, Storage, Tx } from "../storage/storage.js";
import type { Settings } from "../config/config.js";
import type { ArgumentForm, ExtraArguments, CallArguments } from "../contract/arguments.js";
import type { Contract } from "../contract/contract.js";
import type { Door } from "./door.js";
import type { FaultInjection, ForcedCall } from "./fault-injection.js";
export type { ArgumentForm } from "../contract/arguments.js";
import type { IdempotentCalls } from "./idempotent-calls.js";
import type { AnyHandler } from "./handler.js";
import type { Effects, HashOf } from "./transactions.js";
import type { MethodRouter } from "./method-router.js";
import type { Principal } from "../access/authentication.js";
import type { CallGroup, CallObserver } from "./observer.js";
import type { RowSink } from "./row-stream.js";

/** The preferences of a request (header `Prefer`). */
export interface Preferences {
  /** The name of the fault to answer with, for the test control. */
  readonly fault: string | undefined;
  /** Whether what would have no effect is refused (conventions 4); undefined means as the setting says. */
  readonly handling: "strict" | "lenient" | undefined;
  /** Called when a call is carried out with this handling, before its answer. */
  readonly applied?: (() => void) | undefined;
}

export interface CallRequest {
  readonly path: unknown;
  readonly args: ArgumentForm;
  readonly prefer?: Preferences | undefined;
  /** Default: JSON-RPC. */
  readonly door?: Door | undefined;
  /** As in EndedCall. */
  readonly group?: CallGroup | undefined;
  readonly element?: number | undefined;
  /** As in RpcContext. */
  readonly rows?: (() => RowSink) | undefined;
  readonly extraArguments?: ExtraArguments | undefined;
  /** Set for a step of a REST call. Rules of the test control count the step under the name of that call. */
  readonly isPart?: true;
}

/** A call and its state. */
export interface CallUnderWay extends ForcedCall, TimedCall {
  /** The start time by performance.now(). */
  readonly started: number;
  /** The operation at the path; undefined = unknown. */
  readonly name: string | undefined;
  request: CallRequest;
  /** Set after authentication. */
  principal?: Principal | undefined;
  /** Set after the Router has found it. */
  operation?: Operation | undefined;
  /** Whether arguments without effect are refused. Set before they are read. */
  isStrict?: boolean;
}

/** An authenticated call. */
export interface AdmittedCall extends CallUnderWay {
  principal: Principal;
}

/** Executes the operation that the Router has found. */
export interface Performer {
  perform(operation: Operation, call: AdmittedCall): Awaitable<unknown>;
}

export type OperationRouter = Pick<MethodRouter<Performer, AdmittedCall>, "call" | "has">;

export interface DispatcherParts {
  readonly storage: Storage;
  readonly contract: Contract;
  readonly operations: OperationRouter;
  readonly calls: CallMaker;
  readonly settings: Pick<Settings, "unknownMembers">;
  readonly deadlines: Deadlines;
  readonly idempotentCalls: IdempotentCalls;
  readonly countCall: CountCall | undefined;
  readonly secrets: Secrets;
  readonly faultInjection: FaultInjection | undefined;
  readonly observer: CallObserver;
}

export interface Operation {
  readonly name: string;
  readonly row: OperationRow;
  readonly handler: AnyHandler | undefined;
  readonly readArguments: (values: readonly unknown[]) => CallArguments;
  readonly raise: (name: string, detail?: FaultDetail) => Fault;
  /** Returns another operation of the contract. */
  readonly other: (name: string) => Operation | undefined;
}

/** The caller and the request of a call. */
export interface CallOrigin {
  readonly principal: Principal;
  readonly request: CallRequest;
}

/** One attempt to execute a call. */
export interface CallSurroundings extends CallOrigin {
  readonly tx: ReadTx | Tx;
  readonly effects: Effects;
  readonly hashOf: HashOf;
  /** The call that the attempt belongs to. */
  readonly timed: TimedCall;
  readonly isStrict: boolean;
  /**
   * Set if the answer depends on more than documents and arguments, for example on the time. Such answers are not kept.
   */
  isUncacheable?: boolean;
}

/** Creates the parameter of an application's handlers. */
export interface CallMaker {
  make(operation: Operation, args: CallArguments, surroundings: CallSurroundings): Awaitable<object>;
  /** Returns the member names that the operations of a namespace write besides those of the contract. */
  additionalMembers(namespace: string, tx: ReadTx): Promise<readonly string[]>;
}
