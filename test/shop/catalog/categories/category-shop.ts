/** The minimal shop with the example tree of catalog 10.5 and three products. */
import type { CategoryDoc, ProductDoc } from "../../../../src/shop/data/entities/catalog.js";
import { Catalog } from "../../../support/catalog.js";

export const now = "2025-06-01 12:00:00";

/** A category at a path, for example `1/2/3`. */
export function categoryAt(path: string, more: Partial<CategoryDoc> = {}): CategoryDoc {
  const ids = path.split("/").map(Number);
  const [id, parent_id] = [ids.at(-1) as number, ids.at(-2) ?? 0];
  const values = { "0": { name: `Category ${id}`, is_active: 1, url_key: `key-${id}` } };
  const place = { id, parent_id, path, level: ids.length - 1, position: 1, children_count: 0 };
  return { ...place, created_at: now, updated_at: now, values, ...more };
}

/** 1 > 2 > {3 > {5, 6 inactive}, 4}. */
export const exampleTree: readonly CategoryDoc[] = [
  categoryAt("1", { position: 0, children_count: 5 }),
  categoryAt("1/2", { children_count: 4 }),
  categoryAt("1/2/3", { children_count: 2 }),
  categoryAt("1/2/4", { position: 2 }),
  categoryAt("1/2/3/5"),
  categoryAt("1/2/3/6", { position: 2, values: { "0": { name: "Category 6", is_active: 0 } } }),
];

function productOf(id: number, website_ids: number[], values: ProductDoc["values"]): ProductDoc {
  const times = { created_at: now, updated_at: now };
  const parts = { tier_prices: [], images: [] };
  return { id, type: "simple", set: 4, sku: `sku-${id}`, ...times, website_ids, values, ...parts };
}

/** 1 is sold at website 1; 2 belongs to it, but is enabled at website 2 only; 3 is sold at website 2. */
const products: readonly ProductDoc[] = [
  productOf(1, [1], { "0": { status: 1 } }),
  productOf(2, [1], { "0": { status: 2 }, w2: { status: 1 } }),
  productOf(3, [2], { "0": { status: 1 } }),
];

/** The category operations over this tree, by their short names and with positional arguments. */
export async function startCategories(categories = exampleTree) {
  const catalog = await Catalog.open();
  await catalog.store(async (tx) => {
    for (const category of categories) await tx.put("categories", category);
    for (const product of products) await tx.put("products", product);
    const highest = Math.max(...categories.map(({ id }) => id));
    while ((await tx.next("category")) < highest);
  });
  return {
    catalog,
    storage: catalog.storage,
    call: <Result = unknown>(operation: string, ...values: unknown[]) =>
      catalog.call<Result>(`catalog_category.${operation}`, ...values),
    refusal: (operation: string, ...values: unknown[]) =>
      catalog.fault(`catalog_category.${operation}`, ...values),
  };
}
