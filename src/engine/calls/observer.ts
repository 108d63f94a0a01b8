/** What log, metrics and the journal of the test control learn of a call. */
import type { OperationRow } from "../../../generated/tables.js";
import type { Wire } from "../values/text.js";
import type { ArgumentForm } from "../contract/arguments.js";
import type { Door } from "./door.js";
import type { ErrorObject } from "./faults.js";

/** Observes every call after it has ended. */
export interface CallObserver {
  callEnded(call: EndedCall): void;
  callFailed(error: unknown, operation: string, reference: string): void;
}

/** A call as log and metrics see it; a served image counts as one, too. */
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

/** The calls of one request, which are recorded together after its answer. */
export interface CallGroup {
  note(call: EndedCall, recorder: CallRecorder): void;
  /** Called for each result of an answer with several results, after its call. */
  resultWritten(result: object, text: Wire): void;
  /**
   * Writes a log line once the status of the answer is known.
   * @param line JSON without its last members
   */
  log(line: string, write: (line: string) => void): void;
  /** Truncates the answer to the request. */
  cut(answer: CutAnswer): void;
}

/** Sends only the first half of an answer, with this status. */
export interface CutAnswer {
  readonly status: number;
  readonly retryAfterSeconds?: number;
}

/** Records calls; calls of one request have the same group. */
export interface CallRecorder {
  add(call: EndedCall): void;
}
