/** The sample shop has an example of everything, as docs/sample-shop.md says. What an import checks, state-lines.test.ts checks. */
import { expect, test } from "vitest";
import { datasetRecords } from "../../../src/shop/states/dataset.js";
import type { CollectionName, DocOf } from "../../../src/engine/storage/storage.js";

const records = datasetRecords("sample");

function docs<C extends CollectionName>(collection: C): DocOf<C>[] {
  return records.flatMap((one) =>
    "doc" in one && one.collection === collection ? [one.doc as DocOf<C>] : [],
  );
}

/** The different values of a member, sorted. */
function all<C extends CollectionName>(collection: C, value: (doc: DocOf<C>) => unknown): unknown[] {
  return [...new Set(docs(collection).map(value))].sort();
}

test("products of all six types, in every scope, with stock of every kind", () => {
  expect(docs("products")).toHaveLength(49);
  expect(all("products", ({ type }) => type)).toHaveLength(6);
  expect(all("products", ({ set }) => set)).toEqual([10, 4, 9]);
  expect(all("products", ({ website_ids }) => website_ids.join())).toEqual(["", "1", "1,2", "2"]);
  const values = docs("products").flatMap((product) => Object.entries(product.values));
  expect(new Set(values.map(([scope]) => scope))).toEqual(new Set(["0", "s3", "w2"]));
  const used = new Set(values.flatMap(([, row]) => Object.keys(row)));
  const own = docs("attributes").filter(({ id }) => id > 133);
  expect([...used]).toEqual(expect.arrayContaining(own.map(({ attribute_code }) => attribute_code)));
  const tiers = docs("products").flatMap(({ tier_prices }) => tier_prices);
  expect(new Set(tiers.map(({ customer_group_id: group }) => group))).toEqual(new Set(["all", "2", "3"]));
  expect(new Set(tiers.map(({ website }) => website))).toEqual(new Set(["all", "base", "second"]));
  expect(all("stock_items", ({ backorders }) => backorders)).toEqual([0, 1, 2]);
  expect(all("stock_items", ({ qty, is_in_stock }) => `${qty > 0} ${is_in_stock}`)).toHaveLength(4);
});

test("categories in three levels, links of each type, customers of both websites and all groups", () => {
  expect(all("categories", ({ level }) => level)).toEqual([0, 1, 2, 3, 4]);
  expect(all("product_links", ({ type }) => type)).toEqual(["cross_sell", "grouped", "related", "up_sell"]);
  expect(all("customers", ({ website_id }) => website_id)).toEqual([1, 2]);
  expect(all("customers", ({ group_id }) => group_id)).toEqual([1, 2, 3]);
  expect(all("addresses", ({ country_id }) => country_id).length).toBeGreaterThan(5);
});

test("orders in every state, with documents of each kind (sales 19.5)", () => {
  expect(docs("orders")).toHaveLength(25);
  const states = ["canceled", "closed", "complete", "holded", "new", "payment_review", "pending_payment"];
  expect(all("orders", ({ state }) => state)).toEqual([...states, "processing"]);
  expect(all("orders", ({ order_currency_code }) => order_currency_code)).toEqual(["EUR", "USD"]);
  expect(all("orders", ({ store_id }) => store_id)).toEqual([1, 2, 3]);
  expect(all("orders", ({ customer_is_guest }) => customer_is_guest)).toEqual([0, 1]);
  expect(all("orders", ({ payment }) => payment.method)).toHaveLength(7);
  expect(all("invoices", ({ state }) => state)).toEqual([1, 2]);
  expect(all("creditmemos", ({ state }) => state)).toEqual([1, 2]);
  expect(all("shipments", ({ tracks }) => tracks.length > 0)).toEqual([false, true]);
});
