/** The categories of a product, whatever the order in which storages keep them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { assignmentsOfProduct, categoryIdsOf } from "../../../src/catalog/records/assignments.js";
import { startShop, type Shop } from "../../support/shop.js";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

test.each([
  { title: "by number, where the key 10:1 stands before 9:1", ids: [9, 10, 2] },
  { title: "one alone", ids: [7] },
  { title: "none", ids: [] },
])("are ascending: $title", async ({ ids }) => {
  await shop.reset("minimal");
  await shop.storage.write(async (tx) => {
    for (const category_id of ids) {
      await tx.put("category_products", { id: `${category_id}:1`, category_id, product_id: 1, position: 1 });
    }
    await tx.put("category_products", { id: "3:2", category_id: 3, product_id: 2, position: 1 });
  });
  const found = await shop.storage.read((tx) => categoryIdsOf(tx, 1));
  expect(found).toEqual([...ids].sort((a, b) => a - b));
  const keys = await shop.storage.read((tx) => assignmentsOfProduct(tx, 1));
  expect(keys.map(({ id }) => id)).toEqual(ids.map((id) => `${id}:1`).sort());
});
