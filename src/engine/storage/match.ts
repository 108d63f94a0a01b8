import type { Condition, Query } from "../filters/query.js";
import { fold } from "../values/text.js";
import { like } from "./like.js";
import type { Doc } from "./storage.js";

/**
 * Whether a document meets a condition. All storages follow these rules.
 *
 * Text comparison ignores case. A number is compared as text by its shortest decimal form, a boolean as 1 or 0. Only
 * numbers and booleans are compared as numbers: any other value counts as absent. An array on the path stands for all its
 * elements: eq, like, gt and so on hold if any element meets them; neq, nin and nlike hold if no element meets the
 * opposite. Without a value, only `null` holds, and `nin` of an empty list, which always holds.
 */

/** A stored value as text for comparison; undefined unless it is a scalar. */
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

/** A stored value as it is compared, and as an index of that type contains it. */
export const comparable = { text: foldedText, number: numberOf } as const;

const NOTHING: readonly unknown[] = [];

/** A step of a path that stands for every member. */
const EVERY = Symbol("*");

export type Steps = readonly (string | typeof EVERY)[];

/** The steps of the path of an index. Only such paths contain `*`. */
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

/** A start runs this for every document and index. `flatMap` takes several times as long as these loops. */
function reachAll(values: readonly unknown[], path: Steps, start: number): readonly unknown[] {
  const found: unknown[] = [];
  for (const value of values) for (const one of reach(value, path, start)) found.push(one);
  return found;
}

/** The type of comparison. Unless the condition names it, the operand decides. */
export function comparisonType(condition: Condition): "text" | "number" {
  if (condition.type) return condition.type;
  const sample: unknown = Array.isArray(condition.value) ? condition.value[0] : condition.value;
  return typeof sample === "number" || typeof sample === "boolean" ? "number" : "text";
}

/** An operand in the form of comparable(); undefined, which equals nothing, if it cannot be compared. */
export function operandOf(type: "text" | "number", value: unknown): string | number | undefined {
  if (type === "text") return foldedText(value);
  const operand = typeof value === "string" && value.trim() !== "" ? Number(value) : numberOf(value);
  return Number.isNaN(operand) ? undefined : operand;
}

/** The operands of in and nin: a list or a single value. */
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
      // NaN has no order. JSON cannot store it.
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

/** The opposite of a test; does not hold without a comparable value. */
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

/** Whether a text of comma-separated elements, or an array, contains the operand. */
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

/** Prepares the conditions of a query once for many documents. Ignores `after` and `limit`. */
export function matcher(query: Query): Predicate {
  const all = (query.where ?? []).map(predicateOf);
  const groups = (query.any ?? []).map((group) => group.map(predicateOf));
  return (doc) =>
    all.every((holds) => holds(doc)) && groups.every((group) => group.some((holds) => holds(doc)));
}
