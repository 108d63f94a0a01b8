import { describe, expect, test } from "vitest";
import type { ScopedValues } from "../../../../src/shop/data/entities/catalog.js";
import {
  validateCategoryChange,
  validateNewCategory,
  type CategoryDataContext,
} from "../../../../src/shop/catalog/categories/category-data.js";
import { toData } from "../../../../src/engine/values/coercion.js";
import { installedAttributes } from "../installed-attributes.js";

const { categoryAttributes, sortBy } = installedAttributes;

const all: CategoryDataContext = {
  attributes: categoryAttributes,
  sources: { taxClasses: [], sortBy },
  scope: { store_id: 0, website_id: 0 },
};
const german: CategoryDataContext = { ...all, scope: { store_id: 3, website_id: 1 } };

const created = (data: object, context = all) => validateNewCategory(toData(data) ?? {}, context);
const changed = (data: object, values: ScopedValues, context = all) =>
  validateCategoryChange(toData(data) ?? {}, values, context);
const fields = ({ problems }: { problems: readonly { field: string }[] }) =>
  problems.map(({ field }) => field);

describe("a new category", () => {
  test("has default values for omitted members", () => {
    const { values, position, problems } = created({ name: "Küche" });
    const want = { name: "Küche", url_key: "kuche", is_active: 1, display_mode: "PRODUCTS", is_anchor: 0 };
    expect({ values, position, problems }).toEqual({
      values: { "0": { ...want, include_in_menu: 1 } },
      position: undefined,
      problems: [],
    });
  });

  test("at a view: required values become the default too, the rest belongs to the view", () => {
    const { values } = created(
      { name: "Küche", is_active: false, meta_title: "Alles", display_mode: "PAGE", is_anchor: true },
      german,
    );
    expect(values.s3).toEqual({
      name: "Küche",
      url_key: "kuche",
      is_active: 0,
      meta_title: "Alles",
      display_mode: "PAGE",
    });
    expect(values["0"]).toEqual({
      name: "Küche",
      url_key: "kuche",
      is_active: 0,
      display_mode: "PRODUCTS",
      is_anchor: 1,
      include_in_menu: 1,
    });
  });

  test.each([
    [{}, ["name"]],
    [{ name: null }, ["name"]],
    [{ name: "" }, ["name"]],
    [{ name: "  " }, ["name"]],
    [{ name: false }, ["name"]],
    [{ name: true }, ["name"]],
    [{ name: "x".repeat(256) }, ["name"]],
    [{ name: "x".repeat(255) }, []],
    [{ name: 7 }, []],
    [{ name: "A", is_active: "yes" }, ["is_active"]],
    [{ name: "A", is_active: "" }, ["is_active"]],
    [{ name: "A", display_mode: "X" }, ["display_mode"]],
    [{ name: "A", display_mode: "products" }, ["display_mode"]],
    [{ name: "A", landing_page: 0 }, ["landing_page"]],
    [{ name: "A", landing_page: "7" }, []],
    [{ name: "A", image: "../a.png" }, ["image"]],
    [{ name: "A", filter_price_range: -1 }, ["filter_price_range"]],
    [{ name: "A", custom_design_from: "2025-02-30" }, ["custom_design_from"]],
    [{ name: "A", page_layout: "four" }, ["page_layout"]],
    [{ name: "A", position: -1 }, ["position"]],
    [{ name: "A", position: "" }, ["position"]],
    [{ name: "A", position: 1.5 }, ["position"]],
    [{ name: "A", available_sort_by: ["size"] }, ["available_sort_by"]],
    [{ name: "A", default_sort_by: "size" }, ["default_sort_by"]],
    [{ name: "A", default_sort_by: "price" }, []],
    [{ name: "A", available_sort_by: "name,price", default_sort_by: "price" }, []],
    [{ name: "A", available_sort_by: ["name"], default_sort_by: "price" }, ["default_sort_by"]],
    [{ name: "A", available_sort_by: ["name"], default_sort_by: "use_config" }, []],
    [{ name: "A", available_sort_by: "use_config", default_sort_by: "price" }, []],
    [{ name: "A", available_sort_by: ["use_config"], default_sort_by: "" }, []],
    [{ name: "", position: "x", display_mode: 1 }, ["name", "display_mode", "position"]],
    [{ name: "A", path: 5, level: "x", children: {}, nope: [], url_path: 1, parent_id: "x" }, []],
  ])("%j", (data, want) => expect(fields(created(data))).toEqual(want));

  test("stores no members that the service computes", () => {
    const { values } = created({
      name: "A",
      path: "1/9",
      children: "4",
      all_children: "4",
      children_count: 7,
    });
    expect(Object.keys(values["0"] ?? {}).sort()).toEqual(
      ["display_mode", "include_in_menu", "is_active", "is_anchor", "name", "url_key"].sort(),
    );
  });

  test.each([
    { data: { name: "A B", url_key: "My Key!" }, want: "my-key" },
    { data: { name: "A B", url_key: "" }, want: "a-b" },
    { data: { name: "A B", url_key: null }, want: "a-b" },
    { data: { name: "A B", url_key: "!!!" }, want: null },
    { data: { name: "!!!" }, want: null },
  ])("url_key of $data is $want", ({ data, want }) => {
    expect(created(data).values["0"]?.url_key).toBe(want);
  });
});

describe("a changed category", () => {
  const stored: ScopedValues = {
    "0": { name: "A", url_key: "a", is_active: 1, meta_title: "T", default_sort_by: "price" },
    s3: { name: "B" },
  };

  test.each([
    ["only the given members", { meta_title: "U" }, all, "0", { meta_title: "U" }],
    ["null is absent", { meta_title: null }, all, "0", {}],
    ["false is no", { is_active: false }, german, "s3", { is_active: 0 }],
    ["the new name does not affect url_key", { name: "C" }, all, "0", { name: "C" }],
    ["an empty url_key follows the name of the view", { url_key: "" }, german, "s3", { url_key: "b" }],
    [
      "an empty url_key follows the new name",
      { name: "C d", url_key: "" },
      all,
      "0",
      { name: "C d", url_key: "c-d" },
    ],
    [
      "use_config hides a default",
      { default_sort_by: "use_config" },
      german,
      "s3",
      { default_sort_by: null },
    ],
    [
      "a cleared display_mode becomes the default",
      { display_mode: "" },
      all,
      "0",
      { display_mode: "PRODUCTS" },
    ],
  ])("%s", (_title, data, context, at, want) => {
    const { values, problems } = changed(data, stored, context);
    expect(problems).toEqual([]);
    expect(values).toEqual({ ...stored, [at]: { ...stored[at], ...want } });
  });

  test.each([
    { data: { name: false }, context: german, want: { "0": stored["0"] } },
    { data: { meta_title: "" }, context: all, want: { ...stored, "0": without("meta_title") } },
    { data: { meta_title: false }, context: all, want: { ...stored, "0": without("meta_title") } },
    { data: { url_key: false }, context: all, want: { ...stored, "0": without("url_key") } },
  ])("$data removes the value", ({ data, context, want }) => {
    expect(changed(data, stored, context).values).toEqual(want);
  });

  test.each([
    { data: { name: "" }, context: all, want: ["name"] },
    { data: { name: "" }, context: german, want: ["name"] },
    { data: { name: false }, context: all, want: ["name"] },
    { data: { is_active: "" }, context: all, want: ["is_active"] },
    { data: { available_sort_by: ["name"] }, context: all, want: ["available_sort_by"] },
    { data: { available_sort_by: ["name"] }, context: german, want: ["available_sort_by"] },
    { data: { available_sort_by: ["name"], default_sort_by: "name" }, context: all, want: [] },
    { data: { available_sort_by: ["name"], default_sort_by: "" }, context: all, want: [] },
    { data: { meta_title: "x" }, context: all, want: [] },
  ])("$data", ({ data, context, want }) => expect(fields(changed(data, stored, context))).toEqual(want));

  function without(code: string) {
    return Object.fromEntries(Object.entries(stored["0"] ?? {}).filter(([name]) => name !== code));
  }
});
