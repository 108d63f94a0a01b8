/** catalog 4. */
import { describe, expect, test } from "vitest";
import { attributeShop, data, label, namespace } from "./attribute-shop.js";

const { create, info, options, shop } = await attributeShop();

describe("items", () => {
  test("lists the set in its order, without images", async () => {
    const items = await shop.call<{ code: string }[]>(`${namespace}.items`, 4);

    expect(items).toHaveLength(54);
    expect(items[0]).toEqual({
      attribute_id: 73,
      code: "name",
      type: "text",
      required: true,
      scope: "store",
    });
    expect(items.at(-1)).toMatchObject({ code: "gift_message_available" });
    expect(items.map(({ code }) => code)).not.toContain("image");
    expect(items.find(({ code }) => code === "price_type")).toMatchObject({ type: "" });
  });

  test.each([3, 999, "999", 0])("set %s has none", async (set) => {
    expect(await shop.call(`${namespace}.items`, set)).toEqual([]);
  });

  test.each(["Default", "4x", "", 1.5, true])("%j is not the number of a set", async (set) => {
    const { message, data } = await shop.refusal(`${namespace}.items`, set);
    expect(data).toMatchObject({ fault: "invalid_request_param", parameter: "setId" });
    expect(message).toContain(JSON.stringify(set));
  });
});

describe("options", () => {
  test("of status begin with an empty entry, those of yes and no do not", async () => {
    expect((await options("status")).map(({ value }) => value)).toEqual(["", "1", "2"]);
    expect(await options("gift_message_available")).toHaveLength(2);
    expect(await options(await create("boolean"))).toEqual([
      { value: "1", label: "Yes" },
      { value: "0", label: "No" },
    ]);
    expect(await options("name")).toEqual([]);
    expect(await options("color")).toEqual([{ value: "", label: "" }]);
  });

  test("are sorted by order, label and ID, with the labels of the store", async () => {
    const add = (order: number, value: string, german?: string) =>
      shop.call(`${namespace}.addOption`, "color", {
        order,
        label: [{ store_id: [0, 1], value }, ...(german ? [{ store_id: 3, value: german }] : [])],
      });
    await add(2, "Red", "Rot");
    await add(1, "Green");
    await add(1, "Blue", "Zartblau");

    expect((await options("color")).map((option) => option.label)).toEqual(["", "Blue", "Green", "Red"]);
    expect((await options("color", "german")).map((option) => option.label)).toEqual([
      "",
      "Green",
      "Zartblau",
      "Rot",
    ]);
  });
});

describe("create", () => {
  test.each([
    ["scope missing", { scope: null }, "invalid_parameters: scope"],
    ["scope unknown", { scope: "view" }, "invalid_parameters: scope"],
    ["input empty", { frontend_input: "" }, "invalid_parameters: frontend_input"],
    ["no labels", { frontend_label: [] }, "invalid_parameters: frontend_label"],
    ["labels missing", { frontend_label: undefined }, "invalid_parameters: frontend_label"],
    [
      "label without store",
      { frontend_label: [{ label: "A" }] },
      "invalid_parameters: frontend_label[0].store_id",
    ],
    ["code missing", { attribute_code: null }, "invalid_parameters: attribute_code"],
    ["code true", { attribute_code: true }, "invalid_parameters: attribute_code"],
    ["unknown type", { apply_to: ["simple", "x"] }, "invalid_parameters: apply_to"],
    ["types no list", { apply_to: "simple" }, "invalid_parameters: apply_to"],
    ["flag", { is_unique: "yes" }, "invalid_parameters: is_unique"],
    [
      "field",
      { additional_fields: { used_for_sort_by: 2 } },
      "invalid_parameters: additional_fields.used_for_sort_by",
    ],
    [
      "field without a value",
      { additional_fields: [{ key: "used_for_sort_by" }] },
      "invalid_parameters: additional_fields",
    ],
    ["all problems", { scope: 1, is_comparable: 2 }, "invalid_parameters: scope, is_comparable"],
    ["code 5", { attribute_code: 5 }, "invalid_code"],
    ["code 1abc", { attribute_code: "1abc" }, "invalid_code"],
    ["code Abc", { attribute_code: "Abc" }, "invalid_code"],
    ["code a-b", { attribute_code: "a-b" }, "invalid_code"],
    ["code of 256", { attribute_code: "a".repeat(256) }, "invalid_code"],
    ["input media_image", { frontend_input: "media_image" }, "invalid_frontend_input"],
    ["input constructor", { frontend_input: "constructor" }, "invalid_frontend_input"],
    ["31 characters", { attribute_code: "a".repeat(31) }, "unable_to_save: attribute_code"],
    ["reserved", { attribute_code: "type_id" }, "unable_to_save: attribute_code"],
    ["taken", { attribute_code: "sku" }, "unable_to_save: attribute_code"],
    [
      "label for store 1 only",
      { frontend_label: [{ store_id: 1, label: "A" }] },
      "unable_to_save: frontend_label",
    ],
    ["label of tags only", { frontend_label: label("<b></b>") }, "unable_to_save: frontend_label"],
    ["label too long", { frontend_label: label("a".repeat(256)) }, "unable_to_save: frontend_label"],
    [
      "label of an unknown store",
      { frontend_label: [...label("A"), { store_id: 99, label: "B" }] },
      "unable_to_save: frontend_label",
    ],
    ["default too long", { default_value: "a".repeat(256) }, "unable_to_save: default_value"],
    ["default of a list", { default_value: [] }, "unable_to_save: default_value"],
    ["default of a select", { frontend_input: "select", default_value: 1 }, "unable_to_save: default_value"],
    [
      "default of a date",
      { frontend_input: "date", default_value: "2025-02-30" },
      "unable_to_save: default_value",
    ],
    [
      "default of a price",
      { frontend_input: "price", default_value: "1,5" },
      "unable_to_save: default_value",
    ],
  ])("is refused: %s", async (_title, more, fault) => {
    expect(await shop.fault(`${namespace}.create`, data("text", more))).toBe(fault);
  });

  test("returns an unused ID", async () => {
    const id = await create("text");

    expect(id).toBeGreaterThan(133);
    expect(await create("date")).toBe(id + 1);
    expect(await shop.fault(`${namespace}.create`, data("text"))).toBe("unable_to_save: attribute_code");
  });

  test("strips tags, drops empty labels of views, takes equal labels of a store once", async () => {
    const frontend_label = [
      { store_id: 3, label: "Glasur" },
      { store_id: 1, label: "" },
      { store_id: "0", label: "Glaze" },
      { store_id: 0, label: "<i>Gla</i>ze" },
    ];
    const id = await create("text", { frontend_label, default_value: "<b>plain</b>" });

    expect(await info(id)).toMatchObject({
      frontend_label: [
        { store_id: 0, label: "Glaze" },
        { store_id: 3, label: "Glasur" },
      ],
      default_value: "plain",
    });
  });

  test.each([
    { input: "text", given: 5, want: "5" },
    { input: "price", given: " 12.50 ", want: "12.50" },
    { input: "price", given: 12.5, want: "12.5" },
    { input: "date", given: "2025-06-01 10:00:00", want: "2025-06-01" },
    { input: "boolean", given: true, want: "1" },
    { input: "boolean", given: "0", want: "0" },
    { input: "select", given: "", want: "" },
    { input: "text", given: null, want: null },
  ])("keeps the default $given of a $input", async ({ input, given, want }) => {
    expect((await info(await create(input, { default_value: given }))).default_value).toBe(want);
  });

  test.each([
    { input: "text", keys: ["frontend_class", "is_html_allowed_on_front", "used_for_sort_by"] },
    { input: "textarea", keys: ["is_wysiwyg_enabled", "is_html_allowed_on_front"] },
    { input: "boolean", keys: ["used_for_sort_by"] },
    { input: "date", keys: ["used_for_sort_by"] },
    { input: "multiselect", keys: ["is_filterable", "is_filterable_in_search", "position"] },
    { input: "select", keys: ["is_filterable", "is_filterable_in_search", "position", "used_for_sort_by"] },
    { input: "price", keys: ["is_filterable", "is_filterable_in_search", "position", "used_for_sort_by"] },
  ])("gives a $input its additional fields", async ({ input, keys }) => {
    const created = await info(await create(input));
    expect(created.scope).toBe("store");
    expect(Object.keys(created.additional_fields as object)).toEqual(keys);
  });
});

describe("info", () => {
  test("returns the product attribute if categories have the code too", async () => {
    expect(await info("name")).toMatchObject({ attribute_id: 73 });
    expect(await info("73")).toMatchObject({ attribute_code: "name" });
  });

  test("omits only the empty option", async () => {
    expect((await info("gift_message_available")).options).toEqual([
      { value: "1", label: "Yes" },
      { value: "0", label: "No" },
    ]);
    expect((await info("tax_class_id")).options).toHaveLength(3);
    expect((await info("name")).options).toEqual([]);
  });

  test("has the labels of the session's current store", async () => {
    const labels = [
      { store_id: 0, value: "Red" },
      { store_id: 3, value: "Rot" },
    ];
    await shop.call(`${namespace}.addOption`, "color", { label: labels });
    await shop.call("catalog_product.currentStore", "german");

    expect((await info("color")).options).toMatchObject([{ label: "Rot" }]);
  });

  test.each(["nope", "Name", 42, 43, 0, true, 73.5])("does not find %s", async (attribute) => {
    expect(await shop.fault(`${namespace}.info`, attribute)).toBe("not_exists");
  });
});
