/** The REST resources beyond the API documents (beyond 22). The test shop validates responses against openapi.yaml. */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, startShop, type HttpAnswer } from "../../support/shop.js";
import { messagesOf } from "../../engine/http/rest.js";

const json = { Accept: "application/json" };
const asAnna = basic("anna.becker@example.com", "sample123");
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

type Headers = Record<string, string>;

function send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<HttpAnswer> {
  const given = { ...basic(), ...json, ...headers };
  return shop.http(method, `/api/rest${path}`, { ...(body === undefined ? {} : { body }), headers: given });
}

const get = (path: string, headers?: Headers) => send("GET", path, undefined, headers);

describe("reading", () => {
  test.each([
    ["/products/1?attrs=sku,price", { sku: "mug-01", price: "12.5000" }],
    ["/products/store/german?attrs=name&limit=1", { 1: { name: "Steinzeugbecher" } }],
    ["/products/category/5?attrs=sku&limit=1&dir=dsc", { 5: { sku: "mug-05" } }],
    ["/products?filter[1][attribute]=price&filter[1][gt]=190&attrs=sku", { 30: { sku: "vase-03" } }],
    ["/products/1/categories", [{ category_id: "3" }, { category_id: "5" }]],
    ["/products/1/websites", [{ website_id: "1" }, { website_id: "2" }]],
    ["/stockitems/1?attrs=item_id,product_id,qty", { item_id: "1", product_id: "1", qty: "120.0000" }],
    ["/stockitems?order=qty&dir=dsc&limit=1&attrs=item_id", [{ item_id: "34" }]],
    ["/orders/1?attrs=increment_id,grand_total", { increment_id: "100000001", grand_total: "35.0000" }],
    ["/orders/1/items?attrs=sku", [{ sku: "mug-01" }]],
    ["/orders/1/addresses/billing?attrs=city", { city: "San Francisco" }],
    ["/orders/9/comments?attrs=is_customer_notified", [{ is_customer_notified: "0" }]],
    ["/orders/6/items?attrs=sku&order=sku", [{ sku: "bowl-01" }, { sku: "pot-01" }]],
    ["/orders/6/items?attrs=sku&order=price&dir=dsc&limit=1&page=2", [{ sku: "bowl-01" }]],
    ["/orders/6/items?attrs=sku&dir=dsc", [{ sku: "bowl-01" }, { sku: "pot-01" }]],
    ["/orders/6/items?attrs=sku&filter[1][attribute]=price&filter[1][gt]=9.999", [{ sku: "pot-01" }]],
    ["/orders/6/items?page=2", []],
    [
      "/orders/1/addresses?filter[1][attribute]=address_type&filter[1][eq]=shipping&attrs=city",
      [{ city: "San Francisco" }],
    ],
    ["/orders/1/comments?filter[1][attribute]=created_at&filter[1][gt]=2024-01-16", []],
  ])("%s", async (path, value) => {
    expect((await get(path)).json).toEqual(value);
  });

  test.each([
    ...["/products", "/products/1", "/products/1/store/german", "/products/1/images", "/products/1/images/1"],
    ...["/products/1/categories", "/products/1/websites", "/stockitems", "/stockitems/1", "/orders"],
    ...["/orders/1", "/orders/1/items", "/orders/1/addresses", "/orders/1/comments"],
  ])("%s has both forms, and HEAD has no body", async (path) => {
    expect((await get(path)).status).toBe(200);
    const inXml = await get(path, { Accept: "text/xml" });
    expect(inXml.status).toBe(200);
    expect(inXml.text).toContain("<service_api>");
    expect(await send("HEAD", path)).toMatchObject({ status: 200, text: "" });
  });

  test.each([
    ...["/products/999", "/products/01", "/products/1/images/99", "/stockitems/999"],
    ...["/orders/999", "/orders/1/addresses/home", "/products/1/nothing"],
  ])("%s is not there", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test.each([
    ...["/products?limit=101", "/products?order=secret", "/products/store/nope", "/stockitems?page=0"],
    ...[
      "/products/category/999",
      "/products/store/german/category/999",
      "/products/category/999/store/german",
    ],
    ...["/orders/1/items?limit=0", "/orders/1/addresses?order=fax", "/orders/1/comments?filter[1][eq]=1"],
    ...["/orders?filter[1][attribute]=remote_ip&filter[1][eq]=1", "/orders?filter[1][attribute]=status"],
  ])("%s is refused", async (path) => {
    expect((await get(path)).status).toBe(400);
  });
});

function required(...names: string[]): string[] {
  return names.map((name) => `${name}: is required.`);
}

const mug = { type_id: "simple", attribute_set_id: 4, sku: "rest-1", name: "Rest Mug" };

describe("writing", () => {
  test("a product by JSON, changed by XML, deleted", async () => {
    const tier_price = [{ website_id: 0, cust_group: 32000, price_qty: 10, price: "16.5" }];
    const created = await send("POST", "/products", {
      ...mug,
      price: "18.9",
      tier_price,
      stock_data: { qty: "4" },
    });
    expect([created.status, created.text]).toEqual([200, ""]);
    const path = (created.headers.get("Location") ?? "").replace("/api/rest", "");
    const xml = { "Content-Type": "application/xml" };
    const change =
      "<magento_api><website_ids><data_item>2</data_item></website_ids><name>X</name></magento_api>";
    expect((await send("PUT", path, change, xml)).status).toBe(200);
    expect((await get(`${path}?attrs=name,price,tier_price`)).json).toEqual({
      ...{ name: "X", price: "18.9000" },
      tier_price: [
        { website_id: "0", cust_group: "32000", price_qty: "10.0000", price: "16.5000", is_percent: "0" },
      ],
    });
    expect((await get(`${path}/websites`)).json).toEqual([{ website_id: "2" }]);
    expect((await send("DELETE", path)).status).toBe(200);
    expect((await get(path)).status).toBe(404);
  });

  test("categories, websites and images", async () => {
    const into = await send("POST", "/products/1/categories", { category_id: 8 });
    expect(into.headers.get("Location")).toBe("/api/rest/products/1/categories/8");
    expect((await send("DELETE", "/products/1/categories/8")).status).toBe(200);
    expect((await send("POST", "/products/2/websites", { website_id: 2 })).status).toBe(200);
    expect((await send("DELETE", "/products/2/websites/2")).status).toBe(200);
    const image = { file_mime_type: "image/png", file_content: png, file_name: "rest", exclude: "1" };
    const key = { "Idempotency-Key": "an image" };
    const added = (await send("POST", "/products/1/images", image, key)).headers.get("Location") ?? "";
    expect((await send("POST", "/products/1/images", image, key)).headers.get("Location")).toBe(added);
    const path = added.replace("/api/rest", "");
    expect((await send("PUT", `${path}/store/german`, { label: "Deutsch" })).status).toBe(200);
    expect((await get(`${path}/store/german`)).json).toMatchObject({ label: "Deutsch", exclude: "1" });
    expect((await get(path, asAnna)).status).toBe(404);
    expect((await send("DELETE", path)).status).toBe(200);
  });

  test.each([
    ["JSON", { website_id: 2, copy_to_stores: [{ store_from: 3, store_to: 2 }] }, "application/json"],
    [
      "XML",
      "<a><website_id>2</website_id><copy_to_stores><data_item><store_from>3</store_from>" +
        "<store_to>2</store_to></data_item></copy_to_stores></a>",
      "application/xml",
    ],
  ])("a website with the values of a store view, by %s", async (_title, body, type) => {
    await send("DELETE", "/products/1/websites/2");
    const key = { "Content-Type": type, "Idempotency-Key": "copy" };
    expect((await send("POST", "/products/1/websites", body, key)).status).toBe(200);
    const there = await get("/products/1/store/second_default?attrs=name,price");
    // The price is that of the website.
    expect(there.json).toEqual({ name: "Steinzeugbecher", price: "13.9000" });
    expect((await send("POST", "/products/1/websites", body, key)).status).toBe(200);
  });

  /** Every setting of a stock item that the shop has, too, with another value than at the start. */
  const settings = {
    ...{ manage_stock: 1, min_qty: 1.5, min_sale_qty: 2, max_sale_qty: 9, backorders: 1 },
    ...{ notify_stock_qty: 3, enable_qty_increments: 1, qty_increments: 4 },
  };
  test.each(["/stockitems/2", "/stockitems"])(
    "%s changes of a stock item what is sent alone",
    async (path) => {
      const before = (await get("/stockitems/2")).json as Record<string, string>;
      const sent = { qty: "7", ...settings };
      const body = path === "/stockitems" ? [{ item_id: 2, ...sent }] : sent;
      expect((await send("PUT", path, body)).status).toBe(path === "/stockitems" ? 207 : 200);
      const after = (await get("/stockitems/2")).json as Record<string, string>;
      const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
      expect(changed.sort()).toEqual(Object.keys(sent).sort());
      const own = { qty: 7, use_config_min_qty: 0 };
      expect((await send("PUT", "/stockitems/2", own)).status).toBe(200);
      expect((await get("/stockitems/2")).json).toEqual({ ...after, use_config_min_qty: "0" });
    },
  );

  test("other doors go on switching to the settings that they send", async () => {
    await shop.call("cataloginventory_stock_item.update", { productId: 2, data: { min_qty: 1 } });
    expect((await get("/stockitems/2?attrs=use_config_min_qty")).json).toEqual({ use_config_min_qty: "0" });
  });

  const closing = "The data did not pass validation.";
  const nothing = "The body has no field that can be written";
  const oneAtATime = "The body must not be a list: send one record at a time.";
  test.each([
    ["POST", "/products", { type_id: "simple" }, [...required("attribute_set_id", "sku", "name"), closing]],
    ["POST", "/products", { ...mug, name: { a: 1 } }, ['name: must be text, not {"a":1}.', closing]],
    [
      ...["POST", "/products", { ...mug, price: "dear", website_ids: 5, stock_data: { is_in_stock: 7 } }],
      [
        'price: must be a number, not "dear".',
        "website_ids: must be a list, not 5.",
        "stock_data.is_in_stock: must be 0 or 1, not 7.",
      ],
    ],
    ["POST", "/products", { ...mug, sku: "mug-01" }, ['sku: "mug-01" is the SKU of another product.']],
    [
      "POST",
      "/products",
      { ...mug, type_id: "odd" },
      [
        'There is no such product type; there are: simple, grouped, configurable, virtual, bundle, downloadable (type_id: "odd").',
      ],
    ],
    [
      "POST",
      "/products",
      { ...mug, attribute_set_id: 99 },
      [
        "There is no such attribute set; there are: 4 (Default), 9 (Ceramics), 10 (Gifts) (attribute_set_id: 99).",
      ],
    ],
    ["PUT", "/products/1", { type_id: "simple" }, [`${nothing}, only type_id.`]],
    ["PUT", "/products/1", { colour_of_sky: 1 }, [`${nothing}, only colour_of_sky.`]],
    ["PUT", "/products/1", {}, [`${nothing}.`]],
    ["PUT", "/products/1", [], [oneAtATime]],
    [
      ...["PUT", "/products/1", { tier_price: [{ website_id: 5, cust_group: "x", price_qty: 0, price: 1 }] }],
      [
        "tier_price[0].price_qty: must be a number above 0 and below 100000000.",
        'tier_price[0].website_id: must be the code or ID of a website, or "all", not 5.',
        'tier_price[0].cust_group: must be the ID of a customer group, or "all", not "x".',
      ],
    ],
    ["PUT", "/products/1/store/nope", { name: "x" }, ['store: is not a store view ("nope").']],
    ["POST", "/products/1/categories", { category_id: "x" }, ['category_id: must be a number, not "x".']],
    ["POST", "/products/1/categories", { category_id: 3 }, ["The product is in category 3 already."]],
    [
      "POST",
      "/products/1/websites",
      { website_id: 99 },
      ["website_id: 99 is not a website; there are: base, second."],
    ],
    ["POST", "/products/1/websites", { website_id: 1 }, ["The product is in website 1 already."]],
    [
      ...[
        "POST",
        "/products/2/websites",
        { website_id: 2, copy_to_stores: [{ store_from: 2, store_to: 3 }] },
      ],
      [
        "copy_to_stores[0].store_from: must be a store view of a website of the product, not 2.",
        "copy_to_stores[0].store_to: must be a store view of website 2, not 3.",
      ],
    ],
    [
      ...["POST", "/products/2/websites", { website_id: 2, copy_to_stores: [{ store_to: "x" }] }],
      [
        "copy_to_stores[0].store_from: is required.",
        'copy_to_stores[0].store_to: must be a number, not "x".',
      ],
    ],
    ["DELETE", "/products/2/websites/2", undefined, ["The product is not in website 2."]],
    [
      "DELETE",
      "/products/2/categories/8",
      undefined,
      ["The product is not assigned to the category (productId: 2)."],
    ],
    ["POST", "/products/1/images", { label: "x" }, [...required("file_mime_type", "file_content"), closing]],
    [
      ...["POST", "/products/1/images", { file_mime_type: "text/html", file_content: "aGVsbG8=" }],
      [
        'file_mime_type: must be one of image/jpeg, image/png, image/gif, image/webp, not "text/html".',
        closing,
      ],
    ],
    ["PUT", "/products/1/images/1", { types: "image" }, ['types: must be a list, not "image".', closing]],
    [
      "PUT",
      "/stockitems/1",
      { qty: "many", backorders: [] },
      ['qty: must be a number, not "many".', "backorders: must be"],
    ],
    ["PUT", "/stockitems/1", {}, [`${nothing}.`]],
    ...[{ item_id: 1 }, { min_qty: 1 }, { is_in_stock: 1, quantity: 5 }].map(
      (body) => ["PUT", "/stockitems/1", body, ["qty: is required.", closing]] as const,
    ),
    ...[null, "", " ", "many", [], true].map(
      (qty) => ["PUT", "/stockitems/1", { qty }, ["qty: must be a number, not", closing]] as const,
    ),
    ["PUT", "/stockitems/1", { qty: -1 }, ["qty: must be", closing]],
  ] as const)("%s %s %j is refused", async (method, path, body, messages) => {
    const answer = await send(method, path, body);
    expect(answer.status).toBe(400);
    const told = messagesOf(answer);
    messages.forEach((message, index) => expect(told[index]).toContain(message));
    expect(told.at(-1)).toBe(told.length === 1 ? messages[0] : closing);
  });

  test.each([
    ["PUT", "/products/999", { name: "x" }],
    ["PUT", "/products/2/store/second_default", { name: "x" }],
    ["DELETE", "/products/999", undefined],
    ["POST", "/products/999/categories", { category_id: 3 }],
    ["POST", "/products/1/categories", { category_id: 999 }],
    ["DELETE", "/products/1/categories/999", undefined],
    ["DELETE", "/products/1/websites/99", undefined],
    ["PUT", "/products/1/images/999", { label: "x" }],
    ["DELETE", "/products/1/images/999", undefined],
    ["PUT", "/stockitems/999", { qty: 1 }],
  ])("%s %s is not there", async (method, path, body) => {
    expect((await send(method, path, body)).status).toBe(404);
  });

  test.each([
    ["<a><name>A</name><name>B</name></a>", "name: must be text, not []."],
    ["<a><name>A</name>", "The body is not well-formed XML (line 1)."],
    ['<!DOCTYPE a [<!ENTITY e "1">]><a><name>&e;</name></a>', "The body must not have a DOCTYPE."],
    [
      "<a><data_item><name>A</name></data_item></a>",
      "The body must not be a list: send one record at a time.",
    ],
    ["<a/>", "The body has no field that can be written."],
    ["", "The body is empty."],
  ])("the XML %s is refused", async (body, message) => {
    const answer = await send("PUT", "/products/1", body, { "Content-Type": "application/xml" });
    expect([answer.status, messagesOf(answer)[0]]).toEqual([400, message]);
  });

  test("refuses unknown members on request", async () => {
    const data = { price: "13", colour_of_sky: 1 };
    expect((await send("PUT", "/products/1", data, { Prefer: "handling=strict" })).status).toBe(400);
    expect((await send("PUT", "/products/1", data)).status).toBe(200);
  });

  test.each([
    ["POST", "/products/1", "GET, HEAD, PUT, DELETE"],
    ["DELETE", "/stockitems/1", "GET, HEAD, PUT"],
    ["POST", "/stockitems", "GET, HEAD, PUT"],
    ["POST", "/orders/1/comments", "GET, HEAD"],
  ])("%s %s is not a method there", async (method, path, allowed) => {
    const { status, headers } = await send(method, path, {});
    expect([status, headers.get("Allow")]).toEqual([405, allowed]);
  });

  test("a body of another type is refused", async () => {
    expect((await send("POST", "/products", "x", { "Content-Type": "text/plain" })).status).toBe(400);
  });
});

describe("as the living system does", () => {
  test.each(["/products", "/customers", "/orders"])("%s without a match", async (path) => {
    const none = `${path}?filter[1][attribute]=entity_id&filter[1][eq]=999999`;
    expect((await get(none)).text).toBe("{}");
    const compatible = await startShop({ dataset: "sample", settings: { compatValues: "strings" } });
    // Bypasses the checks of the helpers, because the contract has objects here.
    const of = async (address: string, headers: Headers) =>
      (await fetch(`${compatible.url}/api/rest${address}`, { headers: { ...basic(), ...headers } })).text();
    expect(await of(none, json)).toBe("[]");
    expect(await of(none, { Accept: "text/xml" })).not.toContain("data_item");
    expect(await of(`${path}?limit=1`, json)).toMatch(/^\{"/);
  });

  test("comments are oldest first, without a text null", async () => {
    for (const comment of ["first", ""])
      await shop.call("sales_order.addComment", {
        orderIncrementId: "100000001",
        status: "pending",
        comment,
      });
    const texts = [null, "first", null].map((comment) => ({ comment }));
    expect((await get("/orders/1/comments?attrs=comment")).json).toEqual(texts);
    expect((await get("/orders/1/comments?attrs=comment&limit=2")).json).toEqual(texts.slice(0, 2));
    expect((await get("/orders/1?attrs=order_comments")).json).toMatchObject({ order_comments: texts });
  });

  test("what an order does not have is null", async () => {
    const sums = { total_paid: null, base_total_paid: null, total_refunded: null, base_total_refunded: null };
    const unset = { middlename: null, prefix: null, suffix: null, company: null };
    expect((await get("/orders/1")).json).toMatchObject({ ...sums, addresses: [unset, unset] });
    expect((await get("/orders/1/addresses/billing")).json).toMatchObject({
      ...unset,
      city: "San Francisco",
    });
    await shop.call("sales_order_invoice.create", { orderIncrementId: "100000001" });
    const paid = { total_paid: "35.0000", base_total_paid: "35.0000" };
    expect((await get("/orders/1")).json).toMatchObject({ ...sums, ...paid });
  });

  test("the list of a store view holds all products, also those that its website does not have", async () => {
    const ids = async (path: string) =>
      Object.keys((await get(`${path}?limit=100&attrs=sku`)).json as object);
    expect((await get("/products/2/store/second_default")).status).toBe(404);
    expect(await ids("/products/store/second_default")).toEqual(await ids("/products"));
    expect(await ids("/products/store/second_default/category/3")).toEqual(await ids("/products/category/3"));
  });

  test("a product is made by the address of a store view, for all views", async () => {
    const key = { "Idempotency-Key": "in a view" };
    const made = await send("POST", "/products/store/german", { ...mug, website_ids: [1] }, key);
    expect([made.status, made.text]).toEqual([200, ""]);
    const path = (made.headers.get("Location") ?? "").replace("/api/rest", "");
    for (const view of ["", "/store/default", "/store/german"])
      expect((await get(`${path}${view}?attrs=sku,name`)).json).toEqual({ sku: mug.sku, name: mug.name });
    const again = await send("POST", "/products/store/german", { ...mug, website_ids: [1] }, key);
    expect(again.headers.get("Location")).toBe(made.headers.get("Location"));
  });

  test.each([
    ["/products/store/nope", mug, 400, "store"],
    ["/products/store/german", { ...mug, sku: "mug-01" }, 400, "sku"],
    ["/products/store/german", [mug], 400, undefined],
    ["/products/store/german/category/3", mug, 405, undefined],
  ])("nothing is made by POST %s %j", async (path, body, status, field) => {
    const total = (await get("/products?limit=1")).headers.get("X-Total-Count");
    const answer = await send("POST", path, body);
    const { messages } = answer.json as { messages: { error: readonly { field?: string }[] } };
    expect([answer.status, messages.error[0]?.field]).toEqual([status, field]);
    expect((await get("/products?limit=1")).headers.get("X-Total-Count")).toBe(total);
  });

  const tier = { website_id: 0, cust_group: 1, price_qty: 3, price: 7 };
  test.each([0, "0", false])("a tier price takes is_percent %j", async (is_percent) => {
    const body = { tier_price: [{ ...tier, is_percent }] };
    expect((await send("PUT", "/products/1", body, { Prefer: "handling=strict" })).status).toBe(200);
    expect((await get("/products/1?attrs=tier_price")).json).toMatchObject({
      tier_price: [{ price: "7.0000", is_percent: "0" }],
    });
  });

  test.each([1, "1", true, "x", null, []])("a tier price is not a percentage: %j", async (is_percent) => {
    const before = (await get("/products/1")).text;
    const answer = await send("PUT", "/products/1", { tier_price: [{ ...tier, is_percent }] });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("tier_price[0].is_percent")]);
    expect((await get("/products/1")).text).toBe(before);
  });
});

const done = { message: "Resource updated successful.", code: 200 };

describe("several at once", () => {
  test("stock items: each separately", async () => {
    const items = [
      ...[
        { item_id: 1, qty: 5 },
        { item_id: "999", qty: 1 },
        { item_id: 2, qty: "x", min_qty: "y" },
      ],
      ...[{ qty: 5 }, 7, { item_id: 3 }, { item_id: "4", qty: "6" }],
    ];
    const answer = await send("PUT", "/stockitems", items);
    expect(answer.status).toBe(207);
    expect(answer.json).toEqual({
      success: [
        { item_id: "1", ...done },
        { item_id: "4", ...done },
      ],
      error: [
        { item_id: "999", message: "There is no stock item 999.", field: "item_id", code: 404 },
        { item_id: "2", message: 'qty: must be a number, not "x".', field: "qty", code: 400 },
        { item_id: "2", message: 'min_qty: must be a number, not "y".', field: "min_qty", code: 400 },
        { item_id: null, message: "item_id: is required.", field: "item_id", code: 400 },
        {
          ...{ item_id: null, code: 400 },
          message: "Each entry of the list must be an object with members, not 7.",
          field: "[4]",
        },
        { item_id: "3", message: "qty: is required.", field: "qty", code: 400 },
      ],
    });
    const stored = (await get("/stockitems?limit=4&attrs=qty")).json;
    expect(stored).toEqual(["5.0000", "85.0000", "64.0000", "6.0000"].map((qty) => ({ qty })));
  });

  test("stock items in XML", async () => {
    const xml = { "Content-Type": "application/xml", Accept: "application/xml" };
    const body = "<a><data_item><item_id>1</item_id><qty>9</qty></data_item></a>";
    const answer = await send("PUT", "/stockitems", body, xml);
    expect(answer.status).toBe(207);
    expect(answer.text.replace(/\s+/g, "")).toContain("<success><data_item><item_id>1</item_id><message>");
    expect((await get("/stockitems/1?attrs=qty")).json).toEqual({ qty: "9.0000" });
  });

  test("websites of a product", async () => {
    const sites = [{ website_id: 2 }, { website_id: 2 }, { website_id: 9 }, { website: 1 }];
    const answer = await send("POST", "/products/2/websites", sites);
    expect(answer.status).toBe(207);
    const product_id = "2";
    const field = "website_id";
    expect(answer.json).toEqual({
      success: [{ website_id: "2", product_id, ...done }],
      error: [
        { website_id: "2", product_id, message: "The product is in website 2 already.", field, code: 400 },
        {
          website_id: "9",
          product_id,
          message: "website_id: 9 is not a website; there are: base, second.",
          field,
          code: 400,
        },
        { website_id: null, product_id, message: "website_id: is required.", field, code: 400 },
      ],
    });
  });

  test.each([
    ["PUT", "/stockitems", { item_id: 1, qty: 5 }, {}, "The body must be a list of stock items."],
    ["PUT", "/stockitems", [], {}, "The list is empty."],
    ["PUT", "/stockitems", new Array(1001).fill({ item_id: 1 }), {}, "The list has more than 1000 entries."],
    ["POST", "/products", [mug], {}, "The body must not be a list: send one record at a time."],
    [
      ...(["POST", "/products/1/websites", [{ website_id: 2 }], { "Idempotency-Key": "several" }] as const),
      "Idempotency-Key: can only be used with a single call, not with several in one request",
    ],
  ] as const)("%s %s is refused as a whole", async (method, path, body, headers, message) => {
    const answer = await send(method, path, body, headers);
    expect([answer.status, messagesOf(answer)]).toEqual([400, [message]]);
  });
});

test.each([
  ["/products/2/categories", { category_id: 8 }, { category_id: 3 }],
  ["/products/2/websites", { website_id: 2 }, { website_id: 1 }],
])("POST %s again under its key is the same call", async (path, body, other) => {
  const key = { "Idempotency-Key": "once" };
  const first = await send("POST", path, body, key);
  expect(first.status).toBe(200);
  const again = await send("POST", path, body, key);
  expect([again.status, again.headers.get("Location")]).toEqual([200, first.headers.get("Location")]);
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect((await send("POST", path, body)).status).toBe(400);
  expect((await send("POST", path, other, key)).status).toBe(422);
});

describe("customers", () => {
  test("see products as the shop sells them", async () => {
    const product = (await get("/products/2", asAnna)).json as Record<string, unknown>;
    expect(product).toMatchObject({ regular_price_with_tax: "8.9000", final_price_with_tax: "7.9000" });
    expect(Object.keys(product)).not.toEqual(expect.arrayContaining(["stock_data"]));
    // The other tier price of the mug is for wholesalers.
    const tier = { qty: "6.0000", price_with_tax: "11.5000", price_without_tax: "11.5000" };
    expect((await get("/products/1?attrs=tier_price", asAnna)).json).toEqual({ tier_price: [tier] });
    expect((await send("PUT", "/products/2", { price: 1 }, asAnna)).status).toBe(403);
    expect((await get("/stockitems", asAnna)).status).toBe(403);
    expect((await get("/products?filter[1][attribute]=status&filter[1][eq]=2", asAnna)).status).toBe(400);
  });

  test.each([
    ["a downloadable with links", 46, "0"],
    ["a product with custom options", 49, "1"],
  ])("see of %s whether there is something to choose", async (_title, id, has_custom_options) => {
    expect((await get(`/products/${id}?attrs=has_custom_options`, asAnna)).json).toEqual({
      has_custom_options,
    });
  });

  test("only see their own orders", async () => {
    const all = (await get("/orders?limit=100", asAnna)).json as Record<string, object>;
    expect(Object.keys(all)).toContain("1");
    expect(all[1]).not.toHaveProperty("customer_id");
    const others = (await get("/orders?filter[1][attribute]=customer_id&filter[1][eq]=2&limit=1"))
      .json as object;
    const [id = ""] = Object.keys(others);
    for (const part of ["", "/items", "/addresses", "/comments"])
      expect((await get(`/orders/${id}${part}`, asAnna)).status).toBe(404);
  });
});

test("an order of a cart contains its gift message", async () => {
  const run = (operation: string, ...args: readonly unknown[]) => shop.call(operation, args);
  const address = { firstname: "Ada", lastname: "King", street: "Market Street 1", city: "San Francisco" };
  const place = { ...address, country_id: "US", region_id: 12, postcode: "94105", telephone: "1" };
  const cart = await run("cart.create", "default");
  await run("cart_product.add", cart, [{ sku: "mug-02", qty: 1 }]);
  const guest = { mode: "guest", email: "ada@example.com", firstname: "Ada", lastname: "King" };
  await run("cart_customer.set", cart, guest);
  const addresses = ["billing", "shipping"].map((mode) => ({ mode, ...place }));
  await run("cart_customer.addresses", cart, addresses);
  await run("cart_shipping.method", cart, "flatrate_flatrate");
  await run("cart_payment.method", cart, { method: "checkmo" });
  await run("giftmessage.setForQuote", cart, { from: "Ada", to: "Charles", message: "Well done" });
  const number = await run("cart.order", cart);

  const query = `?filter[1][attribute]=increment_id&filter[1][eq]=${String(number)}`;
  const [order] = Object.values((await get(`/orders${query}`)).json as object) as object[];

  const gift = { gift_message_from: "Ada", gift_message_to: "Charles", gift_message_body: "Well done" };
  expect(order).toMatchObject({ ...gift, increment_id: number, customer_id: null, tax_amount: "0.6500" });
});

test("an API user needs only the node of the resource", async () => {
  const roles = ["cataloginventory", "cataloginventory/info", "catalog", "catalog/product/update"];
  const body = { username: "clerk", api_key: "clerk123", roles: [...roles, "catalog/product"] };
  expect((await shop.http("POST", "/control/users", { body })).status).toBe(201);
  const asClerk = basic("clerk", "clerk123");
  expect((await get("/stockitems/1?attrs=qty", asClerk)).json).toEqual({ qty: "120.0000" });
  expect((await send("POST", "/products/2/websites", { website_id: 2 }, asClerk)).status).toBe(200);
  const refusals = [
    await send("PUT", "/stockitems/1", { qty: 1 }, asClerk),
    ...[await get("/products/1", asClerk), await get("/orders", asClerk)],
    await send("DELETE", "/products/1/categories/3", undefined, asClerk),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test("requests without credentials are refused", async () => {
  expect((await shop.http("GET", "/api/rest/products", { headers: json })).status).toBe(401);
});

test("rules of the test control for an operation apply to REST, and one call is counted once", async () => {
  const rule = { operation: "catalog_product.info", fault: "product_not_exists", times: 1 };
  await shop.http("POST", "/control/faults", { body: rule });
  expect((await get("/products/1")).status).toBe(404);
  expect((await get("/products/1")).status).toBe(200);
  const calls = (await shop.http("GET", "/control/calls?operation=getProduct")).json as object[];
  expect(calls).toHaveLength(2);
  expect((await get("/products/1", { Prefer: "code=503" })).status).toBe(503);
});

test("NAMESPACES=documents omits them, also in the contracts", async () => {
  const documented = await startShop({ dataset: "sample", settings: { namespaces: "documents" } });
  const of = (path: string) => documented.http("GET", path, { headers: { ...basic(), ...json } });
  expect((await of("/api/rest/products/1")).status).toBe(404);
  expect((await of("/api/rest/customers/1")).status).toBe(200);
  for (const address of ["/openapi.json", "/openapi.yaml"])
    expect((await of(address)).text).not.toContain("/api/rest/products");
});
