/** Compositions after a product is deleted, and the attributes that they use. */
import { beforeEach, expect, test } from "vitest";
import { isConfiguring, removeFromCompositions } from "../../../../src/shop/catalog/records/compositions.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import { collections } from "../../../../src/shop/data/collections.js";
import type { BundleOption, CompositionDoc } from "../../../../src/shop/data/entities/compositions.js";

const composition = (id: number, parts: Partial<CompositionDoc>): CompositionDoc => {
  return { id, attributes: [], children: [], options: [], ...parts };
};
const option = (option_id: number, ...products: readonly number[]): BundleOption => {
  const selections = products.map((product_id, index) => {
    return { selection_id: option_id * 10 + index, product_id, qty: 1, can_change_qty: false };
  });
  return { option_id, title: `Option ${option_id}`, type: "select", required: true, selections };
};
const shirt = composition(1, { attributes: [{ attribute_id: 92, prices: [] }], children: [3, 4] });
const basket = composition(2, { options: [option(1, 3, 5), option(2, 5)] });

let storage: MemoryStorage;
beforeEach(async () => {
  storage = new MemoryStorage({ collections });
  await storage.write(async (tx) => {
    for (const one of [shirt, basket]) await tx.put("compositions", one);
  });
});

test.each([
  {
    title: "a part of both",
    id: 3,
    left: [
      { ...shirt, children: [4] },
      {
        ...basket,
        options: [{ ...option(1), selections: option(1, 3, 5).selections.slice(1) }, option(2, 5)],
      },
    ],
  },
  { title: "a child", id: 4, left: [{ ...shirt, children: [3] }, basket] },
  {
    title: "the only selection of an option, which stays",
    id: 5,
    left: [shirt, { ...basket, options: [option(1, 3), option(2)] }],
  },
  { title: "a composite product itself", id: 1, left: [basket] },
  { title: "a product in no composition", id: 99, left: [shirt, basket] },
])("deleted: $title", async ({ id, left }) => {
  await storage.write((tx) => removeFromCompositions(tx, id));
  expect(await storage.read((tx) => tx.find("compositions"))).toEqual(left);
});

test.each([
  { id: 92, want: true },
  { id: 93, want: false },
])("buyers choose by attribute $id: $want", async ({ id, want }) => {
  expect(await storage.read((tx) => isConfiguring(tx, id))).toBe(want);
});
