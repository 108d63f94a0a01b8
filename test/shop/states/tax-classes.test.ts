/** `settings.tax_classes` and `settings.carriers` of a dataset (docs/testing.md). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type Shop } from "../../support/shop.js";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
});
afterAll(() => shop.close());

const books = { class_id: 9, name: "Books", type: "product" };
const reset = (settings: object) =>
  shop.http("POST", "/control/reset", { body: { dataset: { extends: "sample", settings } } });

test("tax classes are added to those of the shop; one with a known ID replaces it", async () => {
  const goods = { class_id: 2, name: "Goods", type: "product" };
  expect((await reset({ tax_classes: [books, goods] })).status).toBe(204);
  const options = await shop.call("catalog_product_attribute.options", ["tax_class_id"]);
  const all = [
    ["0", "None"],
    ["4", "Shipping"],
    ["9", "Books"],
    ["2", "Goods"],
  ];
  expect(options).toEqual(all.map(([value, label]) => ({ value, label })));
  await shop.call("catalog_product.update", [1, { tax_class_id: 9 }]);
  expect(await shop.call("catalog_product.info", [1])).toMatchObject({ tax_class_id: 9 });
});

test("class 1 is known without a setting; a dataset can name it", async () => {
  await shop.reset("sample");
  await shop.call("catalog_product.update", [1, { tax_class_id: 1 }]);
  expect(await shop.call("catalog_product.info", [1])).toMatchObject({ tax_class_id: 1 });
  const { json: state } = await shop.http("GET", "/control/state");
  expect((await shop.http("PUT", "/control/state", { body: state as object })).status).toBe(204);
  const restored = await shop.call("catalog_product.info", [1], await shop.login());
  expect(restored).toMatchObject({ tax_class_id: 1 });
  const named = { class_id: 1, name: "Reduced", type: "product" };
  expect((await reset({ tax_classes: [named] })).status).toBe(204);
  const session = await shop.login();
  const options = (await shop.call(
    "catalog_product_attribute.options",
    ["tax_class_id"],
    session,
  )) as object[];
  expect(options.filter((one) => "value" in one && one.value === "1")).toEqual([
    { value: "1", label: "Reduced" },
  ]);
});

test("the message that refuses a tax class names the setting", async () => {
  await shop.reset("sample");
  const params = [await shop.session(), "catalog_product.update", [1, { tax_class_id: 9 }]];
  const { error } = await shop.rpc("call", params);
  expect(error?.message).toContain(
    "tax_class_id: must be 0, 1, 2 or 4; settings.tax_classes of a dataset adds others",
  );
});

test.each([
  ["settings.tax_classes", { tax_classes: {} }],
  ["settings.tax_classes[1]", { tax_classes: [books, { ...books, type: "order" }] }],
  ["settings.tax_classes[0]", { tax_classes: [{ ...books, class_id: "9" }] }],
  ["settings.tax_classes[0]", { tax_classes: [{ ...books, rate: 7 }] }],
  ["settings.tax_classes[0]", { tax_classes: [null] }],
  ["settings.carriers", { carriers: ["dpd"] }],
  ["settings.carriers.dpd", { carriers: { dpd: "" } }],
  ["settings.carriers.DPD", { carriers: { DPD: "DPD" } }],
])("%s is refused: %j", async (place, settings) => {
  const { status, json } = await reset(settings);
  expect(status).toBe(422);
  expect(JSON.stringify(json)).toContain(`"${place}"`);
});
