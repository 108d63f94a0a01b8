/** Compares recorded calls with the calls that a test expects (interface 13, Verify). */
import { builtins } from "../../../generated/convention.js";
import { distance as editDistance } from "../../engine/config/spelling.js";
import type { Contract } from "../../engine/contract/contract.js";
import { coerce } from "../../engine/contract/arguments.js";
import type { Problem } from "../../engine/values/problem.js";
import { differingPaths } from "../faults/matching.js";
import { shownArguments, type JournalEntry } from "./journal-entry.js";
import { nameProblems, recordedName } from "./names.js";
import type { RecordedCall } from "./shown-call.js";

export interface Expectation {
  readonly operation: string;
  /** Expected arguments by name. A data object may contain only some of the members. */
  readonly match?: Readonly<Record<string, unknown>>;
  readonly fault?: string;
  readonly caller?: string;
  readonly times?: number;
  readonly at_least?: number;
  readonly at_most?: number;
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

/** Returns the contradictions between the expected numbers of calls. */
export function countProblems({ times, at_least, at_most }: Expectation): Problem[] {
  if (times !== undefined && (at_least ?? at_most) !== undefined) {
    return [{ field: "times", message: "does not go together with at_least and at_most" }];
  }
  if (at_least === undefined || at_most === undefined || at_least <= at_most) return [];
  return [{ field: "at_least", message: "must not be greater than at_most" }];
}

/** Returns the unknown names in an expectation, which no call could meet. */
export function expectationProblems(
  contract: Contract,
  expected: Expectation,
  undeclared: readonly string[],
): Problem[] {
  const problems = nameProblems(contract, expected, undeclared);
  const known = parametersOf(contract, recordedName(contract, expected.operation) ?? "");
  if (!known) return problems;
  const unknown = Object.keys(expected.match ?? {}).filter(
    (name) => !known.includes(name) && !isFilter(name),
  );
  return [
    ...problems,
    ...unknown.map((name) => ({
      field: `match.${name}`,
      message: `is no parameter of ${expected.operation}; its parameters are: ${known.join(", ") || "none"}`,
    })),
  ];
}

/** The parameters of an operation; undefined if all names are allowed. */
function parametersOf({ tables }: Contract, name: string): readonly string[] | undefined {
  const rest = tables.restOperations[name];
  return (
    tables.operations[name]?.params.map((param) => param.name) ??
    (rest ? [...rest, "body"] : builtins[name]?.params)
  );
}

function isFilter(name: string): boolean {
  return name.startsWith("filter[");
}

/** The message for a failed test; undefined if the expected number of calls was found. */
export function mismatchMessage(
  expected: Expectation,
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

function nearestCalls(expected: Expectation, nearest: readonly NearestCall[], found: number): string {
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

function nearestText(expected: Expectation, { call, differs }: NearestCall): string {
  const differences = differs
    .filter((path) => path !== "operation")
    .map(
      (path) =>
        `${path} is ${shownText(valueAt(call, path))}, expected ${shownText(wantedAt(expected, path))}`,
    );
  return [callText(call), ...differences].join("; ");
}

function callText({ number, operation, problem, caller, fault, status, rule }: RecordedCall): string {
  const what = operation ?? `none (${problem ?? "no operation"})`;
  const isLost = status === null && rule !== null;
  const answer = isLost
    ? `, its answer lost by rule ${rule}`
    : fault === null || operation === null
      ? ""
      : `, answered ${fault}`;
  return `call ${number}: ${what} by ${caller || "nobody"}${answer}`;
}

/** The expected value: `arguments.productData.price` of a call corresponds to `match.productData.price`. */
function wantedAt(expected: Expectation, path: string): unknown {
  return valueAt(expected, path.replace(/^arguments\b/, "match"));
}

function valueAt(value: unknown, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== "");
  return names.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
    value,
  );
}

function shownText(value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Maximum number of characters of a value in a message. */
const maxShown = 120;

function count(found: number): string {
  return found === 1 ? "once" : `${found} times`;
}

/**
 * Compares a call with an expectation.
 * @returns the differing paths, and the distance by which the nearest calls are sorted
 */
export function compareCall(
  contract: Contract,
  expected: Expectation,
  entry: JournalEntry,
): { differs: string[]; distance: number } {
  const operation = recordedName(contract, expected.operation) ?? expected.operation;
  const differs = entry.operation === operation ? differingArguments(expected, entry) : ["operation"];
  if (expected.fault !== undefined && entry.fault !== expected.fault) differs.push("fault");
  if (expected.caller !== undefined && entry.username !== expected.caller) differs.push("caller");
  const called = entry.operation ?? entry.path ?? "";
  const distance =
    entry.operation === operation ? differs.length : 1000 + editDistance(operation, called.slice(0, 80));
  return { differs, distance };
}

function differingArguments({ match = {} }: Expectation, entry: JournalEntry): string[] {
  const wanted = Object.entries(match);
  if (wanted.length === 0) return [];
  const given = shownArguments(entry) as Readonly<Record<string, unknown>>;
  const { row } = entry;
  return wanted.flatMap(([name, value]) => {
    const param = row?.params.find((candidate) => candidate.name === name);
    const normalize = (argument: unknown) => (param ? coerce(param, argument) : argument);
    return [...differingPaths(normalize(value), normalize(given[name]), `arguments.${name}`)];
  });
}
