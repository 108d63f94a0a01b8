/** The data about a call that log, metrics and the journal of the test control receive. */
import type { OperationRow } from "../../../generated/tables.js";
import type { DocDifference } from "../storage/documents.js";
import type { Wire, WireParts } from "../values/text.js";
import type { ArgumentForm } from "../contract/arguments.js";
import type { DoorName } from "./door.js";
import type { RecordedError } from "../contract/faults.js";

/** Observes every call after it has ended. */
export interface CallObserver {
  callEnded(call: EndedCall): void;
  callFailed(error: unknown, operation: string, reference: string): void;
}

/** The data about a call for log and metrics. A served image counts as a call, too. */
export interface ServedCall {
  /** The operation, or the method of the protocol; `unknown` if the called name does not exist. */
  readonly operation: string;
  /** The called path if it is not a known operation, shortened. */
  readonly path?: string | undefined;
  /** Empty without successful authentication. */
  readonly username: string;
  /** Undefined if the call succeeded. */
  readonly fault: string | undefined;
  /** Whether the test control forced the result in place of the operation. */
  readonly forced?: boolean | undefined;
  readonly durationMs: number;
  readonly door?: DoorName | "media" | undefined;
  /** The fault as the answer contains it. */
  readonly error?: RecordedError | undefined;
  /** Why the fault was raised, for the journal only. */
  readonly note?: string | undefined;
  readonly group?: CallGroup | undefined;
}

export interface EndedCall extends ServedCall {
  readonly door?: DoorName | undefined;
  /** Set if the operation exists. */
  readonly row?: OperationRow | undefined;
  readonly args?: ArgumentForm | undefined;
  /**
   * Set if the body of the request contains the arguments in a JSON-RPC `call`: the index of the element in the batch,
   * or -1 without a batch.
   */
  readonly element?: number | undefined;
  /** The result, until its text is known. */
  result?: unknown;
  /** The JSON of the result. */
  resultText?: Wire | undefined;
  /** The hash of the session. */
  readonly session?: string | undefined;
  /** The number of the rule of the test control that was applied. */
  readonly rule?: number | undefined;
  /** What the call sent without effect. */
  readonly ignored?: ReadonlySet<string> | undefined;
  /** What the call has changed, where the storage records it. */
  readonly changes?: readonly DocDifference[] | undefined;
  /** How the test control ended the call by HTTP alone; undefined = with a result or a fault. */
  readonly ending?: ForcedEnding | undefined;
  /** Set if the roles of the caller do not include the operation. */
  readonly denied?: DeniedAccess | undefined;
}

export type ForcedEnding = "dropped" | "reset" | "given_up" | "http" | "html" | "truncated";

export interface DeniedAccess {
  /** The access node that the operation needs. */
  readonly needs: string | undefined;
  readonly roles: readonly string[];
}

/** The calls of one request, which are recorded together after its answer. */
export interface CallGroup {
  /** A header of the request, by its name in lower case. */
  header(name: string): string | undefined;
  note(call: EndedCall, recorder: CallRecorder): void;
  /** Called for each result of an answer with several results, after its call. */
  resultWritten(result: object, text: Wire | WireParts): void;
  /** Adds what is known of the request, and writes the line once the status of the answer is known. */
  log(line: LogLine, write: (line: LogLine) => void): void;
  /** Calls the listener, later, once the client has disconnected. Returns a function that removes it. */
  onDisconnect(listener: () => void): () => void;
  /** Truncates the answer to the request. */
  cut(answer: CutAnswer): void;
}

/** The members of a log line. */
export interface LogLine {
  [member: string]: unknown;
  status?: number | undefined;
}

/** Sends only the first half of an answer, with this status. */
export interface CutAnswer {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Records calls; calls of one request have the same group. */
export interface CallRecorder {
  add(call: EndedCall): void;
}
