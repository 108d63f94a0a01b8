/** The orders of the sample shop cover every state and every kind of document (sales 19.5). */
import { expect, test } from "vitest";
import { datasetRecords } from "../../../src/shop/states/dataset.js";
import type { CollectionName, DocOf } from "../../../src/engine/storage/storage.js";

const records = datasetRecords("sample");

function docs<C extends CollectionName>(collection: C): DocOf<C>[] {
  return records.flatMap((one) =>
    "doc" in one && one.collection === collection ? [one.doc as DocOf<C>] : [],
  );
}

test("at least 14, with IDs from 1 on, in every state", () => {
  const orders = docs("orders");
  expect(orders.length).toBeGreaterThanOrEqual(14);
  expect(orders.map(({ id }) => id)).toEqual(orders.map((_, index) => index + 1));
  const states = ["canceled", "closed", "complete", "holded", "new", "payment_review", "pending_payment"];
  expect([...new Set(orders.map(({ state }) => state))].sort()).toEqual([...states, "processing"]);
  expect(orders.some(({ status }) => status === "fraud")).toBe(true);
});

test("two currencies, three stores, guests and customers, every payment method", () => {
  const orders = docs("orders");
  const all = <V>(value: (order: DocOf<"orders">) => V) => new Set(orders.map(value));
  expect(all(({ order_currency_code }) => order_currency_code)).toEqual(new Set(["USD", "EUR"]));
  expect(all(({ store_id }) => store_id)).toEqual(new Set([1, 2, 3]));
  expect(all(({ customer_is_guest }) => customer_is_guest)).toEqual(new Set([0, 1]));
  expect(all(({ payment }) => payment.method).size).toBe(7);
});

test("documents of each kind and state, none of them mailed", () => {
  expect(new Set(docs("invoices").map(({ state }) => state))).toEqual(new Set([1, 2]));
  expect(new Set(docs("creditmemos").map(({ state }) => state))).toEqual(new Set([1, 2]));
  expect(docs("shipments").some(({ tracks }) => tracks.length > 0)).toBe(true);
  expect(docs("mail")).toEqual([]);
});

test("the totals of every order match its documents", () => {
  for (const order of docs("orders")) {
    const invoices = docs("invoices").filter(({ order_id }) => order_id === order.id);
    const memos = docs("creditmemos").filter(({ order_id }) => order_id === order.id);
    const total = (of: readonly { grand_total: number }[]) =>
      of.reduce((sum, { grand_total }) => sum + grand_total, 0);
    expect(total(invoices)).toBeCloseTo(order.total_invoiced, 4);
    expect(total(invoices.filter(({ state }) => state === 2))).toBeCloseTo(order.total_paid, 4);
    expect(total(memos)).toBeCloseTo(order.total_refunded, 4);
  }
});
