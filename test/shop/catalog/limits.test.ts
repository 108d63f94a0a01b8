/** All lists and texts have limits in the contract: nothing is read beyond them, and responses quote only a little. */
import { beforeAll, describe, expect, test } from "vitest";
import { Catalog } from "../../support/catalog.js";

const shop = await Catalog.open();

beforeAll(async () => {
  await shop.call("catalog_product.create", "simple", 4, "mug-1", { name: "Mug" });
  const choice = { attribute_code: "glaze", frontend_input: "multiselect", scope: "store" };
  await shop.call(`${attribute}.create`, { ...choice, frontend_label: [{ store_id: 0, label: "Glaze" }] });
  await shop.call("catalog_product_attribute_set.attributeAdd", 134, 4);
});

const attribute = "catalog_product_attribute";
const update = "catalog_product.update";
const many = <Element>(count: number, element: (index: number) => Element) =>
  Array.from({ length: count }, (_, index) => element(index));

/** Each calls an operation with a list of the given length. */
const lists: Readonly<Record<string, (count: number) => [operation: string, ...args: unknown[]]>> = {
  website_ids: (count) => [update, 1, { website_ids: many(count, () => 1) }],
  category_ids: (count) => [update, 1, { category_ids: many(count, () => 2) }],
  "category_ids as text": (count) => [update, 1, { category_ids: many(count, () => "2").join(",") }],
  tier_price: (count) => [update, 1, { tier_price: many(count, (qty) => ({ qty: qty + 1, price: 1 })) }],
  "tier_price.update": (count) => [
    "catalog_product_attribute_tier_price.update",
    1,
    many(count, (qty) => ({ qty: qty + 1, price: 1 })),
  ],
  "options of a multiselect": (count) => [update, 1, { glaze: many(count, () => "").join(",") }],
  labels: (count) => [`${attribute}.update`, 134, { frontend_label: many(count, labelOf("label")) }],
  "labels of an option": (count) => [`${attribute}.addOption`, 134, { label: many(count, labelOf("value")) }],
  "stores of a label": (count) => [
    `${attribute}.addOption`,
    134,
    { label: [{ store_id: many(count, () => 0), value: "White" }] },
  ],
  "products of multiUpdate": (count) => ["catalog_product.multiUpdate", many(count, () => 1), { status: 1 }],
};

function labelOf(member: string) {
  return () => ({ store_id: 0, [member]: "White" });
}

describe("a list of at most 1000 elements", () => {
  test.each(Object.entries(lists))("%s", async (_name, callWith) => {
    await shop.call(...callWith(1000));
    const [operation, ...args] = callWith(1001);
    expect(await shop.fault(operation, ...args)).toMatch(/^(data_invalid|unable_to_\w+)/);
  });

  test.each(["catalog_product.info", "catalog_category.info"])("10,000 attributes of %s", async (info) => {
    const codes = (count: number) => many(count, (index) => `code_${index}`);
    expect(await shop.call(info, 1, null, codes(10_000))).not.toHaveProperty("name");
    expect(await shop.fault(info, 1, null, codes(10_001))).toMatch(/^invalid_request_param/);
  });
});

describe("refused input is not repeated many times", () => {
  test("10,000 labels are one problem", async () => {
    const { data } = await shop.refusal(`${attribute}.addOption`, 134, {
      label: many(10_000, (store_id) => ({ store_id, value: "x" })),
    });
    expect(data).toMatchObject({ fault: "unable_to_add_option", errors: [{ field: "label" }] });
  });

  test("of 1000 invalid rows 50 are reported", async () => {
    const { message, data } = await shop.refusal(update, 1, {
      tier_price: many(1000, () => "x".repeat(1000)),
    });
    expect(data.errors).toHaveLength(51);
    expect(message).toMatch(/950 more problems$/);
    expect(JSON.stringify([message, data]).length).toBeLessThan(30_000);
  });

  test("no text is longer than 1000 characters", async () => {
    const { data } = await shop.refusal(
      "catalog_product.multiUpdate",
      many(3, () => "x".repeat(1_000_000)),
      {},
    );
    expect(JSON.stringify(data).length).toBeLessThan(2_000);
  });

  test("text that is too long is not searched for tags", async () => {
    const label = [{ store_id: 0, label: "<b>".repeat(300_000) }];
    const { data } = await shop.refusal(`${attribute}.update`, 134, { frontend_label: label });
    expect(data).toMatchObject({
      errors: [{ field: "frontend_label", message: `"${"<b>".repeat(26)}<… has more than 255 characters` }],
    });
  });
});
