/** The filter keys of `catalog_product.list` (catalog 9.2). */
import type { AttributeDoc } from "../../data/entities/catalog.js";
import type { Scope } from "../../stores/directory.js";
import type { Condition, Query } from "../../../engine/filters/query.js";
import type { FilterField } from "../../../engine/filters/filter-field.js";
import { flagValues } from "../../contract.js";
import { productTypes } from "../attribute-values/product-types.js";
import { readKeys, scopeInForce, type PriceScope } from "../attribute-values/scoped-values.js";

const types = productTypes.map(({ type }) => type);

/** Keys that are not attribute values. `category_ids` and the computed ones are not paths of the stored product. */
const fields: Readonly<Record<string, FilterField>> = {
  product_id: { path: "id", type: "number" },
  entity_id: { path: "id", type: "number" },
  set: { path: "set", type: "number" },
  attribute_set_id: { path: "set", type: "number" },
  type: { path: "type", type: "text", values: types },
  type_id: { path: "type", type: "text", values: types },
  sku: { path: "sku", type: "text" },
  created_at: { path: "created_at", type: "datetime" },
  updated_at: { path: "updated_at", type: "datetime" },
  website_ids: { path: "website_ids", type: "membership" },
  category_ids: { path: "category_ids", type: "membership" },
  has_options: { path: "has_options", type: "number", values: flagValues },
  required_options: { path: "required_options", type: "number", values: flagValues },
  links_exist: { path: "links_exist", type: "number", values: flagValues },
  url_path: { path: "url_path", type: "text" },
};

/** Attributes that are lists or that the service does not use. */
const notFilterable: ReadonlySet<string> = new Set([
  "tier_price",
  "group_price",
  "media_gallery",
  "gallery",
  "recurring_profile",
]);

const filterTypes = {
  varchar: "text",
  text: "text",
  int: "number",
  decimal: "number",
  datetime: "datetime",
  static: "text",
} as const;

/** The field for a filter key: a field of the product, or an attribute in the scope. */
export function productField(
  key: string,
  attributeOf: (code: string) => AttributeDoc | undefined,
  scope: Scope,
  priceScope: PriceScope,
): FilterField | undefined {
  if (Object.hasOwn(fields, key)) return fields[key];
  const attribute = notFilterable.has(key) ? undefined : attributeOf(key);
  if (!attribute) return undefined;
  const keys = readKeys(scopeInForce(attribute, priceScope), scope);
  const path = keys.map((scopeKey) => `values.${scopeKey}.${key}`);
  const values = closedValues(attribute);
  return { path, type: filterTypes[attribute.backend], ...(values && { values }) };
}

/** The values of status, visibility, and attributes that are flags. */
function closedValues({ frontend_input, source }: AttributeDoc): FilterField["values"] {
  if (frontend_input === "boolean" || source === "yes_no") return flagValues;
  if (source === "status") return [1, 2];
  return source === "visibility" ? [1, 2, 3, 4] : undefined;
}

/** The filter keys, for the message about an unknown one. */
export function productFieldNames(attributes: readonly AttributeDoc[]): readonly string[] {
  const codes = attributes.map(({ attribute_code }) => attribute_code);
  return [...Object.keys(fields), ...codes.filter((code) => !notFilterable.has(code))];
}

/** Fields that are computed from the product and not stored. */
const computed: ReadonlySet<unknown> = new Set([
  "has_options",
  "required_options",
  "links_exist",
  "url_path",
]);

/** The parts of a query. All alternatives of a group concern one key, so no group is split. */
interface SplitQuery {
  /** For the storage. */
  readonly stored: Query;
  /** For the computed fields of each product that the storage finds. */
  readonly computed: Query;
  readonly hasComputed: boolean;
}

export function splitQuery({ where = [], any = [] }: Query): SplitQuery {
  const isComputed = ({ path }: Condition) => computed.has(path);
  const isComputedGroup = (group: readonly Condition[]) => group.some(isComputed);
  const ofProduct = {
    where: where.filter(isComputed),
    any: any.filter(isComputedGroup),
  };
  return {
    stored: {
      where: where.filter((condition) => !isComputed(condition)),
      any: any.filter((group) => !isComputedGroup(group)),
    },
    computed: ofProduct,
    hasComputed: ofProduct.where.length + ofProduct.any.length > 0,
  };
}
