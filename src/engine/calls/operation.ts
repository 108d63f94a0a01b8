/** One call of one operation: what is asked for, what carries it out and what that needs. */
import type { OperationRow } from "../../../generated/tables.js";
import type { Awaitable } from "../values/awaitable.js";
import type { Deadlines } from "../guard/deadlines.js";
import type { CountCall } from "../guard/rate-limiter.js";
import type { Secrets } from "../access/secrets.js";
import type { Fault, FaultDetail } from "./faults.js";
import type { ReadTx, Storage, Tx } from "../storage/storage.js";
import type { Settings } from "../config/config.js";
import type { ArgumentForm, Aside, CallArguments } from "../contract/arguments.js";
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

/** What the header `Prefer` of a request asks for. */
export interface Preferences {
  /** Name of a fault. */
  readonly fault: string | undefined;
  /** Whether unknown members of data objects are refused; undefined = as the service is set up. */
  readonly handling: "strict" | "lenient" | undefined;
}

export interface CallRequest {
  readonly path: unknown;
  readonly args: ArgumentForm;
  readonly prefer?: Preferences | undefined;
  /** By which door it came; by default JSON-RPC. */
  readonly door?: Door | undefined;
  /** As in EndedCall. */
  readonly group?: CallGroup | undefined;
  readonly element?: number | undefined;
  /** As in RpcContext. */
  readonly rows?: RowSink | undefined;
  readonly aside?: Aside | undefined;
  /** One of several steps of a call by another name, which rules of the test control count. */
  readonly isPart?: true;
}

/** A call, and what becomes known of it on its way. */
export interface CallUnderWay extends ForcedCall {
  /** By performance.now(). */
  readonly started: number;
  /** Of the operation at its path; undefined = there is none. */
  readonly name: string | undefined;
  request: CallRequest;
  /** Set once the caller was let in. */
  principal?: Principal;
  /** Set once it was found. */
  operation?: Operation;
}

/** A call whose caller was let in. */
export interface AdmittedCall extends CallUnderWay {
  principal: Principal;
}

/** What the Router hands a call to, with the operation that it found. */
export interface Performer {
  perform(operation: Operation, call: AdmittedCall): Awaitable<unknown>;
}

export type OperationRouter = Pick<MethodRouter<Performer, AdmittedCall>, "call" | "has">;

export interface DispatcherParts {
  readonly storage: Storage;
  readonly contract: Contract;
  readonly operations: OperationRouter;
  readonly calls: CallMaker<unknown>;
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
}

/** Whose call it is, and what was asked for. */
export interface CallOrigin {
  readonly principal: Principal;
  readonly request: CallRequest;
}

/** What belongs to one attempt of a call. */
export interface CallSurroundings extends CallOrigin {
  readonly tx: ReadTx | Tx;
  readonly effects: Effects;
  readonly hashOf: HashOf;
  /** Set when the answer depends on more than documents and arguments, such as the time. */
  isPassing?: boolean;
}

/** How an application makes what its handlers are given. */
export interface CallMaker<Given> {
  /** What is looked up before every call. */
  before(tx: ReadTx): Awaitable<Given>;
  make(operation: Operation, args: CallArguments, surroundings: CallSurroundings, given: Given): object;
  /** Names that the data of a namespace may hold besides those of the contract. */
  ownMembers(namespace: string, tx: ReadTx): Promise<readonly string[]>;
}
