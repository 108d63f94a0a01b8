/** Twenty failing tests: the message alone explains the mistake in the test, or in the program under test. */
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
    /match\.product_id: is no parameter of catalog_product\.info; its parameters are: productId/,
    () => rule({ operation: "catalog_product.info", drop: true, match: { product_id: 1 } }),
  ],
  [
    "a rule that matches a member that does not exist",
    /match\.productData\.nmae: is not known; name may be meant/,
    () => rule({ operation: "catalog_product.update", drop: true, match: { productData: { nmae: "x" } } }),
  ],
  [
    "a rule with a misspelt member",
    /fualt: is not known here; fault may be meant/,
    () => rule({ operation: "catalog_product.info", fualt: "product_not_exists" }),
  ],
  [
    "a rule with two answers",
    /drop: does not go together with fault/,
    () => rule({ operation: "catalog_product.info", fault: "product_not_exists", drop: true }),
  ],
  [
    "a stub that the contract does not allow",
    /result: must have required property/,
    () => rule({ operation: "catalog_product.info", result: {} }),
  ],
  [
    "a fault for REST",
    /fault: REST answers have statuses instead: use http/,
    () => rule({ operation: "getCustomer", fault: "not_exists" }),
  ],
  [
    "a rule that no call has met",
    /rule 1 has answered no call: catalog_product\.info with \{"productId":5\}/,
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
    /none \(There is no operation "catalog_product\.updat"\. The nearest is catalog_product\.update\.\)/,
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
    /catalog_product\.update by admin, its answer lost by rule \d+; arguments\.productId is 1, expected 2/,
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

/** Without a login. */
async function byBasic(where: StoreServer, operation: string): Promise<void> {
  const body = JSON.stringify({ productId: 1, productData: { name: "Cup" } });
  const headers = { Authorization: `Basic ${btoa("admin:admin123")}`, "Content-Type": "application/json" };
  await fetch(`${where.url}/api/rpc/${operation}`, { method: "POST", headers, body });
}

test.each(failing)("%s", async (_title, says, does) => {
  const error = await does().then(
    () => new Error("it did not fail"),
    (caught: unknown) => caught as Error,
  );
  expect(error.message).toMatch(says);
});
