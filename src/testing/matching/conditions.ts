/** Conditions in place of a value in `match`: `{"name": {"regex": "^Mug"}}`. Several conditions must all hold. */
import type { Members } from "../../../generated/tables.js";
import { nearestName } from "../../engine/config/spelling.js";
import { BoundedCache } from "../../engine/values/bounded-cache.js";
import { isObject } from "../../engine/values/coercion.js";
import { linearPattern, type LinearPattern } from "../../engine/values/linear-patterns.js";
import { messageOf } from "../../engine/values/messages.js";
import type { Problem } from "../../engine/values/problem.js";

/** @param equals compares a value that is not a condition, for `not` and `any` */
type Test = (wanted: unknown, given: unknown, equals: Equals) => boolean;
type Equals = (wanted: unknown, given: unknown) => boolean;

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
  not: (unwanted, given, equals) => !meets(unwanted, given, equals),
  any: (wanted, given, equals) => (wanted as readonly unknown[]).some((one) => meets(one, given, equals)),
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

export function holds(condition: Condition, given: unknown, equals: Equals): boolean {
  return Object.entries(condition).every(([name, wanted]) => tests[name as Operator](wanted, given, equals));
}

function meets(wanted: unknown, given: unknown, equals: Equals): boolean {
  return isCondition(wanted) ? holds(wanted, given, equals) : equals(wanted, given);
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
const unmistakable: readonly string[] = ["regex", "startsWith", "contains", "exists", "not", "any"];

/** Where a value of `match` stands: in the place of a value that is no object, of a data object, or of anything. */
export type Place = "value" | "anything" | Members;

/** Problems of the conditions in a value. @param field the path of the value */
export function* conditionProblems(value: unknown, field: string, place: Place): Generator<Problem> {
  if (Array.isArray(value)) {
    const inner = place === "value" ? "anything" : place;
    for (const [index, one] of (value as unknown[]).entries())
      yield* conditionProblems(one, `${field}[${index}]`, inner);
  } else if (isCondition(value)) {
    for (const [name, wanted] of Object.entries(value)) {
      const message = operandProblem(name as Operator, wanted);
      if (message !== undefined) yield { field: `${field}.${name}`, message };
      else if (name === "not") yield* conditionProblems(wanted, `${field}.not`, place);
      else if (name === "any")
        for (const [index, one] of (wanted as unknown[]).entries())
          yield* conditionProblems(one, `${field}.any[${index}]`, place);
    }
  } else if (isObject(value)) {
    const names = Object.keys(value);
    const [operator] = names.filter((name) => unmistakable.includes(name));
    const other = names.find((name) => !Object.hasOwn(tests, name));
    const isMistaken = operator !== undefined || (place === "value" && !isMap(names));
    if (isMistaken && other !== undefined)
      yield { field: `${field}.${other}`, message: unknownCondition(other) };
    else
      for (const [name, member] of Object.entries(value))
        yield* conditionProblems(member, `${field}.${name}`, placeOf(place, name));
  }
}

/** A map of values by ID may stand where the contract describes a list. */
function isMap(names: readonly string[]): boolean {
  return names.every((name) => /^\d+$/.test(name));
}

function placeOf(place: Place, member: string): Place {
  if (typeof place === "string") return place;
  const { known, fixed = [], owned = [] } = place;
  if (isMap([member])) return place;
  // Members of a record that the operation does not write may be of any kind.
  if (fixed.includes(member) || owned.includes(member)) return "anything";
  return (Object.hasOwn(known, member) ? known[member] : undefined) ?? "value";
}

/** Names of other tools, and what is meant by them. */
const foreign: Readonly<Record<string, string>> = {
  ...{
    eq: "the value itself",
    equals: "the value itself",
    equalTo: "the value itself",
    ne: "not",
    neq: "not",
  },
  ...{
    matches: "regex",
    gte: "gteq",
    lte: "lteq",
    oneOf: "in",
    anyOf: "any",
    or: "any",
    and: "several conditions in one object",
  },
};

function unknownCondition(name: string): string {
  const known = foreign[name];
  if (known !== undefined) return `is not a condition; use ${known}`;
  const meant = nearestName(name, operators);
  const hint = meant === undefined ? `conditions are ${operators.join(", ")}` : `the nearest is ${meant}`;
  return `is not a condition; ${hint}`;
}

function operandProblem(name: Operator, wanted: unknown): string | undefined {
  switch (name) {
    case "regex":
      return typeof wanted === "string" ? patternProblem(wanted) : "must be a text";
    case "in":
      // The operator `in` of filters may have a text of several values.
      return Array.isArray(wanted) || typeof wanted === "string" ? undefined : "must be a list of values";
    case "any":
      return Array.isArray(wanted) ? undefined : "must be a list of values or conditions";
    case "exists":
      return typeof wanted === "boolean" ? undefined : "must be true or false";
    case "not":
      return undefined;
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
