/** What came of a call. */
import type { Fault } from "../contract/faults.js";

export type Outcome = Success | Refusal;

interface Success {
  readonly result: unknown;
}

export interface Refusal {
  readonly fault: Fault;
}

export function isRefusal(outcome: Outcome): outcome is Refusal {
  return "fault" in outcome;
}

/** The result of a call. Throws its fault. */
export function resultOf(outcome: Outcome): unknown {
  if (isRefusal(outcome)) throw outcome.fault;
  return outcome.result;
}
