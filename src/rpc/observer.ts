/** What the service tells of its calls: to the log, the metrics, the journal of the test control. */
import type { CallLine } from "../fast/call-lines.js";

/** Told of every call, after it ended. */
export interface CallObserver {
  callEnded(call: EndedCall): void;
  callFailed(error: unknown, operation: string, reference: string): void;
}

export type EndedCall = CallLine;
