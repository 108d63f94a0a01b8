/** What the service tells of its calls: to the log, the metrics, the journal of the test control. */
import type { OperationRow } from "../../../generated/tables.js";
import type { CallLine } from "../fast/call-lines.js";
import type { Wire } from "../fast/wire.js";
import type { ArgumentForm } from "../contract/argument-form.js";
import type { Door } from "./door.js";

/** Told of every call, after it ended. */
export interface CallObserver {
  callEnded(call: EndedCall): void;
  callFailed(error: unknown, operation: string, reference: string): void;
  /** Told by doors that answer JSON, soon after: as which text the result of a call is answered. */
  readonly resultWritten?: (result: object, text: Wire) => void;
}

export interface EndedCall extends CallLine {
  /** Of operations that there are. */
  readonly row?: OperationRow | undefined;
  readonly door?: Door | undefined;
  /** What was asked for: the arguments of an operation, or named values. Not to be shown as they are: secrets. */
  readonly args?: ArgumentForm | undefined;
  /** The body of JSON-RPC whose `call`s brought the call: the arguments as bytes. Absent for all other ways. */
  readonly body?: Buffer | undefined;
  /** Which element of the body, if that is a batch. */
  readonly element?: number | undefined;
  readonly result?: unknown;
  /** The answer, where that is a document and no value. */
  readonly document?: Wire | undefined;
  /** Bytes of the body that brought the call, or of its share. */
  readonly size?: number | undefined;
  /** The hash of the session. */
  readonly session?: string | undefined;
}
