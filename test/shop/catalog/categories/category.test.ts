import { describe, expect, test } from "vitest";
import type { CategoryDoc } from "../../../../src/shop/data/entities/catalog.js";
import { categoryAt, exampleTree, now, startCategories } from "./category-shop.js";

/** Names of the operations are short, so tables of calls stay readable. */
type Call = [operation: string, ...values: unknown[]];

/** What a table of refused calls expects. */
async function refusals(calls: readonly { call: Call; want: string }[], tree?: readonly CategoryDoc[]) {
  for (const { call, want } of calls) {
    const { refusal } = await startCategories(tree);
    expect(await refusal(...call), JSON.stringify(call)).toBe(want);
  }
}

describe("currentStore", () => {
  test("is 0 at first, changes only for a named store, and applies to the other operations", async () => {
    const { call, catalog } = await startCategories();
    await call("update", 3, { name: "Küche" }, 3);
    expect(await call("currentStore", null)).toBe(0);
    expect(await call("currentStore", "german")).toBe(3);
    expect(await call("currentStore")).toBe(3);
    expect(await catalog.call("catalog_product.currentStore", null)).toBe(0);
    expect(await call("tree", 3)).toMatchObject({ name: "Küche" });
    expect(await call("tree", 3, 0)).toMatchObject({ name: "Category 3" });
  });

  test.each(["nope", 99, true, [1], 1.5, {}])("%j is not a store", async (store) => {
    const { refusal } = await startCategories();
    expect(await refusal("currentStore", store)).toBe("store_not_exists");
  });
});

describe("tree", () => {
  test("starts at 1, also with a store, and contains inactive categories", async () => {
    const { call } = await startCategories();
    const tree = await call<{ category_id: number }>("tree");
    expect(tree).toMatchObject({ category_id: 1, parent_id: 0, level: 0, children: [{ category_id: 2 }] });
    expect(await call("tree", null, 1)).toEqual(tree);
  });

  test("orders children by position, then ID", async () => {
    const { call } = await startCategories([...exampleTree, categoryAt("1/2/3/7")]);
    expect(await call("tree", 3)).toEqual({
      category_id: 3,
      parent_id: 2,
      name: "Category 3",
      is_active: true,
      position: 1,
      level: 2,
      children: [
        expect.objectContaining({ category_id: 5, children: [] }),
        expect.objectContaining({ category_id: 7, children: [] }),
        expect.objectContaining({ category_id: 6, is_active: false, children: [] }),
      ],
    });
  });
});

describe("level", () => {
  test.each([
    { values: [], want: [2] },
    { values: [null, null, 3], want: [5, 6] },
    { values: [null, 1], want: [3, 4] },
    { values: [null, "german", 3], want: [5, 6] },
    { values: ["base"], want: [2] },
    { values: [2], want: [2] },
    { values: ["base", null, 3], want: [5, 6] },
    { values: ["base", "default"], want: [3, 4] },
    { values: ["base", 1, 3], want: [5, 6] },
    { values: [0, 0], want: [2] },
    { values: ["admin", "admin"], want: [2] },
    { values: [0, 1], want: [3, 4] },
    { values: [1, 0], want: [2] },
    { values: [null, "", 4], want: [] },
  ])("$values", async ({ values, want }) => {
    const { call } = await startCategories();
    const entries = await call<{ category_id: number }[]>("level", ...values);
    expect(entries.map(({ category_id }) => category_id)).toEqual(want);
  });

  test("returns the values of the given store, never of the current one", async () => {
    const { call } = await startCategories();
    await call("update", 3, { name: "Küche", is_active: false }, 3);
    await call("currentStore", 3);
    expect(await call("level", null, 3)).toMatchObject([{ name: "Küche", is_active: false }, {}]);
    expect(await call("level", null, null, 2)).toEqual([
      { category_id: 3, parent_id: 2, name: "Category 3", is_active: true, position: 1, level: 2 },
      { category_id: 4, parent_id: 2, name: "Category 4", is_active: true, position: 2, level: 2 },
    ]);
  });
});

describe("info", () => {
  const base = { category_id: 2, is_active: true, position: 1, level: 1, parent_id: 1 };

  test("lists active children in order and all active descendants in one flat list", async () => {
    const { call } = await startCategories();
    expect(await call("info", 2, null, [])).toEqual({ ...base, children: "3,4", all_children: "2,3,5,4" });
    expect(await call("info", 3, null, [])).toMatchObject({ children: "5", all_children: "3,5" });
    expect(await call("info", 5, null, [])).toMatchObject({ children: "", all_children: "5" });
    expect(await call("info", 6, null, [])).toMatchObject({ is_active: false, all_children: "6" });
  });

  test("all attributes without a list, in the documented types", async () => {
    const { call } = await startCategories();
    expect(await call("info", 5)).toEqual({
      category_id: 5,
      parent_id: 3,
      is_active: true,
      position: 1,
      level: 3,
      children: "",
      all_children: "5",
      name: "Category 5",
      url_key: "key-5",
      url_path: "key-3/key-5.html",
      path: "1/2/3/5",
      children_count: 0,
      ...{ description: null, image: null, meta_title: null, meta_keywords: null, meta_description: null },
      path_in_store: null,
      landing_page: null,
      include_in_menu: null,
      is_anchor: null,
      page_layout: null,
      ...{ display_mode: "PRODUCTS", available_sort_by: [], default_sort_by: null, filter_price_range: null },
      custom_design: null,
      custom_design_from: null,
      custom_design_to: null,
      custom_layout_update: null,
      custom_use_parent_settings: null,
      custom_apply_to_products: null,
      created_at: now,
      updated_at: now,
    });
  });

  test.each([
    [
      ["name", "nope", 45, "created_at", { a: 1 }, null],
      ["created_at", "name", "url_key"],
    ],
    ["name", ["name"]],
    [43, ["name"]],
    ["nope", []],
  ])("attributes %j", async (attributes, want) => {
    const { call } = await startCategories();
    const info = await call<object>("info", 2, null, attributes);
    const added = Object.keys(info).filter((key) => !(key in base) && !key.endsWith("children"));
    expect(added.sort()).toEqual(want);
  });

  test("stored values are returned in their types", async () => {
    const { call } = await startCategories();
    const data = {
      ...{ is_anchor: 1, include_in_menu: false, landing_page: "7", filter_price_range: "1.5" },
      available_sort_by: ["price", "name", "price"],
      default_sort_by: "name",
      custom_design_from: "2025-01-02",
    };
    await call("update", 4, data);
    expect(await call("info", 4)).toMatchObject({
      ...{ is_anchor: true, include_in_menu: false, landing_page: 7, filter_price_range: 1.5 },
      available_sort_by: ["price", "name"],
      default_sort_by: "name",
      custom_design_from: "2025-01-02 00:00:00",
    });
  });
});

describe("create", () => {
  test("is counted by all ancestors and follows its siblings", async () => {
    const { call } = await startCategories();
    expect(await call("create", 3, { name: "Bowls" })).toBe(7);
    const attributes = ["path", "children_count", "url_path"];
    const place = { position: 3, level: 3, path: "1/2/3/7", children_count: 0, url_path: "key-3/bowls.html" };
    expect(await call("info", 7, null, attributes)).toMatchObject(place);
    for (const [id, children_count] of [
      [1, 6],
      [2, 5],
      [3, 3],
      [4, 0],
    ]) {
      expect(await call("info", id, null, ["children_count"])).toMatchObject({ children_count });
    }
  });

  test("below 1 is a root category; the given position applies", async () => {
    const { call } = await startCategories();
    const id = await call("create", 1, { name: "Second root", position: 0 });
    expect(await call("level")).toMatchObject([
      { category_id: id, level: 1, position: 0 },
      { category_id: 2 },
    ]);
    expect(await call("info", id, null, "url_path")).toMatchObject({ url_path: null });
  });

  test("at a store can be used in the other views too", async () => {
    const { call } = await startCategories();
    const id = await call("create", 2, { name: "Küche", meta_title: "Alles" }, "german");
    const attributes = ["name", "meta_title", "url_key", "include_in_menu"];
    const everywhere = { name: "Küche", url_key: "kuche", include_in_menu: true, is_active: true };
    expect(await call("info", id, 3, attributes)).toMatchObject({ ...everywhere, meta_title: "Alles" });
    expect(await call("info", id, 1, attributes)).toMatchObject({ ...everywhere, meta_title: null });
  });

  test("a refused one uses up no number", async () => {
    const { call, refusal } = await startCategories();
    await refusal("create", 2, {});
    expect(await call("create", 2, { name: "A" })).toBe(7);
  });
});

describe("update", () => {
  test("a view keeps its own values, uses new defaults of other values, and removes its own with false", async () => {
    const { call } = await startCategories();
    await call("update", 3, { name: "Küche" }, 3);
    await call("update", 3, { description: "New" }, 0);
    const attributes = ["name", "description"];
    expect(await call("info", 3, 3, attributes)).toMatchObject({ name: "Küche", description: "New" });
    expect(await call("info", 3, 1, attributes)).toMatchObject({ name: "Category 3", description: "New" });
    await call("update", 3, { name: false }, 3);
    expect(await call("info", 3, 3, attributes)).toMatchObject({ name: "Category 3" });
  });

  test("stores the position for all stores, shifts no category, and an empty change counts as a change", async () => {
    const { call, storage } = await startCategories([
      ...exampleTree,
      categoryAt("1/2/8", { updated_at: "2020-01-01 00:00:00" }),
    ]);
    expect(await call("update", 4, { position: 1 }, 3)).toBe(true);
    expect(await call("info", 2, null, [])).toMatchObject({ children: "3,4,8" });
    expect(await call("update", 8, {})).toBe(true);
    expect(await storage.read((tx) => tx.get("categories", 8))).toMatchObject({
      updated_at: now,
      position: 1,
    });
  });
});

describe("move", () => {
  const wide = [...exampleTree, categoryAt("1/2/30", { position: 3 })];

  test("moves the subtree and changes its addresses", async () => {
    const { call } = await startCategories();
    expect(await call("move", 3, 4)).toBe(true);
    expect(await call("info", 5, null, ["path", "url_path"])).toMatchObject({
      level: 4,
      path: "1/2/4/3/5",
      url_path: "key-4/key-3/key-5.html",
    });
    expect(await call("info", 4, null, ["children_count"])).toMatchObject({ position: 1, children_count: 3 });
    expect(await call("info", 2, null, ["children_count"])).toMatchObject({
      children: "4",
      children_count: 4,
    });
  });

  test("1/2/3 may be moved below 1/2/30", async () => {
    const { call } = await startCategories(wide);
    expect(await call("move", 3, 30, 0)).toBe(true);
    expect(await call("info", 30, null, [])).toMatchObject({ children: "3", position: 2 });
  });

  test.each([
    { values: [3, 2, 4], want: "4,3,30" },
    { values: [30, 2, 0], want: "30,3,4" },
    { values: [3, 2, "4"], want: "4,3,30" },
    { values: [3, 2], want: "4,30,3" },
    { values: [3, 2, 0], want: "3,4,30" },
    { values: [4, 2, 3], want: "3,4,30" },
    { values: [30, 2, null], want: "3,4,30" },
    { values: [5, 2, 3], want: "3,5,4,30" },
  ])("$values", async ({ values, want }) => {
    const { call } = await startCategories(wide);
    expect(await call("move", ...values)).toBe(true);
    expect(await call("info", 2, null, [])).toMatchObject({ children: want });
  });

  test("to the current place changes nothing", async () => {
    const { call, storage } = await startCategories(wide);
    const all = () => storage.read((tx) => tx.find("categories"));
    const before = await all();
    expect(await call("move", 4, 2, 3)).toBe(true);
    expect(await all()).toEqual(before);
  });

  test("refusals", () =>
    refusals(
      [
        { call: ["move", 1, 2], want: "not_moved" },
        { call: ["move", 2, 3], want: "not_moved" },
        { call: ["move", 3, 5], want: "not_moved" },
        { call: ["move", 3, 2, 5], want: "not_moved" },
        { call: ["move", 3, 2, 3], want: "not_moved" },
        { call: ["move", 3, 2, "x"], want: "not_moved" },
      ],
      wide,
    ));

  test("a root category of a store stays below 1, others may be moved", async () => {
    const tree = [...exampleTree, categoryAt("1/9", { position: 2 })];
    await refusals([{ call: ["move", 2, 9], want: "not_moved" }], tree);
    const { call } = await startCategories(tree);
    expect(await call("move", 2, 1)).toBe(true);
    expect(await call("level")).toMatchObject([{ category_id: 9 }, { category_id: 2 }]);
    expect(await call("move", 9, 2)).toBe(true);
    expect(await call("level")).toMatchObject([{ category_id: 2 }]);
  });
});

describe("delete", () => {
  test("removes the subtree and its assignments, leaves gaps and updates the counts", async () => {
    const { call, refusal, storage } = await startCategories();
    await call("assignProduct", 5, 1);
    await call("assignProduct", 4, 1);
    expect(await call("delete", 3)).toBe(true);
    expect(await call("info", 2, null, ["children_count"])).toMatchObject({
      children: "4",
      children_count: 1,
    });
    expect(await call("info", 4, null, [])).toMatchObject({ position: 2 });
    expect(await storage.read((tx) => tx.find("category_products"))).toMatchObject([{ category_id: 4 }]);
    expect(await storage.read((tx) => tx.count("products"))).toBe(3);
    expect([await refusal("delete", 3), await refusal("delete", 5)]).toEqual(["not_exists", "not_exists"]);
  });

  test("of a large category yields to other work", async () => {
    const { call, storage } = await startCategories();
    await storage.write(async (tx) => {
      for (let product_id = 1; product_id <= 3_000; product_id += 1) {
        await tx.put("category_products", { id: `5:${product_id}`, category_id: 5, product_id, position: 1 });
      }
    });
    let turns = 0;
    const other = setInterval(() => (turns += 1), 0);
    await call("delete", 3);
    clearInterval(other);
    expect(turns).toBeGreaterThan(2);
    expect(await storage.read((tx) => tx.count("category_products"))).toBe(0);
  });
});

describe("assigned products", () => {
  test("position: 0 at first, kept unless given, reset by updateProduct", async () => {
    const { call } = await startCategories();
    const position = async () => (await call<{ position: number }[]>("assignedProducts", 4))[0]?.position;
    expect(await call("assignProduct", 4, 1)).toBe(true);
    expect(await position()).toBe(0);
    await call("assignProduct", 4, "SKU-1", -5, "sku");
    expect(await position()).toBe(-5);
    await call("assignProduct", 4, 1);
    expect(await position()).toBe(-5);
    expect(await call("updateProduct", 4, 1, "7")).toBe(true);
    expect(await position()).toBe(7);
    await call("updateProduct", 4, 1);
    expect(await position()).toBe(0);
    expect(await call("removeProduct", 4, 1)).toBe(true);
    expect(await call("assignedProducts", 4)).toEqual([]);
  });

  test("all at store 0, those that a view sells at a view; sorted by position, then ID", async () => {
    const { call } = await startCategories();
    await call("assignProduct", 4, 3, 1);
    await call("assignProduct", 4, 2, 1);
    await call("assignProduct", 4, 1, 2);
    const ids = async (store?: unknown) =>
      (await call<{ product_id: number }[]>("assignedProducts", 4, store)).map(
        ({ product_id }) => product_id,
      );
    expect([await ids(0), await ids(1), await ids(2)]).toEqual([[2, 3, 1], [1], [3]]);
    expect(await call("assignedProducts", 4, 1)).toEqual([
      { product_id: 1, type: "simple", set: 4, sku: "sku-1", position: 2 },
    ]);
    expect(await call("assignedProducts", 1)).toEqual([]);
  });

  test("an invalid position is refused", async () => {
    const { call, refusal } = await startCategories();
    expect(await refusal("assignProduct", 4, 1, 1.5)).toBe("data_invalid: position");
    await call("assignProduct", 4, 1, 3);
    expect(await refusal("updateProduct", 4, 1, "x")).toBe("data_invalid: position");
    expect(await call("assignedProducts", 4)).toMatchObject([{ position: 3 }]);
  });
});
