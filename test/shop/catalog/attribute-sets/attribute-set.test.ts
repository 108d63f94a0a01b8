/** catalog 5. */
import { beforeEach, describe, expect, test } from "vitest";
import { touchAttributes } from "../../../../src/shop/catalog/attributes/attributes.js";
import type { AttributeSetDoc } from "../../../../src/shop/data/entities/catalog.js";
import { Catalog } from "../../../support/catalog.js";

const namespace = "catalog_product_attribute_set";
const shop = await Catalog.open();

beforeEach(() => shop.reset());

const create = (name = "Mugs", skeleton: unknown = 4) =>
  shop.call<number>(`${namespace}.create`, name, skeleton);

const attribute = (code: string, more = {}) =>
  shop.call<number>("catalog_product_attribute.create", {
    attribute_code: code,
    frontend_input: "text",
    scope: "global",
    frontend_label: [{ store_id: 0, label: code }],
    ...more,
  });

const storedSet = async (id: number): Promise<AttributeSetDoc> => {
  const set = await shop.storage.read((tx) => tx.get("attribute_sets", id));
  if (!set) throw new Error(`there is no attribute set ${id}`);
  return set;
};

const codes = async (set: number) =>
  (await shop.call<{ code: string }[]>("catalog_product_attribute.items", set)).map(({ code }) => code);

describe("create", () => {
  test("copies groups and members under new IDs", async () => {
    const set = await create(" Mugs ");

    expect(set).toBeGreaterThan(8);
    expect(await codes(set)).toEqual(await codes(4));
    expect(await shop.call(`${namespace}.items`)).toEqual([
      { set_id: 4, name: "Default" },
      { set_id: set, name: "Mugs" },
    ]);
    await shop.call(`${namespace}.attributeRemove`, 81, set);
    expect(await codes(4)).toContain("cost");
    expect(await codes(set)).not.toContain("cost");
  });

  test("gives its groups new IDs", async () => {
    const set = await storedSet(await create());
    const taken = (await storedSet(4)).groups.map(({ group_id }) => group_id);

    const ids = set.groups.map(({ group_id }) => group_id);
    expect(new Set([...ids, ...taken]).size).toBe(2 * taken.length);
    expect(ids.every((id) => Number.isInteger(id))).toBe(true);
  });

  test("does not use the name of another set again", async () => {
    await create("Mugs");
    expect(await shop.fault(`${namespace}.create`, "mugs", 4)).toBe("invalid_data: attributeSetName");
    expect(await shop.fault(`${namespace}.create`, "default", 4)).toBe("invalid_data: attributeSetName");
  });

  test.each([
    { name: "default", skeleton: 4, fault: "invalid_data: attributeSetName" },
    { name: " ", skeleton: 4, fault: "invalid_data: attributeSetName" },
    { name: "a".repeat(256), skeleton: 4, fault: "invalid_data: attributeSetName" },
    { name: [], skeleton: 4, fault: "invalid_data: attributeSetName" },
    { name: "", skeleton: 3, fault: "invalid_skeleton_set_id" },
    { name: "Mugs", skeleton: 999, fault: "invalid_skeleton_set_id" },
    { name: "Mugs", skeleton: "x", fault: "invalid_skeleton_set_id" },
  ])("$name from $skeleton is refused", async ({ name, skeleton, fault }) => {
    expect(await shop.fault(`${namespace}.create`, name, skeleton)).toBe(fault);
  });
});

describe("attributeAdd", () => {
  const add = (...args: unknown[]) => shop.call(`${namespace}.attributeAdd`, ...args);
  const fault = (...args: unknown[]) => shop.fault(`${namespace}.attributeAdd`, ...args);

  test("appends to the default group", async () => {
    const id = await attribute("depth");

    expect(await add(id, 4)).toBe(true);
    const all = await codes(4);
    expect(all.indexOf("depth")).toBe(all.indexOf("links_exist") + 1);
    expect(await fault(id, 4)).toBe("attribute_is_already_in_set");
  });

  test("fills a set with up to 5000 attributes", async () => {
    const { groups, ...set } = await storedSet(await create());
    const rest = 4999 - groups.reduce((count, { members }) => count + members.length, 0);
    const members = Array.from({ length: rest }, (_, at) => ({ attribute_id: 1e6 + at, sort_order: at + 1 }));
    const full = { group_id: 900, name: "Full", sort_order: 900, is_default: false, members };
    await shop.store(async (tx) => {
      await tx.put("attribute_sets", { ...set, groups: [...groups, full] });
      await touchAttributes(tx, "2025-06-01 12:00:00");
    });

    expect(await add(await attribute("depth"), set.id)).toBe(true);
    expect(await fault(await attribute("width"), set.id)).toBe("add_attribute_error");
  });

  test("adds an attribute at a place in a group", async () => {
    await add(await attribute("first_price"), 4, 8, 1);
    await add(await attribute("last_gift"), 4, "17");

    const all = await codes(4);
    expect(all.indexOf("first_price")).toBe(all.indexOf("price") + 1);
    expect(all.at(-1)).toBe("last_gift");
  });

  test("checks attribute, set, group, membership and place in this order", async () => {
    const id = await attribute("depth");
    const own = await create();
    const group = await shop.call<number>(`${namespace}.groupAdd`, own, "Care");

    expect(await fault(999, 999, 999, -1)).toBe("invalid_attribute_id");
    expect(await fault("depth", 4)).toBe("invalid_attribute_id");
    expect(await fault(43, 4)).toBe("invalid_attribute_id");
    expect(await fault(id, 3, 999)).toBe("invalid_attribute_set_id");
    expect(await fault(73, 4, group, -1)).toBe("invalid_attribute_group_id");
    expect(await fault(73, 4, 7, -1)).toBe("attribute_is_already_in_set");
    expect(await fault(id, 4, 7, -1)).toBe("add_attribute_error: sortOrder");
    expect(await fault(id, 4, null, "x")).toBe("add_attribute_error: sortOrder");
  });
});

describe("attributeRemove", () => {
  test("removes user attributes, once", async () => {
    expect(await shop.call(`${namespace}.attributeRemove`, 81, 4)).toBe(true);
    expect(await shop.fault(`${namespace}.attributeRemove`, 81, 4)).toBe("attribute_is_not_in_set");
  });

  test.each([
    { args: [999, 999], fault: "invalid_attribute_id" },
    { args: [76, 999], fault: "invalid_attribute_set_id" },
    { args: [94, 4], fault: "attribute_is_not_in_set" },
    { args: [76, 4], fault: "remove_attribute_error" },
  ])("$args is refused", async ({ args, fault }) => {
    expect(await shop.fault(`${namespace}.attributeRemove`, ...args)).toBe(fault);
  });
});

test("does not protect a system attribute that is not in the set", async () => {
  const bare: AttributeSetDoc = { id: 77, entity_type: "product", name: "Bare", groups: [] };
  await shop.store(async (tx) => {
    await tx.put("attribute_sets", bare);
    await touchAttributes(tx, "2025-06-01 12:00:00");
  });
  expect(await shop.fault(`${namespace}.attributeRemove`, 76, 77)).toBe("attribute_is_not_in_set");
});

describe("groups", () => {
  const groupAdd = (set: unknown, name: unknown) => shop.call<number>(`${namespace}.groupAdd`, set, name);

  test("are added with a unique name", async () => {
    const id = await groupAdd(4, " <b>Care</b> ");

    expect(id).toBeGreaterThan(17);
    expect(await shop.fault(`${namespace}.groupAdd`, 4, "CARE")).toBe("group_already_exists");
    expect(await shop.fault(`${namespace}.groupAdd`, 999, "Care")).toBe("group_add_error");
    expect(await shop.fault(`${namespace}.groupAdd`, 3, "Care")).toBe("group_add_error");
    expect(await shop.fault(`${namespace}.groupAdd`, 4, "<b></b>")).toBe("group_add_error: groupName");
    expect(await shop.fault(`${namespace}.groupAdd`, 4, "a".repeat(256))).toBe("group_add_error: groupName");
  });

  test.each([
    { set: 999, message: "There is no such product attribute set (attributeSetId: 999)." },
    { set: "x", message: 'There is no such product attribute set (attributeSetId: "x" is not an ID).' },
  ])("are not added to set $set", async ({ set, message }) => {
    expect((await shop.refusal(`${namespace}.groupAdd`, set, "Care")).message).toContain(message);
  });

  test("are renamed, also to another case of the same name", async () => {
    expect(await shop.call(`${namespace}.groupRename`, 17, "GIFT OPTIONS")).toBe(true);
    expect(await shop.fault(`${namespace}.groupRename`, 17, "general")).toBe("group_rename_error: groupName");
    expect(await shop.fault(`${namespace}.groupRename`, 17, " ")).toBe("group_rename_error: groupName");
    expect(await shop.fault(`${namespace}.groupRename`, 3, "")).toBe("invalid_attribute_group_id");
    expect(await shop.fault(`${namespace}.groupRename`, 999, [])).toBe("invalid_attribute_group_id");
    expect(await shop.fault(`${namespace}.groupRename`, 17, [])).toBe("group_rename_error: groupName");
  });

  test.each([
    { group: 7, fault: "group_has_configurable_attributes" },
    { group: 10, fault: "group_has_configurable_attributes" },
    { group: 11, fault: "group_has_system_attributes" },
    { group: 17, fault: "group_has_system_attributes" },
    { group: 3, fault: "invalid_attribute_group_id" },
    { group: 999, fault: "invalid_attribute_group_id" },
  ])("group $group stays", async ({ group, fault }) => {
    expect(await shop.fault(`${namespace}.groupRemove`, group)).toBe(fault);
  });

  test("are removed with their user attributes, unless these are configurable", async () => {
    const group = await groupAdd(4, "Care");
    const configurable = await attribute("fabric", { is_configurable: true });
    await shop.call(`${namespace}.attributeAdd`, await attribute("depth"), 4, group);
    await shop.call(`${namespace}.attributeAdd`, configurable, 4, group);

    expect(await shop.fault(`${namespace}.groupRemove`, group)).toBe("group_has_configurable_attributes");
    await shop.call(`${namespace}.attributeRemove`, configurable, 4);
    expect(await shop.call(`${namespace}.groupRemove`, group)).toBe(true);
    expect(await codes(4)).not.toContain("depth");
    expect(await shop.fault(`${namespace}.groupRemove`, group)).toBe("invalid_attribute_group_id");
    expect(await shop.call(`${namespace}.groupRemove`, await groupAdd(4, "Empty"))).toBe(true);
  });
});

describe("remove", () => {
  const product = (set: number, sku: string) =>
    shop.call<number>("catalog_product.create", "simple", set, sku, { name: sku, category_ids: [2] });

  test("refuses sets with products, unless the products are also removed", async () => {
    const set = await create();
    const id = await product(set, "mug");
    const other = await product(4, "other");

    expect(await shop.fault(`${namespace}.remove`, set)).toBe("attribute_set_has_related_products");
    expect(await shop.call(`${namespace}.remove`, set, true)).toBe(true);
    expect(await shop.fault("catalog_product.info", id)).toBe("product_not_exists");
    expect(await shop.call("catalog_product.info", other)).toBeTruthy();
    expect(await shop.call("catalog_category.assignedProducts", 2)).toHaveLength(1);
    expect(await shop.fault(`${namespace}.remove`, set)).toBe("invalid_attribute_set_id");
  });

  test("checks only its own products", async () => {
    await product(4, "mug");
    expect(await shop.call(`${namespace}.remove`, await create())).toBe(true);
  });

  test("refuses the default set", async () => {
    expect(await shop.fault(`${namespace}.remove`, 4)).toBe("remove_attribute_set_error");
    await product(4, "mug");
    expect(await shop.fault(`${namespace}.remove`, 4)).toBe("attribute_set_has_related_products");
    expect(await shop.fault(`${namespace}.remove`, 4, true)).toBe("remove_attribute_set_error");
    expect(await shop.call("catalog_product.list")).toHaveLength(1);
  });

  test.each([3, 999, "x"])("does not know set %s", async (set) => {
    expect(await shop.fault(`${namespace}.remove`, set, true)).toBe("invalid_attribute_set_id");
  });
});
