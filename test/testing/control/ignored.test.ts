/** What lenient calls send without effect stands in the journal (docs/testing.md). */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";
import { update, updates } from "./updates.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(async () => {
  await shop.session();
  await shop.http("DELETE", "/control/calls");
});

const ignoredOf = async (operation: string) =>
  (
    (await shop.http("GET", `/control/calls?limit=1&operation=${operation}`)).json as { ignored: string[] }[]
  )[0]?.ignored;
const plain = (operation: string, body: object, headers = {}) =>
  shop.http("POST", `/api/rpc/${operation}`, { body, headers: { ...basic(), ...headers } });

test.each(Object.keys(updates))("a misspelt member names the one that may be meant: %s", async (door) => {
  const { path, body, type, method = "POST" } = updates[door]?.(await shop.login(), "nmae", "Cup") ?? never();
  const { status } = await shop.http(method, path, { body, headers: { ...basic(), "Content-Type": type } });
  const isRest = door === "rest";
  expect(await ignoredOf(isRest ? "updateProduct" : update)).toEqual([
    `${isRest ? "body" : "productData"}.nmae (name may be meant)`,
  ]);
  expect(status).toBe(200);
});

function never(): never {
  throw new Error("no such door");
}

test.each([
  [
    "a member of an inner object",
    { stock_data: { qyt: 5 } },
    "productData.stock_data.qyt (qty may be meant)",
  ],
  ["a name like no other", { colour_of_the_box: 1 }, "productData.colour_of_the_box"],
  [
    "a member that the operation cannot change",
    { type: "bundle" },
    'productData.type (cannot be changed by catalog_product.update; "bundle" is not the stored value)',
  ],
])("%s", async (_, productData, text) => {
  expect((await plain(update, { productId: 1, productData })).status).toBe(200);
  expect(await ignoredOf(update)).toEqual([text]);
});

describe("a member that the operation has, without effect on this record", () => {
  const guest = { mode: "guest", firstname: "A", lastname: "B", email: "a@example.com" };
  const product = { product_id: 1, qty: 1 };
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const file = { name: "other", mime: "image/png", content: png };
  const field = { attribute_code: "zz1", frontend_input: "text", scope: "global" };
  const label = [{ store_id: 0, label: "Z" }];
  const order = { orderIncrementId: "100000003" };

  test.each([
    [
      "catalog_product.update",
      { productId: 1, productData: { links_title: "x" } },
      "productData.links_title",
    ],
    [
      "catalog_product.update",
      { productId: 1, productData: { website_ids: [1], websites: [2] } },
      "productData.websites (has no effect together with website_ids)",
    ],
    [
      "catalog_product.create",
      { type: "simple", set: 4, sku: "n1", productData: { name: "N", links_title: "x" } },
      "productData.links_title (does not apply to products of this type and attribute set)",
    ],
    [
      "catalog_product_link.assign",
      { type: "related", product: 1, linkedProduct: 3, data: { qty: 3 } },
      "data.qty (does not apply to links of type related)",
    ],
    [
      "catalog_product_attribute.create",
      { data: { ...field, frontend_label: label, additional_fields: { is_wysiwyg_enabled: true } } },
      "data.additional_fields.is_wysiwyg_enabled (does not apply to attributes of input type text)",
    ],
    [
      "catalog_product_custom_option.add",
      { productId: 1, data: { title: "T", type: "field", additional_fields: [{ title: "x", price: 1 }] } },
      "data.additional_fields[0].title",
    ],
    [
      "catalog_product_attribute_media.update",
      { productId: 1, file: "<image>", data: { file } },
      "data.file.name (cannot be changed by an update)",
    ],
    [
      "cart_product.add",
      { quoteId: "<cart>", products: [{ ...product, bundle_option: { 1: 2 } }] },
      "products[0].bundle_option (does not apply to products of type simple)",
    ],
    [
      "cart_customer.set",
      { quoteId: "<cart>", customer: { ...guest, password: "98765432" } },
      "customer.password (does not apply to the mode guest)",
    ],
    [
      "customer.update",
      { customerId: 1, customerData: { confirmation: "zz" } },
      'customerData.confirmation (can only be "", which confirms the account)',
    ],
    [
      "sales_order_creditmemo.create",
      { ...order, creditmemoData: { items: [], qtys: { 1: 1 } } },
      "creditmemoData.qtys (has no effect together with items)",
    ],
  ])("%s %j", async (operation, args, text) => {
    await shop.reset("sample");
    const [image] = (await shop.call("catalog_product_attribute_media.items", [1])) as { file: string }[];
    const places = { "<image>": image?.file, "<cart>": await shop.call("cart.create", ["default"]) };
    const named = (value: unknown) => places[value as keyof typeof places] ?? value;
    const sent = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, named(value)]));
    expect((await plain(operation, sent)).status).toBe(200);
    expect(await ignoredOf(operation)).toEqual([expect.stringContaining(text)]);
  });
});

test("a member with the stored value is not ignored: it was read and is sent back", async () => {
  await plain(update, { productId: 1, productData: { type: "simple", name: "Cup" } });
  expect(await ignoredOf(update)).toEqual([]);
});

test("strict handling refuses, and ignores nothing", async () => {
  const strict = { Prefer: "handling=strict" };
  expect((await plain(update, { productId: 1, productData: { nmae: "Cup" } }, strict)).status).toBe(422);
  expect(await ignoredOf(update)).toEqual([]);
});

test.each([
  [
    "catalog_product.list",
    { filters: { type: "simpel" } },
    'filters.type: "simpel" is not a value of this field; simple may be meant.',
  ],
  [
    "catalog_product.info",
    { productId: 1, attributes: ["nmae"] },
    'attributes: "nmae" is not known; name may be meant',
  ],
  [
    "catalog_category.info",
    { categoryId: 2, attributes: ["nmae"] },
    'attributes: "nmae" is not known; name may be meant',
  ],
  [
    "catalog_category.level",
    [1, null, null, 5],
    "args: holds 4 positions, but catalog_category.level takes 3",
  ],
])("%s %j", async (operation, args, text) => {
  await shop.call(operation, args);
  expect((await ignoredOf(operation))?.[0]).toContain(text);
});

test("a REST customer", async () => {
  const headers = basic();
  await shop.http("PUT", "/api/rest/customers/1", { body: { firstname: "Ida", lastnmae: "Roth" }, headers });
  expect(await ignoredOf("updateCustomer")).toEqual(["body.lastnmae (lastname may be meant)"]);
});

test("at most 20 of them, and no secret", async () => {
  const names = Array.from({ length: 30 }, (_, index) => [`wrong_${index}`, "x"]);
  await plain(update, { productId: 1, productData: Object.fromEntries(names) as object });
  expect(await ignoredOf(update)).toHaveLength(20);
});

const weight = (text: string) => ({ productId: 1, productData: { weight: text } });
const toldWeight = "productData.weight (0.12345678 was stored as 0.1235)";

test.each<[string, string, object, string[]]>([
  ["an attribute, sent as text", update, weight("0.12345678"), [toldWeight]],
  ["one that fits", update, weight("0.1234"), []],
  [
    "a member of a list",
    "catalog_product_attribute_tier_price.update",
    { productId: 1, tierPrices: [{ website: "all", customer_group_id: "all", qty: 2, price: 9.00005 }] },
    ["tierPrices[0].price (9.00005 was stored as 9.0001)"],
  ],
  [
    "a single value",
    "catalog_product.setSpecialPrice",
    { productId: 1, specialPrice: "9.12345" },
    ["specialPrice (9.12345 was stored as 9.1235)"],
  ],
])("rounded numbers, also under strict handling: %s", async (_, operation, body, told) => {
  for (const headers of [{}, { Prefer: "handling=strict" }]) {
    await shop.reset();
    expect((await plain(operation, body, headers)).status).toBe(200);
    expect(await ignoredOf(operation)).toEqual(told);
  }
});

test("rounded to cents: a fee of a credit memo", async () => {
  const items = [{ sku: "mug-01", qty: 1 }];
  const order = (await shop.http("POST", "/control/orders", { body: { customer_id: 1, items } })).json as {
    increment_id: string;
  };
  const orderIncrementId = order.increment_id;
  await plain("sales_order_invoice.create", { orderIncrementId, itemsQty: [] });
  const creditmemoData = { adjustment_negative: 0.005 };
  const { status } = await plain("sales_order_creditmemo.create", { orderIncrementId, creditmemoData });
  expect(status).toBe(200);
  expect(await ignoredOf("sales_order_creditmemo.create")).toEqual([
    "creditmemoData.adjustment_negative (0.005 was stored as 0.01)",
  ]);
});

test.each(Object.keys(updates))("a rounded number: %s", async (door) => {
  await shop.reset();
  const {
    path,
    body,
    type,
    method = "POST",
  } = updates[door]?.(await shop.login(), "weight", "0.12345678") ?? never();
  await shop.http(method, path, { body, headers: { ...basic(), "Content-Type": type } });
  const isRest = door === "rest";
  const calls = (await shop.http("GET", `/control/calls?operation=${isRest ? "updateProduct" : update}`))
    .json as { ignored: string[] }[];
  expect(calls.at(-1)?.ignored).toEqual([isRest ? toldWeight.replace("productData", "body") : toldWeight]);
});
