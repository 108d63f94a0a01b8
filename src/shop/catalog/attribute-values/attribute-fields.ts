/** The settings of an attribute that depend on its input type (catalog 4.5). */
import type { AttributeDoc } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { quote } from "../../../engine/values/messages.js";
import { readByRow, set, unreadable, type Reading } from "../../../engine/contract/inputs.js";
import { inputs, type MemberOf } from "../../inputs.js";
import { idleMembers, isSame } from "../../../engine/contract/members.js";
import { pairsOf } from "./key-value-pairs.js";

export type AdditionalFields = AttributeDoc["additional_fields"];

const rows = inputs.AdditionalFields;
type FieldName = MemberOf<"AdditionalFields">;
type FieldValue = number | string | null;

/** The input types whose attributes have a field, in the order of results. */
const inputsByField: Readonly<Record<FieldName, readonly string[]>> = {
  frontend_class: ["text"],
  is_wysiwyg_enabled: ["textarea"],
  is_html_allowed_on_front: ["text", "textarea"],
  is_filterable: ["multiselect", "select", "price"],
  is_filterable_in_search: ["multiselect", "select", "price"],
  position: ["multiselect", "select", "price"],
  used_for_sort_by: ["text", "date", "boolean", "select", "price"],
};

/** Only the class can be unset. */
function initialOf(name: FieldName): FieldValue {
  return name === "frontend_class" ? null : 0;
}

function readField(name: FieldName, value: unknown): Reading<FieldValue> {
  if (name !== "frontend_class") return readByRow(rows[name], value);
  const reading = value === null ? set(null) : readByRow(rows[name], value);
  return "message" in reading ? unreadable(`must be null or one of ${rows[name].of.join(", ")}`) : reading;
}

/** The initial fields of a new attribute with this input type. */
export function initialFields(input: string): AdditionalFields {
  return Object.fromEntries(namesOf(input).map((name) => [name, initialOf(name)]));
}

function namesOf(input: string): readonly FieldName[] {
  const names = Object.keys(inputsByField) as FieldName[];
  return names.filter((name) => inputsByField[name].includes(input));
}

/**
 * Reads the given fields that belong to the input type; others are ignored.
 * @param given an object, or a list of `{key, value}`
 */
export function readAdditionalFields(input: string, given: unknown, problems: Problem[]): AdditionalFields {
  const pairs = pairsOf(given);
  if (!pairs) {
    problems.push({ field: "additional_fields", message: "must be an object, or a list of {key, value}" });
    return {};
  }
  const members = new Map(pairs);
  const read: Record<string, FieldValue> = {};
  for (const name of namesOf(input)) {
    const value = members.get(name);
    if (value === undefined || (value === null && initialOf(name) !== null)) continue;
    const reading = readField(name, value);
    if (reading.kind === "set") read[name] = reading.value;
    else if ("message" in reading) {
      const message = `${reading.message}, not ${quote(value)}`;
      problems.push({ field: `additional_fields.${name}`, message });
    }
  }
  return read;
}

/**
 * The given fields that have no effect, for strict handling: those of other input types, and what the editor implies.
 * @param given an object, or a list of `{key, value}`
 * @param current undefined for a new attribute
 */
export function idleFields(
  { frontend_input, additional_fields: stored }: Pick<AttributeDoc, "frontend_input" | "additional_fields">,
  given: unknown,
  current: AdditionalFields | undefined,
): Problem[] {
  const sent = Object.fromEntries(pairsOf(given ?? []) ?? []);
  const place = "additional_fields.";
  const names: readonly string[] = namesOf(frontend_input);
  const others = Object.keys(sent).filter((name) => !names.includes(name));
  const html = "is_html_allowed_on_front";
  const isTaken = [stored, current].some((fields) => isSame(sent[html], fields?.[html]));
  return [
    ...idleMembers(sent, others, `does not apply to attributes of input type ${frontend_input}`, place),
    ...(names.includes(html) && !isTaken
      ? idleMembers(sent, [html], "has no effect, since is_wysiwyg_enabled implies it", place)
      : []),
  ];
}

/** The current fields with the given ones. The WYSIWYG editor implies HTML. */
export function mergedFields(current: AdditionalFields, given: AdditionalFields): AdditionalFields {
  const merged = { ...current, ...given };
  return merged.is_wysiwyg_enabled === 1 ? { ...merged, is_html_allowed_on_front: 1 } : merged;
}
