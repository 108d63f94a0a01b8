/** catalog 4. */
import { describe, expect, test } from "vitest";
import { attributeShop, label, namespace } from "./attribute-shop.js";

const { create, info, options, shop } = await attributeShop();

describe("category attributes and unknown attributes", () => {
  test.each([
    { operation: "info", category: "not_exists", args: [] },
    { operation: "options", category: "not_exists", args: [] },
    { operation: "addOption", category: "not_exists", args: [{}] },
    { operation: "removeOption", category: "not_exists", args: [1] },
    { operation: "update", category: "can_not_edit", args: [{}] },
    { operation: "remove", category: "can_not_delete", args: [] },
  ])("$operation", async ({ operation, category, args }) => {
    expect(await shop.fault(`${namespace}.${operation}`, 43, ...args)).toBe(category);
    expect(await shop.fault(`${namespace}.${operation}`, 42, ...args)).toBe("not_exists");
  });
});

describe("update", () => {
  const update = (attribute: unknown, given: unknown) => shop.call(`${namespace}.update`, attribute, given);

  test("changes only the given members", async () => {
    const id = await create("select", {
      additional_fields: { is_filterable: 2, position: 7 },
      is_comparable: true,
    });

    expect(await update(id, { frontend_label: label("New"), is_unique: null })).toBe(true);
    await update(id, { additional_fields: [{ key: "position", value: "3" }] });
    await update(id, { attribute_code: "other", frontend_input: "text", backend: "text" });

    expect(await info(id)).toMatchObject({
      attribute_code: "my_select",
      frontend_input: "select",
      scope: "store",
      is_comparable: true,
      frontend_label: label("New"),
      additional_fields: { is_filterable: 2, position: 3 },
    });
  });

  test("enables HTML together with the editor", async () => {
    const id = await create("textarea", { additional_fields: { is_wysiwyg_enabled: 1 } });
    expect((await info(id)).additional_fields).toEqual({
      is_wysiwyg_enabled: 1,
      is_html_allowed_on_front: 1,
    });
    await update(id, { additional_fields: { is_html_allowed_on_front: 0 } });
    expect((await info(id)).additional_fields).toMatchObject({ is_html_allowed_on_front: 1 });
  });

  test("has defaults among the options", async () => {
    await create("multiselect");
    for (const value of ["A", "B"]) {
      await shop.call(`${namespace}.addOption`, "my_multiselect", { label: [{ store_id: 0, value }] });
    }
    const [, a, b] = (await options("my_multiselect")).map(({ value }) => value);

    await update("my_multiselect", { default_value: [b, a] });
    expect((await info("my_multiselect")).default_value).toBe(`${b},${a}`);
    expect(await shop.fault(`${namespace}.update`, "my_multiselect", { default_value: "999" })).toBe(
      "unable_to_save: default_value",
    );
    await update("my_multiselect", { default_value: [] });
    expect((await info("my_multiselect")).default_value).toBe("");
  });

  test("keeps a default that a list cannot clear", async () => {
    const id = await create("text", { default_value: "plain" });

    expect(await shop.fault(`${namespace}.update`, id, { default_value: [] })).toBe(
      "unable_to_save: default_value",
    );
    expect((await info(id)).default_value).toBe("plain");
    await update(id, { default_value: "" });
    expect((await info(id)).default_value).toBe("");
  });

  test.each([
    [5, "unable_to_save: data"],
    [{ scope: "nope", is_unique: "x" }, "unable_to_save: scope, is_unique"],
    [{ frontend_label: [{ store_id: 1, label: "A" }] }, "unable_to_save: frontend_label"],
    [{ additional_fields: 5 }, "unable_to_save: additional_fields"],
    [{ additional_fields: [{ key: "position" }] }, "unable_to_save: additional_fields"],
    [{ scope: "global" }, "unable_to_save: scope"],
    [{ is_unique: true }, "unable_to_save: is_unique"],
    [{ is_required: false, is_configurable: false }, "unable_to_save: is_required, is_configurable"],
    [{ apply_to: ["simple"] }, "unable_to_save: apply_to"],
  ])("of name is refused: %j", async (given, fault) => {
    expect(await shop.fault(`${namespace}.update`, "name", given)).toBe(fault);
  });

  test("of a system attribute may repeat fixed members and change others", async () => {
    const given = {
      scope: "store",
      is_required: 1,
      apply_to: [],
      is_comparable: true,
      frontend_label: label("N"),
    };
    expect(await update("name", given)).toBe(true);
    expect(await info("name")).toMatchObject({ is_comparable: true, frontend_label: label("N") });
  });
});

describe("options of an attribute", () => {
  const add = (attribute: unknown, given: unknown) => shop.call(`${namespace}.addOption`, attribute, given);
  const red = [{ store_id: 0, value: "Red" }];

  test.each([
    ["name", {}, "invalid_frontend_input"],
    ["status", {}, "invalid_frontend_input"],
    ["gift_message_available", {}, "invalid_frontend_input"],
    ["color", 5, "unable_to_add_option: data"],
    ["color", {}, "unable_to_add_option: label"],
    ["color", { label: "Red" }, "unable_to_add_option: label"],
    ["color", { label: [] }, "unable_to_add_option: label"],
    ["color", { label: [{ store_id: 1, value: "Red" }] }, "unable_to_add_option: label"],
    ["color", { label: [{ store_id: [0, 99], value: "Red" }] }, "unable_to_add_option: label"],
    ["color", { label: [{ store_id: [], value: "Red" }] }, "unable_to_add_option: label[0].store_id"],
    ["color", { label: red, order: "x", is_default: "x" }, "unable_to_add_option: order, is_default"],
  ])("%s takes not %j", async (attribute, given, fault) => {
    expect(await shop.fault(`${namespace}.addOption`, attribute, given)).toBe(fault);
  });

  test("keep the default unless a new option is the default", async () => {
    await add("color", { label: red, is_default: true });
    const [, first] = await options("color");
    await add("color", { label: red, is_default: false });
    expect((await info("color")).default_value).toBe(first?.value);

    await add("color", { label: red, is_default: 1 });
    const last = (await options("color")).at(-1);
    expect((await info("color")).default_value).toBe(last?.value);

    await shop.call(`${namespace}.removeOption`, "color", last?.value);
    expect((await info("color")).default_value).toBe("");
  });

  test("of a multiselect can all be defaults", async () => {
    await create("multiselect");
    await add("my_multiselect", { label: red, is_default: true });
    await add("my_multiselect", { label: red, is_default: true });
    const [, a, b] = (await options("my_multiselect")).map(({ value }) => value);
    expect((await info("my_multiselect")).default_value).toBe(`${a},${b}`);

    await shop.call(`${namespace}.removeOption`, "my_multiselect", a);
    expect((await info("my_multiselect")).default_value).toBe(b);
  });

  test("are removed only from their own attribute, once", async () => {
    const remove = `${namespace}.removeOption`;
    await add("color", { label: red });
    const [, { value } = { value: "" }] = await options("color");

    expect(await shop.fault(remove, "manufacturer", value)).toBe("unable_to_remove_option");
    expect(await shop.fault(remove, "status", 1)).toBe("invalid_frontend_input");
    expect(await shop.fault(remove, "color", "x")).toBe("unable_to_remove_option");
    expect(await shop.call(remove, "color", value)).toBe(true);
    expect(await shop.fault(remove, "color", value)).toBe("unable_to_remove_option");
  });
});

describe("remove", () => {
  test.each([
    { attribute: 43, message: "The attribute cannot be deleted (attribute: 43)." },
    { attribute: "sku", message: 'System attributes cannot be deleted (attribute: "sku").' },
  ])("says of $attribute: $message", async ({ attribute, message }) => {
    expect((await shop.refusal(`${namespace}.remove`, attribute)).message).toContain(message);
  });

  test.each(["sku", "image", "msrp"])("keeps the system attribute %s", async (code) => {
    expect(await shop.fault(`${namespace}.remove`, code)).toBe("can_not_delete");
  });

  test("refuses an attribute by which buyers of a configurable product choose", async () => {
    const attribute_id = await shop.call<number>(`${namespace}.create`, {
      ...{ attribute_code: "shade", frontend_input: "select", scope: "global", is_configurable: true },
      frontend_label: [{ store_id: 0, label: "Shade" }],
    });
    const composition = { id: 1, attributes: [{ attribute_id, prices: [] }], children: [], options: [] };
    await shop.store((tx) => tx.put("compositions", composition));
    expect(await shop.fault(`${namespace}.remove`, "shade")).toBe("can_not_delete");
    await shop.store(async (tx) => void (await tx.del("compositions", 1)));
    expect(await shop.call(`${namespace}.remove`, "shade")).toBe(true);
  });

  test.each(["cost", "manufacturer", "color"])("takes %s, once", async (code) => {
    expect(await shop.call(`${namespace}.remove`, code)).toBe(true);
    expect(await shop.fault(`${namespace}.remove`, code)).toBe("not_exists");
  });

  test("removes the attribute from its sets", async () => {
    await shop.call(`${namespace}.remove`, "cost");
    expect(await shop.call(`${namespace}.items`, 4)).toHaveLength(53);
  });
});

describe("names and messages", () => {
  test.each([
    { option: 999, named: "999" },
    { option: "x", named: '"x" is not an ID' },
  ])("removeOption of $option: it is named as $named", async ({ option, named }) => {
    const { message } = await shop.refusal(`${namespace}.removeOption`, "color", option);
    expect(message).toContain(`The attribute color has no such option (optionId: ${named}).`);
  });

  test("a text of digits is an ID; any other text is a code", async () => {
    const id = await create("text", { attribute_code: "x77" });
    expect(await info("77")).toMatchObject({ attribute_code: "price" });
    expect(await info(String(id))).toMatchObject({ attribute_code: "x77" });
    expect(await info("x77")).toMatchObject({ attribute_id: id });
    expect(await shop.fault(`${namespace}.info`, "77x")).toBe("not_exists");
  });
});

test("a removed attribute disappears from every set that has it, and no other set changes", async () => {
  const sets = "catalog_product_attribute_set";
  const [before, without] = [
    await shop.call<number>(`${sets}.create`, "Copy", 4),
    await shop.call<number>(`${sets}.create`, "Without", 4),
  ];
  await shop.call(`${sets}.attributeRemove`, 81, without);
  const members = (set: number) =>
    shop.storage.read(async (tx) =>
      ((await tx.get("attribute_sets", set))?.groups ?? []).flatMap((group) =>
        group.members.map(({ attribute_id }) => attribute_id),
      ),
    );
  const kept = await members(without);
  const document = await shop.storage.read((tx) => tx.get("attribute_sets", without));

  await shop.call(`${namespace}.remove`, 81);
  for (const set of [4, before]) expect(await members(set)).not.toContain(81);
  expect(await members(without)).toEqual(kept);
  expect(await shop.storage.read((tx) => tx.get("attribute_sets", without))).toBe(document);
});
