/** The categories of a product, regardless of the order in the storage. */
import { expect, test } from "vitest";
import {
  assignmentOf,
  assignmentsInCategory,
  assignmentsOfProduct,
  categoryIdsOf,
  replaceCategories,
  saveAssignment,
} from "../../../../src/shop/catalog/records/assignments.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import { startShop } from "../../../support/shop.js";
import { collections } from "../../../../src/shop/data/collections.js";

const shop = await startShop();

test.each([
  { title: "by number, although the key 10:1 sorts before 9:1", ids: [9, 10, 2] },
  { title: "only one", ids: [7] },
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

test("a product's categories are replaced; unchanged ones keep their position, other products are unchanged", async () => {
  const storage = new MemoryStorage({ collections });
  await storage.write(async (tx) => {
    for (const category_id of [3, 4]) await saveAssignment(tx, { category_id, product_id: 1, position: 7 });
    await saveAssignment(tx, { category_id: 3, product_id: 2, position: 9 });
    await replaceCategories(tx, 1, [4, 5]);
  });
  await storage.read(async (tx) => {
    expect(await assignmentsOfProduct(tx, 1)).toEqual([
      { id: "4:1", category_id: 4, product_id: 1, position: 7 },
      { id: "5:1", category_id: 5, product_id: 1, position: 1 },
    ]);
    expect(await assignmentsInCategory(tx, 3)).toEqual([
      { id: "3:2", category_id: 3, product_id: 2, position: 9 },
    ]);
    expect(await assignmentOf(tx, 4, 1)).toMatchObject({ position: 7 });
    expect(await assignmentOf(tx, 3, 1)).toBeUndefined();
  });
});
