/** Repeated reads of `info` return results from a cache (catalog/products/product-info.ts), but never after a change. */
import { beforeAll, expect, test } from "vitest";
import { startShop, testTime } from "../../../support/shop.js";

type Info = Record<string, unknown>;

const shop = await startShop();
let mug: number;
let glaze: number;

beforeAll(async () => {
  const data = { name: "Mug", price: 5, category_ids: [2] };
  mug = (await shop.call("catalog_product.create", ["simple", 4, "mug", data])) as number;
  const attribute = {
    attribute_code: "glaze",
    frontend_input: "text",
    scope: "store",
    frontend_label: [{ store_id: 0, label: "Glaze" }],
  };
  glaze = (await shop.call("catalog_product_attribute.create", [attribute])) as number;
  await shop.storage.write(async (tx) => {
    const root = await tx.get("categories", 2);
    await tx.put("categories", { ...root!, id: 3, parent_id: 2, path: "1/2/3" });
  });
});

/** Reads three times, so that the last results come from the cache. */
async function read(store: unknown): Promise<Info> {
  const answers: Info[] = [];
  for (let time = 0; time < 3; time += 1)
    answers.push((await shop.call("catalog_product.info", [mug, store])) as Info);
  const [first] = answers as [Info];
  expect(answers).toEqual([first, first, first]);
  return first;
}

interface Step {
  readonly operation: string;
  readonly args: () => unknown[];
  /** The differences in the view `german` afterwards. */
  readonly want: Info;
}

const product = "catalog_product";
const steps: Step[] = [
  { operation: `${product}.update`, args: () => [mug, { price: 13 }], want: { price: 13 } },
  { operation: `${product}.update`, args: () => [mug, { name: "Becher" }, 3], want: { name: "Becher" } },
  {
    operation: "catalog_category.assignProduct",
    args: () => [3, mug],
    want: { categories: [2, 3], category_ids: [2, 3] },
  },
  {
    operation: "catalog_category.removeProduct",
    args: () => [2, mug],
    want: { categories: [3], category_ids: [3] },
  },
  {
    operation: `${product}.setSpecialPrice`,
    args: () => [mug, 7],
    want: { special_price: 7, special_from_date: testTime },
  },
  {
    operation: `${product}_attribute_tier_price.update`,
    args: () => [mug, [{ customer_group_id: "all", website: "all", qty: 5, price: 9 }]],
    want: { tier_price: [{ customer_group_id: "all", website: "all", qty: 5, price: 9 }] },
  },
  { operation: `${product}_attribute_set.attributeAdd`, args: () => [glaze, 4], want: { glaze: null } },
  {
    operation: `${product}.update`,
    args: () => [mug, { additional_attributes: { single_data: { glaze: "celadon" } } }],
    want: { glaze: "celadon" },
  },
  {
    operation: `${product}_attribute_set.attributeRemove`,
    args: () => [glaze, 4],
    want: { glaze: undefined },
  },
];

test("every change is visible in the next answer, and changes nothing else", async () => {
  await read(0);
  for (const { operation, args, want } of steps) {
    const before = await read("german");
    await shop.call(operation, args());
    const after = await read("german");
    expect(after, operation).toEqual({ ...before, ...want, updated_at: after.updated_at });
    expect((await read(0)).name, operation).toBe("Mug");
  }
});

test("categories that changed places between two answers are noticed", async () => {
  expect(await read(0)).toMatchObject({ categories: [3] });
  await shop.call("catalog_category.assignProduct", [2, mug]);
  await shop.call("catalog_category.removeProduct", [3, mug]);
  expect(await read(0)).toMatchObject({ categories: [2] });
});

test.each([
  { title: "one product", change: (price: number) => ["catalog_product.update", [mug, { price }]] as const },
  {
    title: "its position in categories",
    change: (price: number) => {
      const operation = price % 2 === 1 ? "assignProduct" : "removeProduct";
      return [`catalog_category.${operation}`, [3, mug]] as const;
    },
  },
])("changes in a row are seen at one store: $title", async ({ change }) => {
  for (const price of [1, 2, 3, 4]) {
    const [operation, args] = change(price);
    await shop.call(operation, args);
    const { categories, price: now } = await read(0);
    const stored = await shop.storage.read(async (tx) => ({
      price: (await tx.get("products", mug))?.values["0"]?.price,
      categories: (await tx.get("category_products", `3:${mug}`)) ? [2, 3] : [2],
    }));
    expect({ categories, price: now }).toEqual(stored);
  }
});

test("stores in turn get their own answers", async () => {
  const names: unknown[] = [];
  for (const store of [0, "german", 0, 0, "german", "german"])
    names.push(((await shop.call("catalog_product.info", [mug, store])) as Info).name);
  expect(names).toEqual(["Mug", "Becher", "Mug", "Mug", "Becher", "Becher"]);
});

test("a cached answer can be part of a larger one", async () => {
  const info = await read(0);
  const call = ["catalog_product.info", [mug]];
  const { result } = await shop.rpc("multiCall", [await shop.session(), [call, call]]);
  expect(result).toEqual([info, info]);
});
