/** Reads category data into values and checks them (catalog 10.6, 10.7). */
import type { AttributeDoc, AttributeValue, ScopedValues } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { Scope } from "../../stores/directory.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { readByRow, requiredMessage, type Reading } from "../../../engine/contract/inputs.js";
import type { WritableCode } from "../../data/attribute-tables.js";
import { inputs, type MemberOf } from "../../inputs.js";
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
  /** The scope that the values are written to. */
  readonly scope: Scope;
}

interface CategoryValidation {
  /** All values after the change; meaningless if there are problems. */
  readonly values: ScopedValues;
  /** Undefined if the data has none. */
  readonly position: number | undefined;
  readonly problems: readonly Problem[];
}

/** Default values of a new category. Without sorting attributes it uses the sort order of the shop. */
const createDefaults: Readonly<Record<string, AttributeValue>> = {
  is_active: 1,
  display_mode: "PRODUCTS",
  is_anchor: 0,
  include_in_menu: 1,
};

/** Reads the data of a new category. */
export function validateNewCategory(data: DataObject, context: CategoryDataContext): CategoryValidation {
  return validate(data, { [defaultValueKey]: createDefaults }, { ...context, mode: "create" });
}

/** Reads changes of a category with these values; absent and null members change nothing. */
export function validateCategoryChange(
  data: DataObject,
  values: ScopedValues,
  context: CategoryDataContext,
): CategoryValidation {
  return validate(data, values, { ...context, mode: "update" });
}

interface ValidationContext extends CategoryDataContext {
  readonly mode: "create" | "update";
}

/** An attribute and its reading of the data. */
interface Member {
  readonly attribute: AttributeDoc;
  readonly reading: ValueReading;
}

function validate(data: DataObject, stored: ScopedValues, context: ValidationContext): CategoryValidation {
  const members = context.attributes.map((attribute) => readMember(attribute, data, context));
  const others = members.filter((member) => !isUrlKey(member));
  const named = withMembers(stored, others, context);
  const keys = members.filter(isUrlKey).map((member) => readUrlKey(member, data, named, context));
  const values = withMembers(named, keys, context);

  const position = readPosition(data.position);
  const problems = members.flatMap(memberProblem);
  const isSortable = !problems.some(({ field }) => sortingCodes.includes(field));
  if (isSortable) append(problems, sortingProblems(data, values, context));
  if (position.problem) problems.push(position.problem);
  return { values, position: position.value, problems };
}

function readMember(attribute: AttributeDoc, data: DataObject, context: ValidationContext): Member {
  const given = data[attribute.attribute_code];
  const reading = readValue(attribute, given, choicesOf(attribute, context.sources), context.mode);
  return {
    attribute,
    reading: attribute.attribute_code === "name" ? readName(reading, given, context) : reading,
  };
}

/** A category always has a name; only the name of a store view can be removed with `false`. */
function readName(reading: ValueReading, given: unknown, { mode, scope }: ValidationContext): ValueReading {
  switch (reading.kind) {
    case "set":
      return String(reading.value).trim() === ""
        ? { kind: "problem", message: "must not be blank" }
        : reading;
    case "remove":
      if (mode === "update" && given === false && scope.store_id !== 0) return reading;
      return { kind: "problem", message: "must not be blank" };
    case "keep":
      return mode === "create" ? { kind: "problem", message: requiredMessage } : reading;
    case "problem":
      return reading;
  }
}

/** Without a URL key on create, or after it is cleared, it is made from the name in this scope (catalog 9.9). */
function readUrlKey(
  member: Member,
  data: DataObject,
  values: ScopedValues,
  { mode, scope }: ValidationContext,
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

/** The values with the members set or removed. */
function withMembers(
  values: ScopedValues,
  members: readonly Member[],
  context: ValidationContext,
): ScopedValues {
  return withChanges(
    values,
    members.flatMap((member) => memberChanges(member, context)),
  );
}

function memberChanges({ attribute, reading }: Member, { mode, scope }: ValidationContext): ValueChange[] {
  const code = attribute.attribute_code;
  const key = writeKey(attribute.scope, scope);
  if (reading.kind === "remove") {
    return [{ code, key, value: key === defaultValueKey ? createDefaults[code] : undefined }];
  }
  if (reading.kind !== "set") return [];
  // A new category must be usable in the other store views, too (catalog 1.2).
  const isForAll = mode === "create" && (attribute.is_required || code === "url_key");
  const keys = new Set(isForAll ? [key, defaultValueKey] : [key]);
  return [...keys].map((at) => ({ code, key: at, value: reading.value }));
}

function memberProblem({ attribute, reading }: Member): Problem[] {
  return reading.kind === "problem" ? [{ field: attribute.attribute_code, message: reading.message }] : [];
}

const sortingCodes: readonly string[] = ["default_sort_by", "available_sort_by"];

/** The default sort order must be one of the available ones. Checked only if the change contains either. */
function sortingProblems(data: DataObject, values: ScopedValues, { scope }: ValidationContext): Problem[] {
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

/** The members that are not values of attributes. A member of the contract that is neither does not compile. */
type Parts = Exclude<MemberOf<"NewCategory" | "CategoryChanges">, WritableCode<"category">>;

const partReaders: { readonly [Part in Parts]: (given: unknown) => Reading<number> } = {
  position: (given) => readByRow(inputs.CategoryChanges.position, given),
};

function readPosition(given: unknown): { value?: number; problem?: Problem } {
  if (given === undefined || given === null) return {};
  const reading = partReaders.position(given);
  if (reading.kind === "set") return { value: reading.value };
  return "message" in reading ? { problem: { field: "position", message: reading.message } } : {};
}
