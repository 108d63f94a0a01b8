import type { Condition, Query } from "../filters/query.js";
import { asNumber } from "../values/coercion.js";
import { asText, foldedText } from "../values/text.js";
import { like } from "./like.js";
import type { Doc } from "./storage.js";
import { comparable, reach } from "./table.js";

/**
 * Whether a document meets a condition. All storages follow these rules.
 *
 * Text comparison ignores case. A number is compared as text by its shortest decimal form, a boolean as 1 or 0. Only
 * numbers and booleans are compared as numbers: any other value counts as absent. An array on the path stands for all its
 * elements: eq, like, gt and so on hold if any element meets them; neq, nin and nlike hold if no element meets the
 * opposite. Without a value, only `null` holds, and `nin` of an empty list, which always holds.
 */

/** The type of comparison. Unless the condition names it, the operand decides. */
export function comparisonType(condition: Condition): "text" | "number" {
  if (condition.type) return condition.type;
  const sample: unknown = Array.isArray(condition.value) ? condition.value[0] : condition.value;
  return typeof sample === "number" || typeof sample === "boolean" ? "number" : "text";
}

/** An operand in the form of comparable(); undefined, which equals nothing, if it cannot be compared. */
export function operandOf(type: "text" | "number", value: unknown): string | number | undefined {
  if (type === "text") return foldedText(value);
  const operand = typeof value === "string" && value.trim() !== "" ? Number(value) : asNumber(value);
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
    let values: readonly unknown[] = [];
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
