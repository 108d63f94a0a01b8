/** One call of one operation: what is asked for, what carries it out and what that needs. */
import type { OperationRow } from "../../../generated/tables.js";
import type { CallRate } from "../guard/call-rate.js";
import type { Secrets } from "../access/secrets.js";
import type { Clock } from "../clock.js";
import type { Fault, FaultDetail } from "./faults.js";
import type { MediaStore } from "../../shop/media/media-store.js";
import type { ReadTx, Storage } from "../storage/storage.js";
import type { Settings } from "../config/config.js";
import type { ArgumentForm, Aside } from "../contract/argument-form.js";
import type { CallArguments } from "../contract/arguments.js";
import type { Door } from "./door.js";
import type { FaultInjection } from "./fault-injection.js";
export type { ArgumentForm } from "../contract/argument-form.js";
import type { IdempotentCalls } from "./idempotent-calls.js";
import type { AnyHandler, HandlerSettings } from "./namespace.js";
import type { CallObserver } from "./observer.js";
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
  /** Bytes of the body that brought it: what its arguments can at most be. */
  readonly size?: number | undefined;
  /** As in EndedCall. */
  readonly body?: Buffer | undefined;
  readonly element?: number | undefined;
  /** As in RpcContext. */
  readonly rows?: RowSink | undefined;
  readonly aside?: Aside | undefined;
}

export interface DispatcherParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly operations: OperationTable;
  readonly settings: HandlerSettings & {
    readonly requestTimeoutMs: number;
    readonly unknownMembers: Settings["unknownMembers"];
  };
  /** The base URL for callers who found the service under another address; absent = it is set once for all. */
  readonly baseUrlAt?: ((origin: string) => string) | undefined;
  readonly idempotentCalls: IdempotentCalls;
  readonly callRate: CallRate;
  readonly secrets: Secrets;
  readonly media: MediaStore;
  readonly faultInjection: FaultInjection | undefined;
  readonly observer: CallObserver;
}

/** By name. */
export type OperationTable = ReadonlyMap<string, Operation>;

export interface Operation {
  readonly name: string;
  readonly row: OperationRow;
  readonly handler: AnyHandler | undefined;
  readonly readArguments: (values: readonly unknown[]) => CallArguments;
  readonly raise: (name: string, detail?: FaultDetail) => Fault;
  readonly attributeCodes: AttributeCodes;
}

/** The codes of the attributes that a shop has of its own, as names in the data of a namespace. */
export type AttributeCodes = (
  namespace: string,
  tx: ReadTx,
  settings: HandlerSettings,
) => Promise<readonly string[]>;
