/** Reads the data of `create` and `update` into a new or changed attribute (catalog 4.3 to 4.6). */
import type { AttributeDoc, Backend, ProductType } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import {
  addProblems,
  isAbsent,
  readElsewhere,
  set,
  unreadable,
  type Reading,
  requiredMessage,
} from "../../../engine/contract/inputs.js";
import { toText, type DataObject } from "../../../engine/values/coercion.js";
import { readerOf, type MemberOf } from "../../inputs.js";
import {
  initialFields,
  mergedFields,
  readAdditionalFields,
  type AdditionalFields,
} from "../attribute-values/attribute-fields.js";
import { readDefault } from "../attribute-values/attribute-default.js";
import {
  attributeLabels,
  labelProblems,
  readLabels,
  storedLabels,
  type GivenLabels,
} from "../attribute-values/labels.js";
import { isProductType } from "../attribute-values/product-types.js";
import { append } from "../../../engine/values/lists.js";
import type { WritableCode } from "../../data/attribute-tables.js";

/** The input types of new attributes, in the order of the API documents. */
export const inputTypes = [
  { value: "text", label: "Text Field", backend: "varchar" },
  { value: "textarea", label: "Text Area", backend: "text" },
  { value: "select", label: "Dropdown", backend: "int" },
  { value: "multiselect", label: "Multiple Select", backend: "text" },
  { value: "boolean", label: "Yes/No", backend: "int" },
  { value: "date", label: "Date", backend: "datetime" },
  { value: "price", label: "Price", backend: "decimal" },
] as const satisfies readonly { value: string; label: string; backend: Backend }[];

export type InputType = (typeof inputTypes)[number];

export function inputTypeOf(input: string): InputType | undefined {
  return inputTypes.find(({ value }) => value === input);
}

/** The members that are stored as they are read. */
type Fields = Omit<
  AttributeDoc,
  "attribute_code" | "frontend_input" | "frontend_label" | "default_value" | "additional_fields"
>;

const attributeMembers = readerOf<"AttributeChanges" | "NewAttribute", Fields>(
  ["AttributeChanges", "NewAttribute"],
  {
    apply_to: readTypes,
    // Read by `readNewAttribute` and by `withMembers`.
    attribute_code: readElsewhere,
    frontend_input: readElsewhere,
    default_value: readElsewhere,
    // Their entries have problems of their own.
    frontend_label: readElsewhere,
    additional_fields: readElsewhere,
  },
  ["scope", "apply_to"],
);

/** The given members that are well-formed. */
type GivenMembers = ReturnType<typeof attributeMembers.read>["given"] & {
  readonly labels?: GivenLabels | undefined;
  readonly additional_fields?: AdditionalFields;
};

/** Reads the members that `create` and `update` share, without null and absent ones. */
export function readMembers(data: DataObject, input: string, problems: Problem[]): GivenMembers {
  const { given, problems: found } = attributeMembers.read(data, undefined);
  addProblems(problems, found);
  const { additional_fields, frontend_label } = data;
  const fields = isAbsent(additional_fields)
    ? {}
    : { additional_fields: readAdditionalFields(input, additional_fields, problems) };
  const labels = isAbsent(frontend_label)
    ? {}
    : { labels: readLabels(frontend_label, attributeLabels, problems) };
  return { ...given, ...fields, ...labels };
}

function readTypes(given: unknown): Reading<readonly ProductType[]> {
  return Array.isArray(given) && given.every(isProductType)
    ? set([...new Set(given)])
    : unreadable("must be a list of product types");
}

/** Well-formed data of a new attribute. `withMembers` checks whether it can be stored. */
interface NewAttributeData {
  readonly code: string;
  readonly input: string;
  readonly members: GivenMembers;
}

/** Reads the data of a new attribute. Missing and malformed members are added to `problems`. */
export function readNewAttribute(data: DataObject, problems: Problem[]): NewAttributeData {
  const code = toText(data.attribute_code) ?? "";
  const input = toText(data.frontend_input) ?? "";
  if (code === "") problems.push({ field: "attribute_code", message: "must be text" });
  if (input === "") problems.push({ field: "frontend_input", message: "must be an input type" });
  for (const field of ["scope", "frontend_label"]) {
    if (isAbsent(data[field])) problems.push({ field, message: requiredMessage });
  }
  return { code, input, members: readMembers(data, input, problems) };
}

const maxCodeForm = 255;
const maxCode = 30;

export function hasCodeForm(code: string): boolean {
  return code.length <= maxCodeForm && /^[a-z][a-z0-9_]*$/.test(code);
}

/** A member of the contract without an installed attribute does not compile here: it needs a row or a rule. */
type ProductPart = Exclude<MemberOf<"NewProduct" | "ProductChanges">, WritableCode<"product">>;

/** The members of product data that are not values of attributes (catalog 9.4). */
const productParts: Readonly<Record<ProductPart, true>> = {
  sku: true,
  website_ids: true,
  websites: true,
  category_ids: true,
  categories: true,
  stock_data: true,
  additional_attributes: true,
};

/** Codes that are already members of product data or filter keys. */
const reservedCodes: ReadonlySet<string> = new Set<string>([
  "entity_id",
  "entity_type_id",
  "attribute_set_id",
  "type_id",
  "product_id",
  "set",
  "type",
  ...Object.keys(productParts),
  "store",
  "store_id",
  "attributes",
  "options",
  "position",
]);

export function codeProblems(code: string, isTaken: boolean): Problem[] {
  const field = "attribute_code";
  if (code.length > maxCode) return [{ field, message: `must have at most ${maxCode} characters` }];
  if (isTaken) return [{ field, message: `${code} is the code of another attribute` }];
  return reservedCodes.has(code) ? [{ field, message: `${code} is reserved` }] : [];
}

/** A new attribute of this input type with default members; the ID 0 stands for none. */
export function blankAttribute(attribute_code: string, { value, backend }: InputType): AttributeDoc {
  return {
    id: 0,
    entity_type: "product",
    attribute_code,
    frontend_input: value,
    backend,
    scope: "global",
    default_value: null,
    is_unique: false,
    is_required: false,
    is_configurable: false,
    is_searchable: false,
    is_visible_in_advanced_search: false,
    is_comparable: false,
    is_used_for_promo_rules: false,
    is_visible_on_front: false,
    used_in_product_listing: false,
    apply_to: [],
    frontend_label: [],
    additional_fields: initialFields(value),
    is_user_defined: true,
    is_read_only: false,
    source: null,
    options: [],
  };
}

/** The data that members of an attribute are checked against. */
export interface AttributeContext {
  readonly isStore: (id: number) => boolean;
  /** The allowed values of the attribute; undefined = any. */
  readonly choices: ReadonlySet<string> | undefined;
}

/** The attribute with the given members. Adds the members that cannot be stored to `problems`. */
export function withMembers(
  attribute: AttributeDoc,
  { labels, additional_fields, ...members }: GivenMembers,
  default_value: unknown,
  { isStore, choices }: AttributeContext,
  problems: Problem[],
): AttributeDoc {
  if (!attribute.is_user_defined) append(problems, fixedProblems(attribute, members));
  if (labels) append(problems, labelProblems(labels, attributeLabels, isStore));
  const text = readDefault(attribute, default_value, choices, problems);
  return {
    ...attribute,
    ...members,
    // An installed attribute also keeps the order of its types (catalog 2.3).
    ...(attribute.is_user_defined ? {} : { apply_to: attribute.apply_to }),
    ...(labels
      ? { frontend_label: storedLabels(labels).map(([store_id, label]) => ({ store_id, label })) }
      : {}),
    ...(text === undefined ? {} : { default_value: text }),
    additional_fields: mergedFields(attribute.additional_fields, additional_fields ?? {}),
  };
}

const fixedFlags = ["is_unique", "is_required", "is_configurable"] as const;

/** Members that cannot change in installed attributes. The same value is accepted. */
function fixedProblems(attribute: AttributeDoc, given: GivenMembers): Problem[] {
  const { scope = attribute.scope, apply_to = attribute.apply_to } = given;
  const changed = fixedFlags.filter((name) => (given[name] ?? attribute[name]) !== attribute[name]);
  const isSameTypes = sameTypes(apply_to, attribute.apply_to);
  return [
    ...changed,
    ...(scope === attribute.scope ? [] : ["scope"]),
    ...(isSameTypes ? [] : ["apply_to"]),
  ].map((field) => ({ field, message: "cannot be changed on a system attribute" }));
}

/** Ignores the order. Neither list contains duplicates. */
function sameTypes(one: readonly ProductType[], other: readonly ProductType[]): boolean {
  return one.length === other.length && one.every((type) => other.includes(type));
}
