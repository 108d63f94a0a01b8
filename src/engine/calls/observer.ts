/** What the service tells of its calls: to the log, the metrics, the journal of the test control. */
import type { OperationRow } from "../../../generated/tables.js";
import type { Wire } from "../values/text.js";
import type { ArgumentForm } from "../contract/arguments.js";
import type { Door } from "./door.js";
import type { ErrorObject } from "./faults.js";

/** Told of every call, after it ended. */
export interface CallObserver {
  callEnded(call: EndedCall): void;
  callFailed(error: unknown, operation: string, reference: string): void;
}

/** What the log and the metrics know of a call, and of an image, which is no call but counts as one. */
export interface ServedCall {
  /** The operation, or the method of the protocol; `unknown` when there is none of the name that was called. */
  readonly operation: string;
  /** What was called in place of a known operation, cut to a bearable length. */
  readonly path?: string | undefined;
  /** Empty when nobody was let in. */
  readonly username: string;
  /** Absent when the call succeeded. */
  readonly fault: string | undefined;
  /** The test control answered in place of the operation. */
  readonly forced?: boolean | undefined;
  readonly durationMs: number;
  readonly door?: Door | "media" | undefined;
  /** What the answer says of the fault. */
  readonly error?: RecordedError | undefined;
  readonly group?: CallGroup | undefined;
}

export interface EndedCall extends ServedCall {
  readonly door?: Door | undefined;
  /** Of operations that there are. */
  readonly row?: OperationRow | undefined;
  readonly args?: ArgumentForm | undefined;
  /** The arguments stand in the body, which is a JSON-RPC `call` (-1) or a batch whose element of this number is one. */
  readonly element?: number | undefined;
  /** Until its text is known. */
  result?: unknown;
  /** The JSON of the result. */
  resultText?: Wire | undefined;
  /** The hash of the session. */
  readonly session?: string | undefined;
  /** Of the rule of the test control that answered. */
  readonly rule?: number | undefined;
}

export type RecordedError = Pick<ErrorObject, "code" | "message"> & { readonly data?: unknown };

/** The calls that one request brings: they are recorded together, once it was answered. */
export interface CallGroup {
  note(call: EndedCall, recorder: CallRecorder): void;
  /** Told by whatever writes several results into one answer, soon after each call. */
  resultWritten(result: object, text: Wire): void;
  /**
   * Writes a line of the log once the status of the answer is known.
   * @param line JSON that lacks its last members
   */
  log(line: string, write: (line: string) => void): void;
  /** The answer to all of them is sent in part. */
  cut(answer: CutAnswer): void;
}

/** Only the first half of an answer is sent, with this status. */
export interface CutAnswer {
  readonly status: number;
  readonly retryAfterSeconds?: number;
}

/** Records calls; which of them belong together is known by their group. */
export interface CallRecorder {
  add(call: EndedCall): void;
}
