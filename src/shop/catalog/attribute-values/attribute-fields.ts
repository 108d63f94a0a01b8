/** The settings of an attribute that depend on its input type (catalog 4.5). */
import type { AttributeDoc } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { quote } from "../../../engine/values/messages.js";
import { positiveInt, rangeText, toIntIn } from "../../../engine/values/whole-numbers.js";
import { idleMembers, isSame } from "../../../engine/contract/members.js";
import { pairsOf } from "./key-value-pairs.js";

export type AdditionalFields = AttributeDoc["additional_fields"];

type FieldName = keyof typeof fields;
type FieldValue = number | string | null;

interface Field {
  readonly initial: FieldValue;
  readonly message: string;
  /** Undefined if the value is not allowed. */
  readonly read: (given: unknown) => FieldValue | undefined;
}

const frontendClasses: readonly unknown[] = [
  "validate-number",
  "validate-digits",
  "validate-email",
  "validate-url",
  "validate-alpha",
  "validate-alphanum",
];

const fields = {
  frontend_class: {
    initial: null,
    message: `must be null or one of ${frontendClasses.join(", ")}`,
    read: (given) =>
      given === null || frontendClasses.includes(given) ? (given as string | null) : undefined,
  },
  is_html_allowed_on_front: numberUpTo(1, "must be 0 or 1"),
  is_wysiwyg_enabled: numberUpTo(1, "must be 0 or 1"),
  is_filterable: numberUpTo(2, "must be 0, 1 or 2"),
  is_filterable_in_search: numberUpTo(1, "must be 0 or 1"),
  position: numberUpTo(positiveInt.max, rangeText(positiveInt)),
  used_for_sort_by: numberUpTo(1, "must be 0 or 1"),
} as const satisfies Record<string, Field>;

function numberUpTo(maximum: number, message: string): Field {
  return {
    initial: 0,
    message,
    read: (given) => {
      return toIntIn(given, { min: 0, max: maximum });
    },
  };
}

const filterFields = ["is_filterable", "is_filterable_in_search", "position"] as const;

const fieldsByInput: Readonly<Record<string, readonly FieldName[]>> = {
  text: ["frontend_class", "is_html_allowed_on_front", "used_for_sort_by"],
  textarea: ["is_wysiwyg_enabled", "is_html_allowed_on_front"],
  date: ["used_for_sort_by"],
  boolean: ["used_for_sort_by"],
  multiselect: filterFields,
  select: [...filterFields, "used_for_sort_by"],
  price: [...filterFields, "used_for_sort_by"],
};

/** The initial fields of a new attribute with this input type. */
export function initialFields(input: string): AdditionalFields {
  return Object.fromEntries(namesOf(input).map((name) => [name, fields[name].initial]));
}

function namesOf(input: string): readonly FieldName[] {
  return Object.hasOwn(fieldsByInput, input) ? (fieldsByInput[input] ?? []) : [];
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
    if (value === undefined || (value === null && fields[name].initial !== null)) continue;
    const legal = fields[name].read(value);
    if (legal !== undefined) read[name] = legal;
    else {
      const message = `${fields[name].message}, not ${quote(value)}`;
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
