/** Compares recorded calls with the calls that a test expects (docs/testing.md). */
import { builtins, controlOperations } from "../../../generated/convention.js";
import { distance as editDistance } from "../../engine/config/spelling.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { Problem } from "../../engine/values/problem.js";
import { matchDifferences, matchProblems, type Match } from "../matching/call-match.js";
import { isCondition } from "../matching/conditions.js";
import { valueText } from "./line-texts.js";
import { anyOperation, isOperationOf, parametersOf as knownParameters } from "../matching/operations.js";
import { hasOutcome, matchedCall, type CallOutcome, type JournalEntry } from "./journal-entry.js";
import { nameProblems, recordedName } from "./names.js";
import type { RecordedCall } from "./shown-call.js";

/** Calls of one kind. */
export interface ExpectedCall {
  /** A name, a namespace (`catalog_product.*`) or `*`. */
  readonly operation: string;
  /**
   * Expected arguments by name, and `headers`, `caller` and `door`. A data object may contain only some of the members.
   */
  readonly match?: Match;
  readonly fault?: string;
  readonly caller?: string;
  /** Default: any except `given_up`. */
  readonly outcome?: CallOutcome;
}

export interface Expectation extends Partial<ExpectedCall> {
  readonly times?: number;
  readonly at_least?: number;
  readonly at_most?: number;
  /** Calls in this order; others may lie between. In place of `operation`. */
  readonly sequence?: readonly ExpectedCall[];
  /** No other call was made, logins aside. */
  readonly only?: boolean;
  /** Only calls with a higher number. */
  readonly after?: number;
}

export interface NearestCall {
  readonly call: RecordedCall;
  /** `arguments.productData.price`, `fault`, … */
  readonly differs: readonly string[];
}

/** The result of `CallJournal.verify`. */
export interface Verification {
  /** Number of matching calls. */
  readonly found: number;
  /** The latest matching calls, newest first. */
  readonly latest: readonly RecordedCall[];
  /** The calls that match least badly, the nearest first. */
  readonly nearest: readonly NearestCall[];
}

/** Returns the contradictions between the members of an expectation. */
export function expectationConflicts(expected: Expectation): Partial<Problem>[] {
  const { operation, sequence, times, at_least, at_most } = expected;
  if ((operation === undefined) === (sequence === undefined))
    return [{ message: "The body must have exactly one of operation and sequence." }];
  if (sequence !== undefined) {
    const members = ["match", "fault", "caller", "outcome", "times", "at_least", "at_most"] as const;
    const surplus = members.find((name) => expected[name] !== undefined);
    if (surplus !== undefined)
      return [{ field: surplus, message: "cannot be combined with sequence, whose calls have their own" }];
  }
  if (times !== undefined && (at_least ?? at_most) !== undefined) {
    return [{ field: "times", message: "cannot be combined with at_least and at_most" }];
  }
  if (at_least === undefined || at_most === undefined || at_least <= at_most) return [];
  return [{ field: "at_least", message: "must not be greater than at_most" }];
}

/** Returns the unknown names in an expected call, which no call could meet. */
export function expectedCallProblems(
  contract: Contract,
  expected: ExpectedCall,
  undeclared: readonly string[],
): Problem[] {
  const problems = nameProblems(contract, expected, undeclared);
  const name = recordedName(contract, expected.operation);
  const known = name === undefined ? null : parametersOf(contract, name);
  return [...problems, ...matchProblems(contract, name ?? expected.operation, expected.match, known)];
}

/** The parameters of an operation; null if all names are allowed. */
function parametersOf(contract: Contract, name: string): readonly string[] | null {
  const rest = contract.tables.restOperations[name];
  if (rest) return [...rest, "body"];
  if (name === anyOperation || Object.hasOwn(controlOperations, name)) return null;
  return builtins[name]?.params ?? knownParameters(contract, name);
}

type CountedCall = ExpectedCall & Pick<Expectation, "times" | "at_least" | "at_most">;

/** The message for a failed test; undefined if the expected number of calls was found. */
export function mismatchMessage(
  expected: CountedCall,
  { found, latest, nearest }: Verification,
): string | undefined {
  const { times } = expected;
  const least = times ?? expected.at_least ?? (expected.at_most === undefined ? 1 : 0);
  const most = times ?? expected.at_most ?? Infinity;
  if (found >= least && found <= most) return undefined;
  const wanted =
    times === undefined ? (found < least ? `at least ${least}` : `at most ${most}`) : String(times);
  const lines = [`${expected.operation} was called ${count(found)} in this way, expected ${wanted}.`];
  if (latest.length > 0) lines.push(listOf("The matching calls:", latest.map(callText)));
  if (found < least) lines.push(nearestCalls(expected, nearest, found));
  return lines.join("\n");
}

function nearestCalls(expected: ExpectedCall, nearest: readonly NearestCall[], found: number): string {
  if (nearest.length === 0) return "No other call was made.";
  const isOther = found === 0 && nearest.every(({ differs }) => differs.includes("operation"));
  const title = isOther ? "It was not called at all. The nearest calls:" : "The nearest calls:";
  return listOf(
    title,
    nearest.map((one) => nearestText(expected, one)),
  );
}

function listOf(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `- ${line}`)].join("\n");
}

export function nearestText(expected: ExpectedCall, { call, differs }: NearestCall): string {
  const differences = differs
    .filter((path) => path !== "operation" && (path !== "outcome" || expected.outcome !== undefined))
    .map((path) => {
      const [given, wanted] = [givenAt(call, path), wantedAt(expected, path)];
      return `${path} is ${valueText(given)}, expected ${wantedText(wanted)}`;
    });
  return [callText(call), ...differences].join("; ");
}

export function callText(call: RecordedCall): string {
  const { number, operation, door, problem, caller, fault, status, rule, outcome } = call;
  const named = operation ?? `none (${problem ?? "no operation"})`;
  const what = door === "rest" ? `${named} (REST)` : named;
  const isLost = status === null && rule !== null;
  const answer =
    outcome === "given_up"
      ? `, given up by its client during the delay of rule ${rule}`
      : isLost
        ? `, response lost by rule ${rule}`
        : fault === null || operation === null
          ? ""
          : `, answered ${fault}`;
  return `call ${number}: ${what} by ${caller || "nobody"}${answer}`;
}

/** The expected value: `arguments.productData.price` of a call corresponds to `match.productData.price`. */
function wantedAt(expected: ExpectedCall, path: string): unknown {
  if (path === "fault") return expected.fault;
  if (path === "outcome") return expected.outcome;
  const own = path === "caller" ? expected.caller : undefined;
  if (own !== undefined) return own;
  // The name of a header may contain dots.
  const header = headerName(path);
  const headers = expected.match?.headers as Readonly<Record<string, unknown>> | undefined;
  if (header !== undefined) return headers?.[header];
  return valueAt(expected.match, path.replace(/^arguments\./, ""));
}

function givenAt(call: RecordedCall, path: string): unknown {
  const header = headerName(path)?.toLowerCase();
  if (header === undefined) return valueAt(call, path);
  const headers = Object.entries(call.request?.headers ?? {});
  return headers.find(([name]) => name.toLowerCase() === header)?.[1];
}

function headerName(path: string): string | undefined {
  return path.startsWith("headers.") ? path.slice("headers.".length) : undefined;
}

/** A condition reads `contains "Mug"`. */
function wantedText(value: unknown): string {
  if (!isCondition(value)) return valueText(value);
  const parts = Object.entries(value).map(([name, operand]) => {
    if (name === "exists") return operand === true ? "any" : "none";
    if (name === "any") return `any of ${(operand as readonly unknown[]).map(wantedText).join(", ")}`;
    return `${name} ${name === "not" ? wantedText(operand) : valueText(operand)}`;
  });
  return parts.join(" and ");
}

function valueAt(value: unknown, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== "");
  return names.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
    value,
  );
}

function count(found: number): string {
  return found === 1 ? "once" : `${found} times`;
}

/**
 * Compares a call with an expected one.
 * @returns the differing paths, and the distance by which the nearest calls are sorted
 */
export function compareCall(
  contract: Contract,
  expected: ExpectedCall,
  entry: JournalEntry,
): { differs: string[]; distance: number } {
  const wanted = recordedName(contract, expected.operation) ?? expected.operation;
  const isMeant = isOperationOf(wanted, entry.operation ?? "");
  const differs = isMeant ? [...matchDifferences(expected.match ?? {}, matchedCall(entry))] : ["operation"];
  if (expected.fault !== undefined && entry.fault !== expected.fault) differs.push("fault");
  if (!hasOutcome(entry, expected.outcome)) differs.push("outcome");
  if (expected.caller !== undefined && entry.username !== expected.caller) differs.push("caller");
  const called = entry.operation ?? entry.path ?? "";
  const distance = isMeant ? differs.length : 1000 + editDistance(wanted, called.slice(0, 80));
  return { differs, distance };
}
