/** Failing tests: the message alone explains the mistake in the test, or in the program under test. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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
    "a rule with a misspelt fault",
    /fault: product_not_exist is not declared by catalog_product\.info; its own are: .*product_not_exists/,
    () => rule({ operation: "catalog_product.info", fault: "product_not_exist" }),
  ],
  [
    "a rule that matches a member that does not exist",
    /match\.productData\.nmae: is not known; name may be meant/,
    () => rule({ operation: "catalog_product.update", drop: true, match: { productData: { nmae: "x" } } }),
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
    "a call with another value",
    /call 2: catalog_product\.update by admin; arguments\.productData\.name is "Cup", expected "Mug"/,
    async () => {
      await rename(shop);
      await verify("catalog_product.update", { productId: 1, productData: { name: "Mug" } });
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
];

const placed = (wanted: object) => {
  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], ...wanted };
  return shop.control.placeOrder(order);
};
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
    "an order of a misspelt SKU",
    /items\[0\]\.sku: there is no product "mug-1"; mug-01 may be meant/,
    () => placed({ items: [{ sku: "mug-1", qty: 1 }] }),
  ],
  [
    "an order in a store view that does not exist",
    /store view; there are: admin, default, second_default, german/,
    () => placed({ store: 99 }),
  ],
  [
    "a filter by a misspelt attribute",
    /skuu: is not an attribute that can be filtered by; sku may be meant\./,
    () => product().list({ filters: { skuu: "mug-01" } as object }),
  ],
  [
    "an operation by a misspelt name",
    /There is no operation "catalog_product\.inof"; the nearest is catalog_product\.info\./,
    () => shop.client().call("catalog_product.inof" as "catalog_product.info", { productId: 1 }),
  ],
];

/** Why a call was not permitted: the wire does not say it, the calls of the failed test do. */
const refused: typeof failing = [
  [
    "HTTP Basic with a wrong key",
    /access_denied: Not permitted\. There is no active API user with this key\./,
    () => shownAfter(() => byBasic(shop, "catalog_product.info", "admin:wrong-key1")),
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
