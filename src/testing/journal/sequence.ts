/** Compares the order of recorded calls with an expected one, and finds calls that were not expected (docs/testing.md). */
import { callText, type ExpectedCall, type NearestCall } from "./expectation.js";
import { valueText } from "./line-texts.js";
import type { JournalEntry } from "./journal-entry.js";
import type { RecordedCall } from "./shown-call.js";

/** Calls that belong to others: `only` does not count them. */
const aside: readonly (string | null)[] = [
  "login",
  "startSession",
  "endSession",
  "openRestSession",
  "multiCall",
];

interface SequenceResult {
  /** Number of expected calls that were made, one after the other. */
  readonly found: number;
  readonly met: readonly JournalEntry[];
  /** The first expected call that is missing. */
  readonly missing?: ExpectedCall;
}

type Meets = (expected: ExpectedCall, entry: JournalEntry) => boolean;

/** Finds the calls of a sequence. Other calls may lie between them. @param entries oldest first */
export function findSequence(
  sequence: readonly ExpectedCall[],
  entries: readonly JournalEntry[],
  meets: Meets,
): SequenceResult {
  const met: JournalEntry[] = [];
  let from = 0;
  for (const expected of sequence) {
    const at = entries.findIndex((entry, index) => index >= from && meets(expected, entry));
    const entry = entries[at];
    if (!entry) return { found: met.length, met, missing: expected };
    met.push(entry);
    from = at + 1;
  }
  return { found: met.length, met };
}

/** Calls that none of the expected ones are, oldest first. */
export function unexpectedCalls(
  entries: readonly JournalEntry[],
  isExpected: (entry: JournalEntry) => boolean,
): readonly JournalEntry[] {
  return entries.filter((entry) => !aside.includes(entry.operation) && !isExpected(entry));
}

/** What the message about a missing call says. */
export interface MissingCall {
  readonly expected: ExpectedCall;
  /** Counted from 1. */
  readonly step: number;
  readonly steps: number;
  /** The call of the step before; undefined for the first step. */
  readonly previous: RecordedCall | undefined;
  /** The latest call of this kind before that. */
  readonly earlier: RecordedCall | undefined;
  readonly nearest: readonly NearestCall[];
}

export function missingCallMessage(missing: MissingCall, nearestText: (one: NearestCall) => string): string {
  const { expected, step, steps, previous, earlier, nearest } = missing;
  const place =
    previous === undefined ? "" : ` after call ${previous.number} (${previous.operation ?? "none"})`;
  const what = expected.match === undefined ? "" : ` with ${valueText(expected.match)}`;
  const lines = [`Step ${step} of ${steps} is missing: ${expected.operation}${what} was not called${place}.`];
  if (earlier) lines.push(`It was called too early: ${callText(earlier)}`);
  if (nearest.length > 0) lines.push("The nearest calls:");
  return [...lines, ...nearest.map((one) => `- ${nearestText(one)}`)].join("\n");
}

const maxShown = 10;

export function unexpectedMessage(
  unexpected: readonly JournalEntry[],
  shown: (entry: JournalEntry) => RecordedCall,
) {
  const lines = unexpected.slice(0, maxShown).map((entry) => `- ${callText(shown(entry))}`);
  const more = unexpected.length - lines.length;
  const calls = unexpected.length === 1 ? "1 call was made" : `${unexpected.length} calls were made`;
  return [`${calls} that should not have been:`, ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join(
    "\n",
  );
}
