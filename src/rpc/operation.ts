/** One call of one operation: what is asked for, what carries it out and what that needs. */
import type { OperationRow } from "../../generated/tables.js";
import type { CallRate } from "../access/call-rate.js";
import type { Secrets } from "../access/secrets.js";
import type { Clock } from "../clock.js";
import type { Fault, FaultDetail } from "../faults.js";
import type { MediaStore } from "../media/media-store.js";
import type { Storage } from "../storage/storage.js";
import type { CallArguments } from "./arguments.js";
import type { AnyHandler, HandlerSettings } from "./namespace.js";
import type { CallObserver } from "./observer.js";

/** The arguments of a call in one of the forms of interface.md 6. */
export type ArgumentForm =
  | { readonly form: "wrapped"; readonly args: unknown }
  | { readonly form: "positional"; readonly values: readonly unknown[] }
  | { readonly form: "named"; readonly members: Record<string, unknown> }
  /** What was sent holds no arguments. */
  | { readonly form: "unusable"; readonly fault: Fault };

export interface CallRequest {
  readonly path: unknown;
  readonly args: ArgumentForm;
  /** Name of a fault that the caller asks for by the header `Prefer: fault=<name>`. */
  readonly prefer?: string | undefined;
}

/** Answers calls in place of the operation when the test control says so. */
export interface FaultInjection {
  /** Resolves after the delay that was asked for; throws the fault that was asked for. */
  before(operation: string, row: OperationRow, prefer: string | undefined): Promise<void> | undefined;
}

export interface DispatcherParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly operations: OperationTable;
  readonly settings: HandlerSettings & { readonly requestTimeoutMs: number };
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
}
