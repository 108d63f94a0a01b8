/** Root categories of websites, and limits of lists (catalog 10.3, 10.4, 10.8 to 10.10). */
import { describe, expect, test } from "vitest";
import type { ShopDoc } from "../../../../src/shop/data/entities/shop.js";
import { categoryAt, exampleTree, startCategories } from "./category-shop.js";

const shop = await startCategories([...exampleTree, categoryAt("1/7", { position: 2 })]);
// The second website shows another tree.
await shop.catalog.store(async (tx) => {
  const doc = (await tx.get("settings", "shop")) as ShopDoc;
  const groups = doc.groups.map((group) =>
    group.website_id === 2 ? { ...group, root_category_id: 7 } : group,
  );
  await tx.put("settings", { ...doc, groups });
});

const ids = (categories: readonly { readonly category_id: number }[]) =>
  categories.map(({ category_id }) => category_id);

describe("level", () => {
  test.each([
    { title: "no arguments", args: [], want: [2, 7] },
    { title: "the website 0", args: [0], want: [2, 7] },
    { title: "the first website", args: ["base"], want: [2] },
    { title: "the second website", args: [2], want: [7] },
    { title: "a website and its view", args: [2, 2], want: [] },
    { title: "only a view", args: [null, 1], want: [3, 4] },
    { title: "a website and a category", args: [2, null, 3], want: [5, 6] },
  ])("of $title: $want", async ({ args, want }) => {
    expect(ids(await shop.call("level", ...args))).toEqual(want);
  });
});

describe("the root of the tree, and those of stores", () => {
  const message = async (operation: string, ...args: unknown[]) =>
    (await shop.catalog.refusal(`catalog_category.${operation}`, ...args)).message;
  const holdsRoot = "The category is, or contains, the root category of a store";

  test.each([
    ["delete", [1], "The root of the tree cannot be deleted (categoryId: 1)."],
    ["delete", [2], `${holdsRoot} (categoryId: 2).`],
    ["delete", [7], `${holdsRoot} (categoryId: 7).`],
    ["move", [1, 3], "The root of the tree cannot be moved (categoryId: 1)."],
    ["move", [7, 3], "The root category of a store must stay below category 1 (categoryId: 7)."],
  ])("%s %j: %j", async (operation, args, want) => {
    expect(await message(operation, ...args)).toContain(want);
  });
});

test("info accepts up to 10,000 names", async () => {
  const names = (count: number) => Array.from({ length: count }, () => "name");
  expect(await shop.call("info", 3, null, names(10_000))).toMatchObject({ name: "Category 3" });
  expect(await shop.refusal("info", 3, null, names(10_001))).toMatch(/^invalid_request_param/);
});

test("products in one position are sorted by ID", async () => {
  for (const [product, position] of [
    [3, 5],
    [2, 5],
    [1, 9],
  ] as const)
    await shop.call("assignProduct", 4, product, position);
  const assigned = await shop.call<{ product_id: number }[]>("assignedProducts", 4);
  expect(assigned.map(({ product_id }) => product_id)).toEqual([2, 3, 1]);
});

test("a deleted category loses all its assignments, whatever their number, and no others", async () => {
  const id = await shop.call<number>("create", 4, { name: "Full", is_active: 1 });
  const assign = (category_id: number, product_id: number) => ({
    ...{ id: `${category_id}:${product_id}`, category_id, product_id, position: 1 },
  });
  await shop.catalog.store(async (tx) => {
    for (let product = 1; product <= 1200; product += 1) {
      await tx.put("category_products", assign(id, product));
    }
    await tx.put("category_products", assign(6, 1200));
  });

  await shop.call("delete", id);
  const left = await shop.storage.read((tx) => tx.find("category_products"));
  expect(left.filter(({ category_id }) => category_id === id)).toEqual([]);
  expect(left).toContainEqual(assign(6, 1200));
});

describe("the tree has at most 100 levels below its root", async () => {
  /** The ID of the category at a level of a long branch below category 2. */
  const at = (level: number) => 100 + level;
  const branch = (depth: number) =>
    Array.from({ length: depth - 1 }, (_, index) => at(index + 2)).reduce<string[]>(
      (paths, id) => [...paths, `${paths.at(-1) ?? "1/2"}/${id}`],
      [],
    );
  const deep = await startCategories([...exampleTree, ...branch(100).map((path) => categoryAt(path))]);

  const data = {
    name: "New",
    is_active: 1,
    available_sort_by: "name",
    default_sort_by: "name",
    include_in_menu: 1,
  };

  test("a new category may be in the last level, and not below it", async () => {
    expect(await deep.call("create", at(99), data)).toBeTypeOf("number");
    expect(await deep.refusal("create", at(100), data)).toMatch(/^data_invalid/);
  });

  test("a moved category takes its whole subtree along", async () => {
    expect(await deep.refusal("move", 3, at(99))).toBe("not_moved");
    expect(await deep.refusal("move", 3, at(100))).toBe("not_moved");
    expect(await deep.refusal("move", 4, at(100))).toBe("not_moved");
    expect(await deep.call("move", 3, at(98))).toBe(true);
    expect((await deep.catalog.call<{ level: number }>("catalog_category.info", 5)).level).toBe(100);
    expect(await deep.call("move", 4, at(99))).toBe(true);
  });

  test("a move within the last level is possible", async () => {
    expect(await deep.call("move", 4, at(99), at(100))).toBe(true);
  });
});
