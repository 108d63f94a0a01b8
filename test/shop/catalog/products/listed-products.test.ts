/** `catalog_product.list` over many products (catalog 9.2): each once, with its own categories. */
import { beforeAll, expect, test } from "vitest";
import type { ProductDoc } from "../../../../src/shop/data/entities/catalog.js";
import { Catalog } from "../../../support/catalog.js";

interface Entry {
  readonly product_id: number;
  readonly category_ids: readonly number[];
}

const shop = await Catalog.open();
const list = (filters: object) => shop.call<Entry[]>("catalog_product.list", filters);
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

beforeAll(async () => {
  const id = await shop.call<number>("catalog_product.create", "simple", 4, "first", { name: "First" });
  await shop.store(async (tx) => {
    const first = (await tx.get("products", id)) as ProductDoc;
    for (const id of [...ids(2, 1203), 9000]) await tx.put("products", { ...first, id, sku: `sku-${id}` });
    const assign = (category_id: number, product_id: number) =>
      tx.put("category_products", {
        ...{ id: `${category_id}:${product_id}`, category_id, product_id, position: 1 },
      });
    for (const product of ids(101, 1201)) await assign(5, product);
    for (const category of [10, 9, 2]) await assign(category, 1202);
    await assign(7, 9000);
  });
});

test("every product once, by ID, in any number of turns", async () => {
  expect((await list({})).map(({ product_id }) => product_id)).toEqual([...ids(1, 1203), 9000]);
});

test("a category with more products than are looked up one by one", async () => {
  const found = await list({ category_ids: 5 });
  expect(found.map(({ product_id }) => product_id)).toEqual(ids(101, 1201));
});

test.each([
  {
    title: "of neighbours",
    filters: { product_id: { in: [1200, 1202, 1203] } },
    want: [[5], [2, 9, 10], []],
  },
  { title: "far apart", filters: { product_id: { in: [1, 1202, 9000] } }, want: [[], [2, 9, 10], [7]] },
])("categories by number, also where the key 10:… stands before 9:…: $title", async ({ filters, want }) => {
  expect((await list(filters)).map(({ category_ids }) => category_ids)).toEqual(want);
});
