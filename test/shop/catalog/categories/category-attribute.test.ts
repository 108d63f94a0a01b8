/** `catalog_category_attribute` (beyond 2). */
import { expect, test } from "vitest";
import { Catalog } from "../../../support/catalog.js";

const namespace = "catalog_category_attribute";
const shop = await Catalog.open();

const options = (attribute: unknown, store?: unknown) =>
  shop.call<{ value: string; label: string }[]>(`${namespace}.options`, attribute, store);
const yesNo = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];

test("the list has four columns without an attribute, then the attributes of the set in its order", async () => {
  const list = await shop.call<{ attribute_id: number | null; code: string; type: string }[]>(
    `${namespace}.list`,
    "surplus",
  );
  expect(list.map(({ code }) => code)).toEqual([
    ...["created_at", "updated_at", "parent_id", "increment_id", "name", "is_active", "url_key"],
    ...["description", "image", "meta_title", "meta_keywords", "meta_description", "include_in_menu"],
    ...["path", "position", "all_children", "path_in_store", "children", "url_path", "level"],
    ...["children_count", "display_mode", "landing_page", "is_anchor", "available_sort_by"],
    ...["default_sort_by", "filter_price_range", "custom_use_parent_settings", "custom_apply_to_products"],
    ...["custom_design", "custom_design_from", "custom_design_to", "page_layout", "custom_layout_update"],
  ]);
  expect(list[0]).toEqual({
    ...{ attribute_id: null, code: "created_at", type: null, required: null, scope: "global" },
  });
  expect(list.filter(({ attribute_id }) => attribute_id === null)).toHaveLength(4);
  expect(list[4]).toEqual({
    ...{ attribute_id: 43, code: "name", type: "text", required: true, scope: "store" },
  });
  expect(list.find(({ code }) => code === "path")?.type).toBe("text");
  expect(list.find(({ code }) => code === "is_active")?.type).toBe("select");
});

test("options are found by code or ID", async () => {
  const list = await shop.call<{ attribute_id: number; code: string }[]>(`${namespace}.list`);
  const id = list.find(({ code }) => code === "is_anchor")?.attribute_id;
  for (const attribute of ["is_anchor", id, String(id)]) expect(await options(attribute)).toEqual(yesNo);
  expect((await options("display_mode")).map(({ value }) => value)).toEqual([
    ...["PRODUCTS", "PAGE", "PRODUCTS_AND_PAGE"],
  ]);
  expect((await options("default_sort_by")).slice(0, 3)).toEqual([
    { value: "position", label: "Best Value" },
    { value: "name", label: "Name" },
    { value: "price", label: "Price" },
  ]);
});

test.each(["created_at", "updated_at", "parent_id", "increment_id", "entity_id", "attribute_set_id", "name"])(
  "%s has no options",
  async (code) => {
    expect(await options(code)).toEqual([]);
  },
);

test.each(["IS_ACTIVE", "price", 77, "77", 999, "", 0])(
  "%j is not a category attribute",
  async (attribute) => {
    expect(await shop.fault(`${namespace}.options`, attribute)).toBe("not_exists");
  },
);

test("the current store is that of categories", async () => {
  expect(await shop.call("catalog_category.currentStore", "default")).toBe(1);
  expect(await shop.call(`${namespace}.currentStore`)).toBe(1);
  expect(await shop.call("catalog_product.currentStore")).toBe(0);
  expect(await shop.fault(`${namespace}.currentStore`, "nowhere")).toBe("store_not_exists");
});
