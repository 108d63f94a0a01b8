/** Conditions in place of a value in `match`: `{"name": {"regex": "^Mug"}}`. Several conditions must all hold. */
import { nearestName } from "../../engine/config/spelling.js";
import { BoundedCache } from "../../engine/values/bounded-cache.js";
import { isObject } from "../../engine/values/coercion.js";
import { linearPattern, type LinearPattern } from "../../engine/values/linear-patterns.js";
import { messageOf } from "../../engine/values/messages.js";
import type { Problem } from "../../engine/values/problem.js";

type Test = (wanted: unknown, given: unknown) => boolean;

/** The value is a text for `regex`, `contains` and `startsWith`; numbers count as their text. */
const tests = {
  regex: (pattern, given) => isScalar(given) && compiled(String(pattern)).test(String(given)),
  contains: (part, given) =>
    Array.isArray(given)
      ? given.some((one) => isEqual(part, one))
      : isScalar(given) && String(given).includes(String(part)),
  startsWith: (start, given) => isScalar(given) && String(given).startsWith(String(start)),
  gt: (bound, given) => compare(given, bound) > 0,
  gteq: (bound, given) => compare(given, bound) >= 0,
  lt: (bound, given) => compare(given, bound) < 0,
  lteq: (bound, given) => compare(given, bound) <= 0,
  in: (values, given) => Array.isArray(values) && values.some((one) => isEqual(one, given)),
  exists: (isWanted, given) => isWanted === (given !== undefined && given !== null),
} as const satisfies Readonly<Record<string, Test>>;

type Operator = keyof typeof tests;

const operators = Object.keys(tests) as Operator[];

export type Condition = Readonly<Partial<Record<Operator, unknown>>>;

/** Whether a value of `match` is a condition: an object that has names of operators only. */
export function isCondition(value: unknown): value is Condition {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => Object.hasOwn(tests, name));
}

/** The end of a message about an object that no scalar equals, if it looks like a misspelt condition; "" otherwise. */
export function meantCondition(wanted: unknown, given: unknown): string {
  if (!isObject(wanted) || isCondition(wanted) || !isScalar(given)) return "";
  for (const name of Object.keys(wanted)) {
    const meant = nearestName(name, operators);
    if (meant !== undefined) return ` (${name} is not a condition; ${meant} may be meant)`;
  }
  return "";
}

export function holds(condition: Condition, given: unknown): boolean {
  return Object.entries(condition).every(([name, wanted]) => tests[name as Operator](wanted, given));
}

/** Whether two values are equal. A number equals the text of it. */
export function isEqual(wanted: unknown, given: unknown): boolean {
  return wanted === given || (isScalar(wanted) && isScalar(given) && String(wanted) === String(given));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** As numbers if both are, otherwise as texts, which suits times; NaN if they cannot be compared. */
function compare(one: unknown, other: unknown): number {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left !== undefined && right !== undefined) return left - right;
  if (typeof one !== "string" || typeof other !== "string") return NaN;
  return one < other ? -1 : one > other ? 1 : 0;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

/** Patterns by text. */
const patterns = new BoundedCache<string, LinearPattern>(1000);

function compiled(pattern: string): LinearPattern {
  const known = patterns.get(pattern);
  if (known) return known;
  const made = linearPattern(pattern);
  patterns.set(pattern, made);
  return made;
}

/** Names of operators that no other object has: with other names beside them, they are a mistake. */
const unmistakable: readonly string[] = ["regex", "startsWith", "contains", "exists"];

/** Problems of the conditions in a value. @param field the path of the value */
export function* conditionProblems(value: unknown, field: string): Generator<Problem> {
  if (Array.isArray(value)) {
    for (const [index, one] of (value as unknown[]).entries())
      yield* conditionProblems(one, `${field}[${index}]`);
  } else if (isCondition(value)) {
    for (const [name, wanted] of Object.entries(value)) {
      const message = operandProblem(name as Operator, wanted);
      if (message !== undefined) yield { field: `${field}.${name}`, message };
    }
  } else if (isObject(value)) {
    const names = Object.keys(value);
    const [operator] = names.filter((name) => unmistakable.includes(name));
    const other = names.find((name) => !Object.hasOwn(tests, name));
    if (operator !== undefined && other !== undefined) {
      const message = `is not a condition and cannot be combined with ${operator}; conditions are ${operators.join(", ")}`;
      yield { field: `${field}.${other}`, message };
    } else
      for (const [name, member] of Object.entries(value))
        yield* conditionProblems(member, `${field}.${name}`);
  }
}

function operandProblem(name: Operator, wanted: unknown): string | undefined {
  switch (name) {
    case "regex":
      return typeof wanted === "string" ? patternProblem(wanted) : "must be a text";
    case "in":
      // The operator `in` of filters may have a text of several values.
      return Array.isArray(wanted) || typeof wanted === "string" ? undefined : "must be a list of values";
    case "exists":
      return typeof wanted === "boolean" ? undefined : "must be true or false";
    default:
      return isScalar(wanted) ? undefined : "must be a text or a number";
  }
}

function patternProblem(pattern: string): string | undefined {
  try {
    compiled(pattern);
    return undefined;
  } catch (error) {
    return `is not a usable regular expression: ${messageOf(error)}`;
  }
}
