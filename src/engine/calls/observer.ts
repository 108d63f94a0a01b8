/** What the service tells of its calls: to the log, the metrics, the journal of the test control. */
import type { OperationRow } from "../../../generated/tables.js";
import type { CallLine } from "../fast/call-lines.js";
import type { Wire } from "../fast/wire.js";
import type { ArgumentForm } from "../contract/argument-form.js";
import type { Door } from "./door.js";
import type { ErrorObject } from "./faults.js";

/** Told of every call, after it ended. */
export interface CallObserver {
  callEnded(call: EndedCall): void;
  callFailed(error: unknown, operation: string, reference: string): void;
}

export interface EndedCall extends CallLine {
  /** Of operations that there are. */
  readonly row?: OperationRow | undefined;
  readonly door?: Door | undefined;
  /** What was asked for: the arguments of an operation, or named values. Not to be shown as they are: secrets. */
  readonly args?: ArgumentForm | undefined;
  /** The arguments stand in the body, which is a JSON-RPC `call` (-1) or a batch whose element of this number is one. */
  readonly element?: number | undefined;
  /** Until its text is known. */
  result?: unknown;
  /** The JSON of the result. */
  resultText?: Wire | undefined;
  /** What the answer says of the fault. */
  readonly error?: RecordedError | undefined;
  /** The hash of the session. */
  readonly session?: string | undefined;
  /** Of the rule of the test control that answered. */
  readonly rule?: number | undefined;
  readonly group?: CallGroup | undefined;
}

export type RecordedError = Pick<ErrorObject, "code" | "message"> & { readonly data?: unknown };

/** The calls that one request brings: they are recorded together, once it was answered. */
export interface CallGroup {
  note(call: EndedCall, recorder: CallRecorder): void;
  /** Told by whatever writes several results into one answer, soon after each call. */
  resultWritten(result: object, text: Wire): void;
}

/** Records calls; which of them belong together is known by their group. */
export interface CallRecorder {
  add(call: EndedCall): void;
}
