/** catalog 10.2 to 10.5. */
import { describe, expect, test } from "vitest";
import { categoryEntry, categoryInfo } from "../../../../src/shop/catalog/categories/category-info.js";
import type { CategoryDoc, ScopedValues } from "../../../../src/shop/data/entities/catalog.js";
import { installedAttributes } from "../installed-attributes.js";

const created = { created_at: "2025-01-01 00:00:00", updated_at: "2025-01-02 00:00:00" };

function category(path: string, position: number, values: ScopedValues = {}): CategoryDoc {
  const ids = path.split("/").map(Number);
  const [id = 0, parent_id = 0] = ids.toReversed();
  const base = { name: `No ${id}`, url_key: `k${id}`, is_active: 1, ...values["0"] };
  const all = { ...values, "0": base };
  return { id, parent_id, path, position, level: ids.length - 1, children_count: 0, ...created, values: all };
}

const atDefault = { store_id: 0, website_id: 0 };
const german = { store_id: 3, website_id: 1 };
const inactive = { "0": { is_active: 0 } };

/** The example of catalog 10.5. */
const root = category("1", 0);
const two = category("1/2", 1);
const three = category("1/2/3", 1, { s3: { name: "Drei" } });
const four = category("1/2/4", 2, { s3: { is_active: 0 } });
const five = category("1/2/3/5", 1);
const six = category("1/2/3/6", 2, inactive);
const below = [six, four, five, three];

const info = (named?: readonly unknown[], scope = atDefault, of = two) =>
  categoryInfo(
    {
      category: of,
      ancestors: of === two ? [root] : [root, two],
      descendants: of === two ? below : [five, six],
    },
    installedAttributes.categoryAttributes,
    named,
    scope,
  ) as Record<string, unknown>;

describe("children", () => {
  test.each([
    ["2", "3,4", "2,3,5,4", () => info([])],
    ["2 at a view that has 4 switched off", "3", "2,3,5", () => info([], german)],
    ["3", "5", "3,5", () => info([], atDefault, three)],
  ])("of %s", (_of, children, all_children, got) => expect(got()).toMatchObject({ children, all_children }));
});

describe("members", () => {
  test.each([
    { member: "name", values: {}, want: "No 2" },
    { member: "is_anchor", values: { is_anchor: 1 }, want: true },
    { member: "is_anchor", values: { is_anchor: 0 }, want: false },
    { member: "is_anchor", values: {}, want: null },
    { member: "include_in_menu", values: { include_in_menu: 1 }, want: true },
    { member: "landing_page", values: { landing_page: 7 }, want: 7 },
    { member: "landing_page", values: {}, want: null },
    { member: "filter_price_range", values: { filter_price_range: 2.5 }, want: 2.5 },
    { member: "display_mode", values: {}, want: "PRODUCTS" },
    { member: "display_mode", values: { display_mode: "PAGE" }, want: "PAGE" },
    { member: "available_sort_by", values: { available_sort_by: "name,price" }, want: ["name", "price"] },
    { member: "available_sort_by", values: { available_sort_by: "" }, want: [] },
    { member: "available_sort_by", values: {}, want: [] },
    { member: "default_sort_by", values: {}, want: null },
    { member: "children_count", values: {}, want: 0 },
    { member: "path", values: {}, want: "1/2" },
    { member: "path_in_store", values: {}, want: null },
    { member: "created_at", values: {}, want: created.created_at },
    { member: "updated_at", values: {}, want: created.updated_at },
  ])("$member of $values is $want", ({ member, values, want }) => {
    const of = category("1/2", 1, { "0": values });
    const lineage = { category: of, ancestors: [root], descendants: [] };
    const shown = categoryInfo(lineage, installedAttributes.categoryAttributes, [member], atDefault);
    expect((shown as Record<string, unknown>)[member]).toEqual(want);
  });
});

describe("url_path", () => {
  const pathOf = (of: CategoryDoc, ancestors: readonly CategoryDoc[], scope = atDefault) =>
    categoryInfo(
      { category: of, ancestors, descendants: [] },
      installedAttributes.categoryAttributes,
      ["url_path"],
      scope,
    ).url_path;

  test.each([
    { title: "a root category of stores has no url_path", path: pathOf(two, [root]), want: null },
    { title: "its key below the root category", path: pathOf(three, [root, two]), want: "k3.html" },
    { title: "with the keys above", path: pathOf(five, [root, two, three]), want: "k3/k5.html" },
    {
      title: "the keys of the store view",
      path: pathOf(category("1/2/3/7", 1, { s3: { url_key: "sieben" } }), [root, two, three], german),
      want: "k3/sieben.html",
    },
    {
      title: "empty without its own key",
      path: pathOf(category("1/2/3/7", 1, { s3: { url_key: null } }), [root, two, three], german),
      want: null,
    },
    {
      title: "a parent category without a key is omitted",
      path: pathOf(five, [root, two, category("1/2/3", 1, { s3: { url_key: null } })], german),
      want: "k5.html",
    },
  ])("$title", ({ path, want }) => expect(path).toBe(want));
});

describe("the tree", () => {
  test("a category without a name has an empty name", () => {
    expect(categoryEntry({ ...two, values: {} }, atDefault)).toMatchObject({ name: "", is_active: false });
  });
});
