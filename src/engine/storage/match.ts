import type { Condition, Query } from "../filters/query.js";
import { fold } from "../values/text.js";
import { like } from "./like.js";
import type { Doc } from "./storage.js";

/**
 * Does a document meet a condition? The one meaning that every storage gives to conditions.
 *
 * Text ignores case. A number compares by its shortest decimal text where text is asked for; a boolean is 1
 * or 0. As a number only numbers and booleans count: any other value is as good as absent. Arrays on the path
 * stand for all their elements: eq, like, gt and so on ask for any, neq, nin and nlike for none. Where there
 * is no value, only `null` holds, and `nin` of an empty list, which holds always.
 */

/** The text that a stored value compares by; undefined for what is no scalar. */
export function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  return undefined;
}

export function foldedText(value: unknown): string | undefined {
  const text = asText(value);
  return text === undefined ? undefined : fold(text);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return undefined;
}

/** What a stored value is compared as, and what an index of that type holds. */
export const comparable = { text: foldedText, number: numberOf } as const;

const NOTHING: readonly unknown[] = [];

/** As a step of a path: every member. */
const EVERY = Symbol("*");

export type Steps = readonly (string | typeof EVERY)[];

/** The steps of an index. Those of a condition are names alone. */
export function indexSteps(path: string): Steps {
  return path.split(".").map((step) => (step === "*" ? EVERY : step));
}

/** The values other than null at the end of a path; own members only, so "constructor" is no path. */
export function reach(value: unknown, path: Steps, start = 0): readonly unknown[] {
  let current = value;
  for (let step = start; step < path.length; step += 1) {
    if (Array.isArray(current)) return reachAll(current, path, step);
    if (typeof current !== "object" || current === null) return NOTHING;
    const name = path[step] as string | typeof EVERY;
    if (name === EVERY) return reachAll(Object.values(current), path, step + 1);
    if (!Object.hasOwn(current, name)) return NOTHING;
    current = (current as { [name: string]: unknown })[name];
  }
  if (Array.isArray(current)) return reachAll(current, path, path.length);
  return current === null || current === undefined ? NOTHING : [current];
}

/** Loops, since a start runs this for every document and index: `flatMap` takes several times as long. */
function reachAll(values: readonly unknown[], path: Steps, start: number): readonly unknown[] {
  const found: unknown[] = [];
  for (const value of values) for (const one of reach(value, path, start)) found.push(one);
  return found;
}

/** The type a condition compares as. Its operands decide where it does not say. */
export function comparisonType(condition: Condition): "text" | "number" {
  if (condition.type) return condition.type;
  const sample: unknown = Array.isArray(condition.value) ? condition.value[0] : condition.value;
  return typeof sample === "number" || typeof sample === "boolean" ? "number" : "text";
}

/** An operand in the form comparable() gives to values; undefined, which equals nothing, when it has none. */
export function operandOf(type: "text" | "number", value: unknown): string | number | undefined {
  if (type === "text") return foldedText(value);
  const operand = typeof value === "string" && value.trim() !== "" ? Number(value) : numberOf(value);
  return Number.isNaN(operand) ? undefined : operand;
}

/** The list operand of in and nin; a single value is a list of one. */
export function operandsOf(type: "text" | "number", value: unknown): (string | number)[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((one) => operandOf(type, one)).filter((one) => one !== undefined);
}

type Test = (values: readonly unknown[]) => boolean;

function comparison(type: "text" | "number", operand: unknown, holds: (order: number) => boolean): Test {
  const bound = operandOf(type, operand);
  if (bound === undefined) return () => false;
  const read = comparable[type];
  return (values) =>
    values.some((value) => {
      const one = read(value);
      // NaN is not ordered; it cannot be stored as JSON either.
      return (
        one !== undefined && (one < bound ? holds(-1) : one > bound ? holds(1) : one === bound && holds(0))
      );
    });
}

function member(type: "text" | "number", operands: readonly (string | number)[]): Test {
  const read = comparable[type];
  const wanted = new Set<string | number | undefined>(operands);
  return (values) => values.some((value) => wanted.has(read(value)));
}

/** The opposite of a test, among the values that can be compared at all. */
function none(type: "text" | "number", test: Test): Test {
  const read = comparable[type];
  return (values) => values.some((value) => read(value) !== undefined) && !test(values);
}

function likeTest(pattern: unknown): Test {
  const matches = like(asText(pattern) ?? "");
  return (values) =>
    values.some((value) => {
      const text = asText(value);
      return text !== undefined && matches(text);
    });
}

/** The value is a list of texts separated by commas, or an array, that has the operand as an element. */
function finset(operand: unknown): Test {
  const wanted = foldedText(operand);
  if (wanted === undefined || wanted.includes(",")) return () => false;
  return (values) =>
    values.some((value) => {
      const text = foldedText(value);
      return text !== undefined && `,${text},`.includes(`,${wanted},`);
    });
}

function testOf(condition: Condition): Test {
  const type = comparisonType(condition);
  const { op, value } = condition;
  switch (op) {
    case "eq":
      return comparison(type, value, (order) => order === 0);
    case "neq":
      return none(
        type,
        comparison(type, value, (order) => order === 0),
      );
    case "in":
      return member(type, operandsOf(type, value));
    case "nin":
      if (Array.isArray(value) && value.length === 0) return () => true;
      return none(type, member(type, operandsOf(type, value)));
    case "gt":
      return comparison(type, value, (order) => order > 0);
    case "gteq":
      return comparison(type, value, (order) => order >= 0);
    case "lt":
      return comparison(type, value, (order) => order < 0);
    case "lteq":
      return comparison(type, value, (order) => order <= 0);
    case "like":
      return likeTest(value);
    case "nlike":
      return none("text", likeTest(value));
    case "null":
      return (values) => values.length === 0;
    case "notnull":
      return (values) => values.length > 0;
    case "finset":
      return finset(value);
  }
}

type Predicate = (doc: Doc) => boolean;

function predicateOf(condition: Condition): Predicate {
  const test = testOf(condition);
  const paths = (typeof condition.path === "string" ? [condition.path] : condition.path).map((path) =>
    path.split("."),
  );
  return (doc) => {
    let values = NOTHING;
    for (const path of paths) {
      values = reach(doc, path);
      if (values.length > 0) break;
    }
    return test(values);
  };
}

/** Prepares the conditions of a query once for many documents. `after` and `limit` are not its business. */
export function matcher(query: Query): Predicate {
  const all = (query.where ?? []).map(predicateOf);
  const groups = (query.any ?? []).map((group) => group.map(predicateOf));
  return (doc) =>
    all.every((holds) => holds(doc)) && groups.every((group) => group.some((holds) => holds(doc)));
}
