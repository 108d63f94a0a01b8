/** `catalog_product.list`: finds products by filters and answers them without holding up other calls. */
import type { Operations } from "../../../generated/operations.js";
import type { ProductDoc } from "../../entities/catalog.js";
import { productField, splitQuery } from "./product-filters.js";
import { effectiveValue, type PriceScope } from "../attribute-values/scoped-values.js";
import type { DataObject } from "../../values/coercion.js";
import { parseFilters } from "../../filters/filters.js";
import type { Scope } from "../../shop/directory.js";
import { matcher } from "../../storage/match.js";
import type { Condition, Query } from "../../filters/query.js";
import type { ReadTx } from "../../storage/storage.js";
import type { AttributeModel } from "../attributes/attribute-model.js";
import { urlPathOf } from "./product-info.js";
import { rowCapProblem, searchLimit } from "../../filters/row-cap.js";
import { append } from "../../values/lists.js";
import { nextSlice } from "../../time-slices.js";

export type ProductEntry = Operations["catalog_product.list"]["result"][number];

export interface ProductSearch {
  readonly model: AttributeModel;
  readonly scope: Scope;
  readonly priceScope: PriceScope;
  /** 0 = no cap. */
  readonly maxRows: number;
  /** Very many may come in batches, where the storage has them so. */
  readonly mayStream: boolean;
}

/** Products that are answered between two turns of other work: a few milliseconds. */
const productsPerTurn = 500;

/** Products that are held at once where they need not be: some 5 MB. */
const heldProducts = 2_000;

/** Products that are found by their IDs; more are found by going through all. */
const maxLookedUp = 1000;

/** The matching products by ID, very many of them in batches, or one sentence that says why the filters are refused. */
export async function searchProducts(
  tx: ReadTx,
  filters: DataObject,
  { model, scope, priceScope, maxRows, mayStream }: ProductSearch,
): Promise<
  | { readonly products: readonly ProductDoc[] }
  | { readonly batches: AsyncIterable<readonly ProductDoc[]> }
  | { readonly problem: string }
> {
  const parsed = parseFilters(filters, (key) =>
    productField(key, (code) => model.productByCode(code), scope, priceScope),
  );
  if ("problem" in parsed) return parsed;

  const { stored, computed, hasComputed } = splitQuery(await overProductIds(tx, parsed.query));
  const meeting = async (found: readonly ProductDoc[]) =>
    hasComputed ? await thoseThatMeet(computed, found, scope) : found;
  // How many meet a condition on what is computed is not known before all are there.
  const each = mayStream && (maxRows === 0 || !hasComputed) ? tx.each : undefined;
  const limit = hasComputed ? undefined : searchLimit(maxRows);
  const found = await tx.find("products", {
    ...stored,
    limit: each ? Math.min(limit ?? Infinity, heldProducts + 1) : limit,
  });
  if (each && found.length > heldProducts) {
    const total = maxRows === 0 ? 0 : await tx.count("products", stored);
    const problem = rowCapProblem(total, maxRows, "products");
    return problem === undefined ? { batches: mapBatches(each("products", stored), meeting) } : { problem };
  }
  const products = await meeting(found);
  const problem = rowCapProblem(products.length, maxRows, "products");
  return problem === undefined ? { products } : { problem };
}

async function* mapBatches<One, Other>(
  batches: AsyncIterable<One>,
  map: (batch: One) => Promise<Other>,
): AsyncGenerator<Other> {
  for await (const batch of batches) yield await map(batch);
}

/** The entries of products that nobody holds all of. */
export function entryBatches(
  tx: ReadTx,
  batches: AsyncIterable<readonly ProductDoc[]>,
  scope: Scope,
): AsyncIterable<readonly ProductEntry[]> {
  return mapBatches(batches, (products) => productEntries(tx, products, scope));
}

/** Conditions on categories become conditions on product IDs: the assignments of products are rows of their own. */
async function overProductIds(tx: ReadTx, { where = [], any = [] }: Query): Promise<Query> {
  const translate = (conditions: readonly Condition[]) =>
    Promise.all(conditions.map((condition) => overProductId(tx, condition)));
  return { where: await translate(where), any: await Promise.all(any.map(translate)) };
}

async function overProductId(tx: ReadTx, condition: Condition): Promise<Condition> {
  const { path: field, op, value } = condition;
  if (field !== "category_ids") return condition;
  // Asks for products without any category, where "in none of these" says so already.
  if (op === "null") return { path: "id", type: "number", op: "null" };
  const ids = await productIdsIn(tx, value);
  // Looking up many products one by one takes longer than going through all of them: with a choice of paths the
  // storage uses no index.
  const path = ids.length > maxLookedUp ? ["id", "id"] : "id";
  return { path, type: "number", op: op === "neq" || op === "nin" ? "nin" : "in", value: ids };
}

async function productIdsIn(tx: ReadTx, categoryIds: unknown): Promise<readonly number[]> {
  const assignments = await tx.find("category_products", {
    where: [{ path: "category_id", type: "number", op: "in", value: categoryIds }],
  });
  return assignments.map(({ product_id }) => product_id);
}

/** The products that meet conditions on what is computed from them. */
async function thoseThatMeet(
  query: Query,
  products: readonly ProductDoc[],
  scope: Scope,
): Promise<ProductDoc[]> {
  const meets = matcher(query);
  const met: ProductDoc[] = [];
  for (const slice of slices(products)) {
    append(
      met,
      slice.filter((product) => meets(computedOf(product, scope))),
    );
    await nextSlice();
  }
  return met;
}

function computedOf(product: ProductDoc, scope: Scope) {
  const links_exist = product.type === "downloadable" ? 0 : null;
  return {
    id: product.id,
    has_options: 0,
    required_options: 0,
    links_exist,
    url_path: urlPathOf(product, scope),
  };
}

/** Products as `list` answers them. */
export async function productEntries(
  tx: ReadTx,
  products: readonly ProductDoc[],
  scope: Scope,
): Promise<ProductEntry[]> {
  const entries: ProductEntry[] = [];
  for (const slice of slices(products)) {
    const categoryIds = await categoryIdsByProduct(tx, slice);
    for (const product of slice) entries.push(entryOf(product, categoryIds.get(product.id) ?? [], scope));
    if (slice.length === productsPerTurn) await nextSlice();
  }
  return entries;
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

/** One search for the assignments of many products; ascending category IDs. */
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

/** Products without large gaps between them are one run of the index; others are looked up one by one. */
function assignedTo(ids: readonly number[]): Condition[] {
  const product = { path: "product_id", type: "number" } as const;
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  if (last - first > 2 * ids.length) return [{ ...product, op: "in", value: ids }];
  return [
    { ...product, op: "gteq", value: first },
    { ...product, op: "lteq", value: last },
  ];
}

function* slices<Row>(rows: readonly Row[]): Iterable<readonly Row[]> {
  for (let at = 0; at < rows.length; at += productsPerTurn) yield rows.slice(at, at + productsPerTurn);
}
