/**
 * Values that are kept with documents (values/memo.ts): after any change of a shop, a repeated question has the same answer as in
 * a shop that was just opened on the same state.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { startShop, type Shop } from "../../support/shop.js";

type Call = readonly [path: string, ...args: unknown[]];

const questions: readonly Call[] = [
  ["catalog_product.info", 1],
  ["catalog_product.info", 1, "german"],
  ["catalog_product.info", "mug-02", null, ["name", "price", "special_price"]],
  ["catalog_product.list"],
  ["catalog_product.list", { status: 1 }, "german"],
  ["catalog_product.getSpecialPrice", 1],
  ["catalog_product_attribute_tier_price.info", 1],
  ["catalog_product_attribute_media.list", 1],
  ["catalog_product_attribute.options", 77],
  ["catalog_category.tree"],
  ["catalog_category.info", 3],
  ["catalog_category.assignedProducts", 3],
  ["cataloginventory_stock_item.list", [1, 2]],
  ["customer.list"],
  ["customer.info", 1],
  ["customer_address.list", 1],
  ["sales_order.list"],
  ["sales_order.info", "100000001"],
];

type Change = (shop: Shop) => Promise<unknown>;

const control = (method: string, path: string, body?: unknown) => (shop: Shop) =>
  shop.http(method, `/control${path}`, body === undefined ? {} : { body });
const call =
  (...[path, ...args]: Call): Change =>
  (shop) =>
    // Some are refused the second time; then nothing changes, which must also be visible.
    shop.call(path, args).catch(() => undefined);

const changes: Readonly<Record<string, Change>> = {
  "a name": call("catalog_product.update", 1, { name: "Renamed" }),
  "a name in a view": call("catalog_product.update", 1, { name: "Umbenannt" }, "german"),
  "a special price": call("catalog_product.setSpecialPrice", 1, 5, "2025-06-02", "2025-06-03"),
  "a tier price": call("catalog_product_attribute_tier_price.update", 1, [{ qty: 5, price: 3 }]),
  "a new product": call("catalog_product.create", "simple", 4, "kept", { name: "Kept", website_ids: [1] }),
  "a product less": call("catalog_product.delete", 5),
  "a category less": call("catalog_category.delete", 5),
  "an assignment": call("catalog_category.assignProduct", 3, 7),
  "a stock": call("cataloginventory_stock_item.update", 1, { qty: 3 }),
  "a customer": call("customer.update", 1, { firstname: "Other" }),
  "an address": call("customer_address.delete", 1),
  "an order held": call("sales_order.hold", "100000001"),
  "a comment": call("sales_order.addComment", "100000001", "pending", "kept"),
  "an order": control("POST", "/orders", { customer_id: 1, items: [{ sku: "mug-02", qty: 1 }] }),
  "the next day": control("PUT", "/clock", { now: "2025-06-02 12:00:00" }),
  "another state": control("POST", "/reset", { dataset: "minimal", keep_sessions: true }),
  "the first state": control("POST", "/reset", { dataset: "sample", keep_sessions: true }),
};

/** The sessions of the caller. */
const currentStores: Readonly<Record<string, Call>> = {
  "the current store": ["catalog_product.currentStore", "german"],
  "the current store of categories": ["catalog_category.currentStore", "german"],
};

/** The answer of a fork without cached answers, to a session with the same current stores. */
async function answersOfFork(shop: Shop, stores: readonly Call[]): Promise<unknown[]> {
  const { json } = await shop.http("POST", "/control/sandboxes", { body: {} });
  const { name } = json as { name: string };
  const place = `/sandbox/${name}`;
  const session = await sessionAt(shop, place);
  for (const store of stores) await ask(shop, session, store, place);
  const answers = [];
  for (const question of questions) answers.push(await ask(shop, session, question, place));
  await shop.http("DELETE", `/control/sandboxes/${name}`);
  return answers;
}

async function sessionAt(shop: Shop, place = ""): Promise<string> {
  const { json } = await shop.http("POST", `${place}/control/sessions`, { body: { username: "admin" } });
  return (json as { session: string }).session;
}

async function ask(shop: Shop, session: string, [path, ...args]: Call, place = ""): Promise<unknown> {
  const body = { jsonrpc: "2.0", id: 1, method: "call", params: [session, path, args] };
  const { text } = await shop.http("POST", `${place}/api/jsonrpc`, { body });
  return JSON.parse(place === "" ? text : text.replaceAll(place, ""));
}

test("cached answers are the same as without a cache", async () => {
  const shop = await startShop({ dataset: "sample" });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys({ ...changes, ...currentStores })), {
        minLength: 1,
        maxLength: 6,
      }),
      async (walk) => {
        await control("POST", "/reset", { dataset: "sample" })(shop);
        const session = await sessionAt(shop);
        const stores: Call[] = [];
        const askAll = () => Promise.all(questions.map((question) => ask(shop, session, question)));
        for (const change of walk) {
          await askAll();
          // From the second time on, they are cached.
          await askAll();
          if (change in currentStores) {
            const store = currentStores[change] as Call;
            await ask(shop, session, store);
            stores.push(store);
          } else await changes[change]?.(shop);
          const answers = await askAll();
          expect(answers).toEqual(await askAll());
          expect(answers, change).toEqual(await answersOfFork(shop, stores));
        }
      },
    ),
    { numRuns: 12 },
  );
});
