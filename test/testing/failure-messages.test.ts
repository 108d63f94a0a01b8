/** Failing tests: the message alone explains the mistake in the test, or in the program under test. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClient } from "../../generated/clients/typescript/client.js";
import type { Control } from "../../src/testing/embedded/control.js";
import { startServer } from "../../src/testing/embedded/start-server.js";
import type { StoreServer } from "../../src/testing/embedded/store-server.js";
import { journalText } from "../../src/testing/kits/journal-text.js";

let server: StoreServer;
let shop: StoreServer;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  shop = await server.sandbox("box");
  return () => shop.stop();
});
afterAll(() => server.stop());

const rename = (where: StoreServer, productId = 1) =>
  where.client().catalogProduct.update({ productId, productData: { name: "Cup" } });

/** As in JavaScript, which does not prevent wrong rules. */
const rule = (wanted: object) => shop.control.addFault(wanted as Parameters<Control["addFault"]>[0]);
const verify = (operation: string, match?: object, count?: object) =>
  shop.control.verifyCalls({ operation, match, ...count } as Parameters<Control["verifyCalls"]>[0]);

const failing: readonly (readonly [title: string, says: RegExp, does: () => Promise<unknown>])[] = [
  [
    "a rule for a misspelt operation",
    /operation: there is no operation "catalog_product\.inf"; the nearest is catalog_product\.info/,
    () => rule({ operation: "catalog_product.inf", fault: "product_not_exists" }),
  ],
  [
    "a rule with a misspelt fault",
    /fault: product_not_exist is not declared by catalog_product\.info; its own are: .*product_not_exists/,
    () => rule({ operation: "catalog_product.info", fault: "product_not_exist" }),
  ],
  [
    "a rule that matches a parameter that does not exist",
    /match\.product_id: is not a parameter of catalog_product\.info; its parameters are: productId/,
    () => rule({ operation: "catalog_product.info", drop: true, match: { product_id: 1 } }),
  ],
  [
    "a rule that matches a member that does not exist",
    /match\.productData\.nmae: is not known; name may be meant/,
    () => rule({ operation: "catalog_product.update", drop: true, match: { productData: { nmae: "x" } } }),
  ],
  [
    "a rule with a misspelt member",
    /fualt: is unknown; fault may be meant/,
    () => rule({ operation: "catalog_product.info", fualt: "product_not_exists" }),
  ],
  [
    "a rule with two answers",
    /drop: cannot be combined with fault/,
    () => rule({ operation: "catalog_product.info", fault: "product_not_exists", drop: true }),
  ],
  [
    "a stub that the contract does not allow",
    /result: must have required property/,
    () => rule({ operation: "catalog_product.info", result: {} }),
  ],
  [
    "a fault for REST",
    /fault: REST responses have statuses instead: use http/,
    () => rule({ operation: "getCustomer", fault: "not_exists" }),
  ],
  [
    "a rule that no call has met",
    /rule 1 was not applied to any call: catalog_product\.info with \{"productId":5\}/,
    async () => {
      await rule({ operation: "catalog_product.info", drop: true, match: { productId: 5 } });
      await shop.client().catalogProduct.info({ productId: 1 });
      throw new Error(await journalText(shop));
    },
  ],
  [
    "a verification of a misspelt operation",
    /there is no operation "catalog_product\.updat"; the nearest is catalog_product\.update/,
    () => verify("catalog_product.updat"),
  ],
  [
    "a verification with a misspelt member",
    /match\.productData\.nmae: is not known; name may be meant/,
    () => verify("catalog_product.update", { productData: { nmae: "Cup" } }),
  ],
  [
    "a call with another value",
    /call 2: catalog_product\.update by admin; arguments\.productData\.name is "Cup", expected "Mug"/,
    async () => {
      await rename(shop);
      await verify("catalog_product.update", { productId: 1, productData: { name: "Mug" } });
    },
  ],
  [
    "a match with a misspelt condition",
    /arguments\.productId is 1, expected \{"regexp":"1"\} \(regexp is not a condition; regex may be meant\)/,
    async () => {
      await rename(shop);
      await verify("catalog_product.update", { productId: { regexp: "1" } });
    },
  ],
  [
    "a call that was not made",
    /It was not called at all\. The nearest calls:\n- call 2: catalog_product\.info by admin/,
    async () => {
      await shop.client().catalogProduct.info({ productId: 1 });
      await verify("catalog_product.update");
    },
  ],
  [
    "a call that was made once too often",
    /called 2 times in this way, expected 1\.\nThe matching calls:\n- call 4: .*\n- call 3: .* answered internal/,
    async () => {
      await rule({ operation: "catalog_product.update", fault: "internal" });
      await rename(shop).catch(() => {});
      await byBasic(shop, "catalog_product.update");
      await verify("catalog_product.update", { productId: 1 }, { times: 1 });
    },
  ],
  [
    "a call that was sent to a misspelt operation",
    /none \(There is no operation "catalog_product\.updat"; the nearest is catalog_product\.update\.\)/,
    async () => {
      await byBasic(shop, "catalog_product.updat");
      await verify("catalog_product.update");
    },
  ],
  [
    "a call that forgot the sandbox",
    /made in the shop itself, not in the sandbox box: it was sent without the header X-Sandbox/,
    async () => {
      await rename(server);
      await verify("catalog_product.update", { productId: 1 });
    },
  ],
  [
    "a verification that forgot the sandbox",
    /Such a call was made in the sandbox box, not in the shop itself\./,
    async () => {
      await rename(shop, 3);
      await server.verify("catalog_product.update", { productId: 3 });
    },
  ],
  [
    "waiting for a call that does not come",
    /no such call within 10 ms\.\n.*\nIt was not called at all\. The nearest calls:\n- call 2: catalog_product\.update/,
    async () => {
      await rename(shop);
      await shop.waitForCall("catalog_product.info", { timeoutMs: 10 });
    },
  ],
  [
    "waiting for mail to somebody else",
    /no such message within 10 ms\. The latest: order_new to anna\.becker@example\.com about \d+/,
    async () => {
      await shop.control.placeOrder({
        customer_id: 1,
        items: [{ sku: "mug-01", qty: 1 }],
        notify: true,
      });
      await shop.waitForMail({ to: "mila@shop.test", timeoutMs: 10 });
    },
  ],
  [
    "an expired session",
    /The session is unknown or timed out, log in again\. \(session_expired\)/,
    async () => {
      const session = await shop.client().login();
      await shop.control.setClock({ advance_seconds: 7200 });
      await createClient({ url: shop.url, session }).catalogProduct.info({ productId: 1 });
    },
  ],
  [
    "a call whose answer was lost, verified with another argument",
    /catalog_product\.update by admin, response lost by rule \d+; arguments\.productId is 1, expected 2/,
    async () => {
      await rule({ operation: "catalog_product.update", drop: true, when: "after" });
      await rename(shop).catch(() => undefined);
      await verify("catalog_product.update", { productId: 2 });
    },
  ],
  [
    "an answer that was lost",
    /catalog_product\.update: http:.* gave no answer \(.+\)/,
    async () => {
      await rule({ operation: "catalog_product.update", when: "after", drop: true });
      await rename(shop);
    },
  ],
  [
    "the page of a proxy",
    /HTTP 502 without an answer in JSON-RPC: <html>.*502 Bad Gateway/,
    async () => {
      await rule({ operation: "catalog_product.update", http: { status: 502 }, body: "html" });
      await rename(shop);
    },
  ],
  [
    "a snapshot that does not exist",
    /There is no snapshot "befor"; there are: before\./,
    async () => {
      await shop.control.createSnapshot({ name: "before" });
      await shop.control.restoreSnapshot({ name: "befor" });
    },
  ],
];

const placed = (wanted: object) => {
  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], ...wanted };
  return shop.control.placeOrder(order);
};
const stocked = (qty: number) =>
  shop.client().cataloginventoryStockItem.update({ productId: "mug-01", data: { qty } });
const customer = (member: object) =>
  shop.client().customer.create({
    customerData: { ...person, email: "a@shop.test", password: "secret123", website_id: 1, ...member },
  });
const person = { firstname: "Mila", lastname: "Novak" };

const product = () => shop.client().catalogProduct;

/** What did not happen, though the test relied on it. */
const missing: typeof failing = [
  [
    "waiting for the mail of an order that was placed without one",
    /There are no messages at all\. Call 1, placeOrder, sent no message, because notify was off\./,
    async () => {
      await placed({});
      await shop.waitForMail({ to: "anna.becker@example.com", timeoutMs: 10 });
    },
  ],
  [
    "a forced fault that no call has met",
    /fault is null, expected "filters_invalid"\nRule 1, which forces filters_invalid, has answered no call; it is for call 2 of those that match\./,
    async () => {
      await rule({ operation: "catalog_product.list", fault: "filters_invalid", nth: 2 });
      await product().list();
      await shop.control.verifyCalls({ operation: "catalog_product.list", fault: "filters_invalid" });
    },
  ],
  [
    "a call that came by REST",
    /It was not called at all\. The nearest calls:\n- call 1: getProduct \(REST\) by admin/,
    async () => {
      const headers = { Authorization: `Basic ${btoa("admin:admin123")}`, Accept: "application/json" };
      await fetch(`${shop.url}/api/rest/products/1`, { headers });
      await verify("catalog_product.info", { productId: 1 });
    },
  ],
  [
    "calls in another order",
    /Step 2 of 2 is missing: catalog_product\.update was not called after call \d+ .*\nIt was called too early: call \d+: catalog_product\.update/,
    async () => {
      await rename(shop);
      await product().info({ productId: 1 });
      await shop.verifySequence([
        { operation: "catalog_product.info" },
        { operation: "catalog_product.update" },
      ]);
    },
  ],
  [
    "a clock that is advanced by a text",
    /advance_seconds: must be a whole number/,
    () => shop.control.setClock({ advance_seconds: "3600" as unknown as number }),
  ],
];

/** Data that the shop does not have. */
const unknownData: typeof failing = [
  [
    "a misspelt SKU",
    /There is no such product; mug-01 may be meant \(productId: "mug-1"\)/,
    () => product().info({ productId: "mug-1", identifierType: "sku" }),
  ],
  [
    "a SKU in place of an ID",
    /There is no such product; it is the SKU of product 1 \(productId: "mug-01"\)/,
    () => product().info({ productId: "mug-01" }),
  ],
  [
    "the stock of a misspelt SKU",
    /There is no such product; mug-01 may be meant \(productId: "mug-1"\)/,
    () => shop.client().cataloginventoryStockItem.update({ productId: "mug-1", data: { qty: 5 } }),
  ],
  [
    "an order for more than there is",
    /items\[0\]\.qty: 6 of "mug-01" requested, 5 left in stock/,
    async () => {
      await stocked(5);
      await placed({ items: [{ sku: "mug-01", qty: 6 }] });
    },
  ],
  [
    "an order whose items together ask for more than there is",
    /items\[1\]\.qty: 3 of "mug-01" requested, 2 left after the items before it/,
    async () => {
      await stocked(5);
      await placed({ items: [3, 3].map((qty) => ({ sku: "mug-01", qty })) });
    },
  ],
  [
    "a cart with a product that is out of stock",
    /This product is currently out of stock\. \(products\[0\]\.sku: "mug-01"\)/,
    async () => {
      const client = shop.client();
      const quoteId = await client.cart.create({});
      await client.cataloginventoryStockItem.update({ productId: "mug-01", data: { is_in_stock: 0 } });
      await client.cartProduct.add({ quoteId, products: [{ sku: "mug-01", qty: 1 }] });
    },
  ],
  [
    "an order of a misspelt SKU",
    /items\[0\]\.sku: there is no product "mug-1"; mug-01 may be meant/,
    () => placed({ items: [{ sku: "mug-1", qty: 1 }] }),
  ],
  [
    "an order of a product that does not exist",
    /items\[0\]\.product_id: there is no product 9999/,
    () => placed({ items: [{ product_id: 9999, qty: 1 }] }),
  ],
  [
    "an order of a customer who does not exist",
    /customer_id: there is no customer 99/,
    () => placed({ customer_id: 99 }),
  ],
  [
    "an order in a misspelt store view",
    /store: must be the ID or code of a store view; german may be meant/,
    () => placed({ store: "germn" }),
  ],
  [
    "an order in a store view that does not exist",
    /store view; there are: admin, default, second_default, german/,
    () => placed({ store: 99 }),
  ],
  [
    "a misspelt access node",
    /roles: catalog\/prodct is not an access node; catalog\/product may be meant/,
    () => shop.control.saveUser({ username: "bob", api_key: "secret123", roles: ["catalog/prodct"] }),
  ],
  [
    "a session of a misspelt user",
    /username: is not an API user; admin may be meant/,
    () => shop.control.createSession({ username: "admn" }),
  ],
  [
    "a dataset with a misspelt name",
    /dataset: must be one of sample, minimal, or an object$/,
    () => shop.control.resetShop({ dataset: "smaple" as "sample" }),
  ],
  [
    "a coupon for a misspelt website",
    /website: must be the code of a website; second may be meant/,
    () => shop.control.addCoupon({ code: "TEN", percent: 10, website: "secnd" }),
  ],
  [
    "a cart of a customer who does not exist",
    /customer_id: there is no customer 99/,
    () => shop.control.openCart({ customer_id: 99 }),
  ],
  [
    "a product in a misspelt store view",
    /No store view has this ID or code; german may be meant \(store: "germn"\)/,
    () => shop.client().catalogProduct.info({ productId: 1, store: "germn" }),
  ],
  [
    "a cart in a misspelt store view",
    /There is no such store view; german may be meant \(store: "germn"\)/,
    () => shop.client().cart.create({ store: "germn" }),
  ],
  [
    "a customer of a group that does not exist",
    /Customers cannot belong to group 77; there are: 1 \(General\)/,
    () => customer({ group_id: 77 }),
  ],
  [
    "a customer of a website that does not exist",
    /Customers cannot belong to website 9; there are: 1 \(base\), 2 \(second\)/,
    () => customer({ website_id: 9 }),
  ],
  [
    "a misspelt SKU in a cart",
    /Product does not exist\. mug-01 may be meant\. \(products\[1\]\.sku: "mug-1"\)/,
    async () => {
      const client = shop.client();
      const quoteId = await client.cart.create({});
      const products = ["mug-01", "mug-1"].map((sku) => ({ sku, qty: 1 }));
      await client.cartProduct.add({ quoteId, products });
    },
  ],
  [
    "a product of a misspelt type",
    /There is no such product type; simple may be meant \(type: "simpel"\)/,
    () => product().create({ type: "simpel" as "simple", set: 4, sku: "new-1", productData: { name: "N" } }),
  ],
  [
    "a product of a set that does not exist",
    /There is no such attribute set; there are: 4 \(Default\), .* \(set: 99\)/,
    () => product().create({ type: "simple", set: 99, sku: "new-1", productData: { name: "N" } }),
  ],
  [
    "a filter by a misspelt attribute",
    /skuu: is not an attribute that can be filtered by; sku may be meant\./,
    () => product().list({ filters: { skuu: "mug-01" } as object }),
  ],
  [
    "a filter by a misspelt field of orders",
    /stats: is not an attribute that can be filtered by; status may be meant\./,
    () => shop.client().salesOrder.list({ filters: { stats: "pending" } as object }),
  ],
  [
    "a filter by a misspelt field of customers",
    /mail: is not an attribute that can be filtered by; email may be meant\./,
    () => shop.client().customer.list({ filters: { mail: "a@shop.test" } as object }),
  ],
  [
    "a filter of REST by a misspelt field",
    /filter\[1\]\[attribute\]: must be a field that can be read, not "stats"; status may be meant\./,
    () => byRest("/api/rest/orders?filter[1][attribute]=stats&filter[1][eq]=pending"),
  ],
  [
    "an operation by a misspelt name",
    /There is no operation "catalog_product\.inof"; the nearest is catalog_product\.info\./,
    () => shop.client().call("catalog_product.inof" as "catalog_product.info", { productId: 1 }),
  ],
  [
    "a product of a website that does not exist",
    /"basee" is not a website; base may be meant/,
    () =>
      shop.client().catalogProduct.update({
        productId: 1,
        productData: { website_ids: ["basee" as unknown as number] },
      }),
  ],
];

/** Why a call was not permitted: the wire does not say it, the calls of the failed test do. */
const refused: typeof failing = [
  [
    "a login with a wrong key",
    /login .* by admin → access_denied: Not permitted\. There is no active API user "admin" with this key\./,
    () => shownAfter(() => shop.client({ apiKey: "wrong-key1" }).catalogProduct.info({ productId: 1 })),
  ],
  [
    "HTTP Basic with a wrong key",
    /access_denied: Not permitted\. There is no active API user with this key\./,
    () => shownAfter(() => byBasic(shop, "catalog_product.info", "admin:wrong-key1")),
  ],
  [
    "a request without credentials",
    /session_expired: .* The request has no header Authorization: send a session \(Bearer\), or/,
    () =>
      shownAfter(() =>
        fetch(`${shop.url}/api/rpc/catalog_product.info`, { method: "POST", body: "{}", headers: json }),
      ),
  ],
  [
    "a call that the roles do not allow",
    /access_denied: .* The roles of reader allow catalog\/product\/info; catalog_product\.update needs catalog\/product\/update\./,
    () =>
      shownAfter(async () => {
        await shop.control.saveUser({
          username: "reader",
          api_key: "reader123",
          roles: ["catalog/product/info"],
        });
        await byBasic(shop, "catalog_product.update", "reader:reader123");
      }),
  ],
];

/** Throws what a kit shows after a failed test. */
async function shownAfter(does: () => Promise<unknown>): Promise<never> {
  await does().catch(() => undefined);
  throw new Error(await journalText(shop));
}

const json = { "Content-Type": "application/json" };

/** Throws the answer of an address of REST. */
async function byRest(path: string): Promise<never> {
  const headers = { Authorization: `Basic ${btoa("admin:admin123")}`, Accept: "application/json" };
  const { messages } = (await (await fetch(shop.url + path, { headers })).json()) as {
    messages: { error: readonly [{ message: string }] };
  };
  throw new Error(messages.error[0].message);
}

/** Without a login. */
async function byBasic(where: StoreServer, operation: string, credentials = "admin:admin123"): Promise<void> {
  const body = JSON.stringify({ productId: 1, productData: { name: "Cup" } });
  const headers = { Authorization: `Basic ${btoa(credentials)}`, ...json };
  await fetch(`${where.url}/api/rpc/${operation}`, { method: "POST", headers, body });
}

test.each([...failing, ...missing, ...unknownData, ...refused])("%s", async (_title, says, does) => {
  const error = await does().then(
    () => new Error("it did not fail"),
    (caught: unknown) => caught as Error,
  );
  expect(error.message).toMatch(says);
});
