/** Selects calls of a journal. */
import { createHash } from "node:crypto";
import type { Contract } from "../../engine/contract/contract.js";
import { matchDifferences, type Match } from "../matching/call-match.js";
import { isOperationOf } from "../matching/operations.js";
import { hasOutcome, matchedCall, type CallOutcome, type JournalEntry } from "./journal-entry.js";
import { recordedName } from "./names.js";

export interface CallFilter {
  /** A name or an alias. */
  readonly operation?: string | undefined;
  readonly fault?: string | undefined;
  /** A session ID. */
  readonly session?: string | undefined;
  /** Absent = all except the console. */
  readonly door?: string | undefined;
  readonly caller?: string | undefined;
  readonly outcome?: CallOutcome | undefined;
  /** Passes over calls that their clients gave up, unless `outcome` asks for them. */
  readonly exceptGivenUp?: boolean;
  readonly match?: Match | undefined;
}

export function matcherOf(contract: Contract, filter: CallFilter): (entry: JournalEntry) => boolean {
  const { fault, session, door, caller, outcome, exceptGivenUp = false, match } = filter;
  const { operation: requested = "" } = filter;
  const operation = recordedName(contract, requested) ?? requested;
  const hash = session === undefined ? undefined : createHash("sha256").update(session).digest("hex");
  return (entry) =>
    (filter.operation === undefined || isOperationOf(operation, entry.operation ?? "")) &&
    (fault === undefined || entry.fault === fault) &&
    (hash === undefined || entry.session === hash) &&
    (caller === undefined || entry.username === caller) &&
    ((outcome === undefined && !exceptGivenUp) || hasOutcome(entry, outcome)) &&
    (door === undefined ? entry.door !== "console" : entry.door === door) &&
    (match === undefined || matchDifferences(match, matchedCall(entry)).next().done === true);
}
