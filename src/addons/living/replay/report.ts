/** The result of a replay per operation, with a bounded size for recordings of any length. */
import type { LivingDoor } from "../doors/addresses.js";
import type { AnswerDifference } from "./differences.js";

export interface OperationReport {
  readonly operation: string;
  readonly door: LivingDoor | null;
  /** The four counts add up to the number of exchanges. */
  same: number;
  /** How many of the same ones are results, not faults. */
  same_results: number;
  /** How many of these also have the same values. */
  same_values: number;
  decided: number;
  different: number;
  not_replayed: number;
  /** How often each rule was applied. */
  readonly rules: Record<string, number>;
  /** How many exchanges were not replayed, by reason. */
  readonly reasons: Record<string, number>;
}

export interface DifferentExchange {
  /** Line number in the file. */
  readonly line: number;
  readonly scenario?: string;
  readonly operation: string;
  readonly door: LivingDoor | null;
  readonly note?: string;
  readonly args?: unknown;
  /** The text of the fault or error page. */
  readonly recorded_message?: string;
  readonly received_message?: string;
  readonly differences: readonly AnswerDifference[];
}

export type ReplayVerdict =
  | { readonly verdict: "same"; readonly isResult: boolean; readonly hasSameValues: boolean }
  | { readonly verdict: "decided"; readonly rules: readonly string[] }
  | { readonly verdict: "different"; readonly exchange: DifferentExchange }
  | { readonly verdict: "not_replayed"; readonly reason: string };

/** How many exchanges are reported with their differences; further ones are only counted. */
const maxReported = 1000;

export class ReplayReport {
  private readonly byOperation = new Map<string, OperationReport>();
  readonly different: DifferentExchange[] = [];

  add(operation: string, door: LivingDoor | null, result: ReplayVerdict): void {
    const row = this.row(operation, door);
    row[result.verdict] += 1;
    if (result.verdict === "same" && result.isResult) {
      row.same_results += 1;
      if (result.hasSameValues) row.same_values += 1;
    }
    if (result.verdict === "decided") for (const rule of result.rules) count(row.rules, rule);
    if (result.verdict === "not_replayed") count(row.reasons, result.reason);
    if (result.verdict === "different" && this.different.length < maxReported)
      this.different.push(result.exchange);
  }

  /** Sorted by name. */
  get operations(): readonly OperationReport[] {
    return [...this.byOperation.values()].sort(
      (a, b) => a.operation.localeCompare(b.operation) || String(a.door).localeCompare(String(b.door)),
    );
  }

  get totals(): Readonly<Record<ReplayVerdict["verdict"], number>> {
    const totals = { same: 0, decided: 0, different: 0, not_replayed: 0 };
    for (const row of this.byOperation.values())
      for (const verdict of ["same", "decided", "different", "not_replayed"] as const)
        totals[verdict] += row[verdict];
    return totals;
  }

  private row(operation: string, door: LivingDoor | null): OperationReport {
    const key = `${operation} ${door}`;
    let row = this.byOperation.get(key);
    if (!row) {
      const none = { same: 0, same_results: 0, same_values: 0, decided: 0, different: 0, not_replayed: 0 };
      row = { operation, door, ...none, rules: {}, reasons: {} };
      this.byOperation.set(key, row);
    }
    return row;
  }
}

function count(counts: Record<string, number>, name: string, times = 1): void {
  counts[name] = (counts[name] ?? 0) + times;
}

/** How often a rule was applied, or how many exchanges were not replayed, by rule or reason. */
export function countsOf(
  operations: readonly OperationReport[],
  of: "rules" | "reasons",
): [name: string, times: number][] {
  const all: Record<string, number> = {};
  for (const row of operations) for (const [name, times] of Object.entries(row[of])) count(all, name, times);
  return Object.entries(all);
}
