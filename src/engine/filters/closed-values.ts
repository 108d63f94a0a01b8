/**
 * Finds the conditions of `filters` that can match nothing, since no value that they ask for is known: a misspelt status, an
 * unknown type (conventions 9.1). Only plain values, `eq`, `in` and lists of these are judged.
 */
import { isObject, type DataObject } from "../values/coercion.js";
import { cutText, quote } from "../values/messages.js";
import { meantName } from "../config/spelling.js";
import { asText, foldedText } from "../values/text.js";
import type { FilterField, FilterFields } from "./filter-field.js";

/** Whether a stored record has one of the values in the field. */
type IsStored = (field: FilterField, values: readonly unknown[]) => Promise<boolean>;

/** The message about the first condition that asks only for unknown values; undefined if there is none. */
export async function unknownValueProblem(
  filters: DataObject,
  fields: FilterFields,
  isStored: IsStored,
): Promise<string | undefined> {
  for (const [key, condition] of Object.entries(filters)) {
    const field = fields.get(key);
    if (!field?.values) continue;
    const known = new Set(field.values.map(foldedText));
    for (const values of askedFor(condition)) {
      const [first] = values;
      const isPossible = first === undefined || values.some((value) => isKnown(value, known));
      if (isPossible || (await isStored(field, values))) continue;
      return `${cutText(key)}: ${quote(first)} is not a value of this field${meantValue(first, field.values)}.`;
    }
  }
  return undefined;
}

/** The nearest text; of numbers, all, since no number is like another. */
function meantValue(given: unknown, values: NonNullable<FilterField["values"]>): string {
  if (typeof values[0] === "number") return `; there are: ${values.join(", ")}`;
  return meantName(asText(given) ?? "", values.map(String));
}

/** For each condition that is judged, the values of which it needs one. */
function askedFor(condition: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(condition)) return anyOf(condition);
  if (!isObject(condition)) return [[condition]];
  if (Array.isArray(condition.or)) return anyOf(condition.or);
  const { eq, in: list } = condition;
  return [...(eq === undefined ? [] : [[eq]]), ...(list === undefined ? [] : [elementsOf(list)])];
}

/** One condition, unless an alternative is not judged and may thus match. */
function anyOf(alternatives: readonly unknown[]): readonly (readonly unknown[])[] {
  const asked = alternatives.map((one) => askedFor(one)[0]);
  return asked.includes(undefined) ? [] : [asked.flatMap((values) => values ?? [])];
}

/** null and an empty text ask for records without a value. Numbers are compared by value: "01" is 1. */
function isKnown(value: unknown, known: ReadonlySet<string | undefined>): boolean {
  if (value === null || value === "") return true;
  const text = foldedText(value)?.trim() ?? "";
  return known.has(text) || (text !== "" && known.has(String(Number(text))));
}

function elementsOf(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list;
  return typeof list === "string" ? list.split(",") : [list];
}
