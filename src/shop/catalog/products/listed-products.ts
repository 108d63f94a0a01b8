/** `catalog_product.list`: finds products by filters and makes their entries. */
import type { Operations } from "../../../../generated/operations.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import { productField, productFieldNames, splitQuery } from "./product-filters.js";
import { effectiveValue, type PriceScope } from "../attribute-values/scoped-values.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { parseFilters } from "../../../engine/filters/filters.js";
import type { Scope } from "../../stores/directory.js";
import { matcher } from "../../../engine/storage/match.js";
import type { Condition, Query } from "../../../engine/filters/query.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import type { AttributeModel } from "../attributes/attribute-model.js";
import { optionFlags } from "../options/product-options.js";
import { urlPathOf } from "./product-info.js";
import { refuseUnknownValues, type ListForm } from "../../../engine/calls/listing.js";
import type { FilterFields } from "../../../engine/filters/filter-field.js";

export type ProductEntry = Operations["catalog_product.list"]["result"][number];

interface SearchPlace {
  readonly model: AttributeModel;
  readonly scope: Scope;
  readonly priceScope: PriceScope;
}

/** Products between two yields: a few milliseconds of work. */
const productsPerYield = 500;

/** At most this many products are looked up by ID; for more, a scan is faster. */
const maxLookedUp = 1000;

/** The listing of the products that match the filters. Throws `filters_invalid`. */
export async function productListing(
  call: Parameters<typeof refuseUnknownValues>[0],
  filters: DataObject,
  place: SearchPlace,
): Promise<ListForm<"products", ProductEntry>> {
  const fields = productFields(place);
  const parsed = parseFilters(filters, fields);
  if ("problem" in parsed) throw call.fault("filters_invalid", parsed.problem);
  await refuseUnknownValues(call, "products", filters, fields);
  return productsFound(call.tx, parsed.query, place.scope);
}

function productFields({ model, scope, priceScope }: SearchPlace): FilterFields {
  return {
    get: (key) => productField(key, (code) => model.productByCode(code), scope, priceScope),
    names: () => productFieldNames(model.productAttributes),
  };
}

/** The listing of the products that match a query on the fields of `productField`. */
export async function productsFound(
  tx: ReadTx,
  query: Query,
  scope: Scope,
): Promise<ListForm<"products", ProductEntry>> {
  const { stored, computed, hasComputed } = splitQuery(await overProductIds(tx, query));
  const meets = matcher(computed);
  return {
    collection: "products",
    query: stored,
    perTurn: productsPerYield,
    rowsOf: (products) => productEntries(tx, products, scope),
    ...(hasComputed && {
      accept: (products) => products.filter((product) => meets(computedOf(product, scope))),
    }),
  };
}

/** Replaces conditions on categories by conditions on product IDs, because assignments are rows of their own. */
async function overProductIds(tx: ReadTx, { where = [], any = [] }: Query): Promise<Query> {
  const translate = (conditions: readonly Condition[]) =>
    Promise.all(conditions.map((condition) => overProductId(tx, condition)));
  return { where: await translate(where), any: await Promise.all(any.map(translate)) };
}

async function overProductId(tx: ReadTx, condition: Condition): Promise<Condition> {
  const { path: field, op, value } = condition;
  if (field !== "category_ids") return condition;
  // "null" asks for products without any category; no product has a null ID.
  if (op === "null") return { path: "id", type: "number", op: "null" };
  const ids = await productIdsIn(tx, value);
  // A scan is faster than looking up many products one by one. With two paths, the storage does not use the index.
  const path = ids.length > maxLookedUp ? ["id", "id"] : "id";
  return { path, type: "number", op: op === "neq" || op === "nin" ? "nin" : "in", value: ids };
}

async function productIdsIn(tx: ReadTx, categoryIds: unknown): Promise<readonly number[]> {
  const assignments = await tx.find("category_products", {
    where: [{ path: "category_id", type: "number", op: "in", value: categoryIds }],
  });
  return assignments.map(({ product_id }) => product_id);
}

/** The fields for filters that are computed and not stored. */
function computedOf(product: ProductDoc, scope: Scope) {
  const { links_exist, ...flags } = optionFlags(product);
  return {
    id: product.id,
    ...flags,
    links_exist: product.type === "downloadable" ? links_exist : null,
    url_path: urlPathOf(product, scope),
  };
}

/** The entries of `list`. */
async function productEntries(
  tx: ReadTx,
  products: readonly ProductDoc[],
  scope: Scope,
): Promise<ProductEntry[]> {
  const categoryIds = await categoryIdsByProduct(tx, products);
  return products.map((product) => entryOf(product, categoryIds.get(product.id) ?? [], scope));
}

function entryOf(product: ProductDoc, category_ids: number[], scope: Scope): ProductEntry {
  const { id: product_id, sku, set, type, website_ids, values } = product;
  const name = effectiveValue(values, "name", "store", scope);
  return {
    product_id,
    sku,
    name: String(name ?? ""),
    set,
    type,
    category_ids,
    website_ids: [...website_ids],
  };
}

/** The category IDs of many products, ascending, by a single query. */
async function categoryIdsByProduct(
  tx: ReadTx,
  products: readonly ProductDoc[],
): Promise<Map<number, number[]>> {
  const assignments = await tx.find("category_products", { where: assignedTo(products.map(({ id }) => id)) });
  const idsByProduct = new Map<number, number[]>();
  for (const { product_id, category_id } of assignments) {
    const ids = idsByProduct.get(product_id);
    if (ids) ids.push(category_id);
    else idsByProduct.set(product_id, [category_id]);
  }
  for (const ids of idsByProduct.values()) ids.sort((a, b) => a - b);
  return idsByProduct;
}

/** A range of the index for products without large gaps between their IDs; otherwise a list of IDs. */
function assignedTo(ids: readonly number[]): Condition[] {
  const product = { path: "product_id", type: "number" } as const;
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  if (last - first > 2 * ids.length) return [{ ...product, op: "in", value: ids }];
  return [
    { ...product, op: "gteq", value: first },
    { ...product, op: "lteq", value: last },
  ];
}
