/** What category data asks to be stored, and what is wrong with it (catalog 10.6, 10.7). */
import type { AttributeDoc, AttributeValue, ScopedValues } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { Scope } from "../../stores/directory.js";
import { toInt, type DataObject } from "../../../engine/values/coercion.js";
import { readValue, type ValueReading } from "../attribute-values/attribute-values.js";
import { choicesOf, type SourceContext } from "../attribute-values/option-sources.js";
import {
  defaultValueKey,
  effectiveValue,
  withChanges,
  writeKey,
  type ValueChange,
} from "../attribute-values/scoped-values.js";
import { urlKey } from "../attribute-values/url-key.js";
import { append } from "../../../engine/values/lists.js";

export interface CategoryDataContext {
  /** The category attributes in set order. */
  readonly attributes: readonly AttributeDoc[];
  readonly sources: SourceContext;
  /** Where the values are written. */
  readonly scope: Scope;
}

export interface CategoryJudgement {
  /** All values after the change; of no meaning when there are problems. */
  readonly values: ScopedValues;
  /** Undefined when the data gives none. */
  readonly position: number | undefined;
  readonly problems: readonly Problem[];
}

/** Values of a category that was given no others; without sorting attributes it sorts as the shop does. */
const createDefaults: Readonly<Record<string, AttributeValue>> = {
  is_active: 1,
  display_mode: "PRODUCTS",
  is_anchor: 0,
  include_in_menu: 1,
};

/** Judges the data of a category to be created. */
export function judgeNewCategory(data: DataObject, context: CategoryDataContext): CategoryJudgement {
  return judge(data, { [defaultValueKey]: createDefaults }, { ...context, mode: "create" });
}

/** Judges data that changes a category with these values; members that are absent or null change nothing. */
export function judgeCategoryChange(
  data: DataObject,
  values: ScopedValues,
  context: CategoryDataContext,
): CategoryJudgement {
  return judge(data, values, { ...context, mode: "update" });
}

interface JudgementContext extends CategoryDataContext {
  readonly mode: "create" | "update";
}

/** A member of the data and how it is to be stored. */
interface Member {
  readonly attribute: AttributeDoc;
  readonly reading: ValueReading;
}

function judge(data: DataObject, stored: ScopedValues, judging: JudgementContext): CategoryJudgement {
  const members = judging.attributes.map((attribute) => readMember(attribute, data, judging));
  const others = members.filter((member) => !isUrlKey(member));
  const named = withMembers(stored, others, judging);
  const keys = members.filter(isUrlKey).map((member) => readUrlKey(member, data, named, judging));
  const values = withMembers(named, keys, judging);

  const position = readPosition(data.position);
  const problems = members.flatMap(memberProblem);
  const isSortable = !problems.some(({ field }) => sortingCodes.includes(field));
  if (isSortable) append(problems, sortingProblems(data, values, judging));
  if (position.problem) problems.push(position.problem);
  return { values, position: position.value, problems };
}

function readMember(attribute: AttributeDoc, data: DataObject, judging: JudgementContext): Member {
  const given = data[attribute.attribute_code];
  const reading = readValue(attribute, given, choicesOf(attribute, judging.sources), judging.mode);
  return {
    attribute,
    reading: attribute.attribute_code === "name" ? readName(reading, given, judging) : reading,
  };
}

/** A category always has a name; a view may give up its own with `false`. */
function readName(reading: ValueReading, given: unknown, { mode, scope }: JudgementContext): ValueReading {
  switch (reading.kind) {
    case "set":
      return String(reading.value).trim() === ""
        ? { kind: "problem", message: "must not be blank" }
        : reading;
    case "remove":
      if (mode === "update" && given === false && scope.store_id !== 0) return reading;
      return { kind: "problem", message: "must not be blank" };
    case "keep":
      return mode === "create" ? { kind: "problem", message: "is required" } : reading;
    case "problem":
      return reading;
  }
}

/** Left out on create, or emptied, it follows the name at the store (catalog 9.9). */
function readUrlKey(
  member: Member,
  data: DataObject,
  values: ScopedValues,
  { mode, scope }: JudgementContext,
): Member {
  const { attribute, reading } = member;
  if (reading.kind === "set") return { attribute, reading: urlKeyReading(reading.value) };
  const isFromName = mode === "create" || (reading.kind === "remove" && data.url_key !== false);
  return isFromName
    ? { attribute, reading: urlKeyReading(effectiveValue(values, "name", "store", scope)) }
    : member;
}

function urlKeyReading(text: AttributeValue): ValueReading {
  return { kind: "set", value: urlKey(String(text ?? "")) };
}

function isUrlKey({ attribute }: Member): boolean {
  return attribute.attribute_code === "url_key";
}

/** The values with the members that are to be set or removed. */
function withMembers(
  values: ScopedValues,
  members: readonly Member[],
  judging: JudgementContext,
): ScopedValues {
  return withChanges(
    values,
    members.flatMap((member) => memberChanges(member, judging)),
  );
}

function memberChanges({ attribute, reading }: Member, { mode, scope }: JudgementContext): ValueChange[] {
  const code = attribute.attribute_code;
  const key = writeKey(attribute.scope, scope);
  if (reading.kind === "remove") {
    return [{ code, key, value: key === defaultValueKey ? createDefaults[code] : undefined }];
  }
  if (reading.kind !== "set") return [];
  // A new category must be usable in the other views too (catalog 1.2).
  const isForAll = mode === "create" && (attribute.is_required || code === "url_key");
  const keys = new Set(isForAll ? [key, defaultValueKey] : [key]);
  return [...keys].map((at) => ({ code, key: at, value: reading.value }));
}

function memberProblem({ attribute, reading }: Member): Problem[] {
  return reading.kind === "problem" ? [{ field: attribute.attribute_code, message: reading.message }] : [];
}

const sortingCodes: readonly string[] = ["default_sort_by", "available_sort_by"];

/** The preset order must be one of the offered ones, as far as this change has to do with either. */
function sortingProblems(data: DataObject, values: ScopedValues, { scope }: JudgementContext): Problem[] {
  const field = sortingCodes.find((code) => (data[code] ?? null) !== null);
  if (field === undefined) return [];
  const preset = effectiveValue(values, "default_sort_by", "store", scope);
  const available = effectiveValue(values, "available_sort_by", "store", scope);
  if (preset === null || available === null || String(available).split(",").includes(String(preset)))
    return [];
  const message =
    field === "default_sort_by"
      ? `must be in available_sort_by (${available})`
      : `must contain ${preset}, the default`;
  return [{ field, message }];
}

/** The position among the siblings; it is no attribute value but a field of the category itself. */
function readPosition(given: unknown): { value?: number; problem?: Problem } {
  if (given === undefined || given === null) return {};
  const value = toInt(given);
  if (value !== undefined && value >= 0) return { value };
  return { problem: { field: "position", message: "must be a whole number, 0 or more" } };
}
