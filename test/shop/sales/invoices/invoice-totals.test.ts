/** The amounts of invoices: the worked examples of sales 12, calculated without a shop. */
import { describe, expect, test } from "vitest";
import { examples, invoiced, invoiceOf, orderOf } from "../order-docs.js";

const { x1 } = examples;

test("shipping counts as invoiced if it is invoiced in either currency", () => {
  const cheap = orderOf({ ...x1, shipping: 0.01, rate: 0.01 });
  expect([cheap.shipping_amount, cheap.base_shipping_amount]).toEqual([0, 0.01]);
  expect(invoiceOf(invoiced(cheap, { 1: 1 }), { 1: 1 }).base_shipping_amount).toBe(0);
});

describe("the last invoice", () => {
  const two = orderOf({
    rows: [
      { qty: 1, price: 10 },
      { sku: "B", qty: 2, price: 5 },
    ],
  });
  // The subtotal of the order is one cent higher than the sum of its rows.
  const order = { ...two, subtotal: 20.01 };
  const bundled = {
    ...order,
    items: [...order.items, { ...two.items[1]!, item_id: 9, is_money_dummy: true as const }],
  };

  test.each([
    ["takes everything that is left of the order", 20.01, order, { 1: 1, 2: 2 }],
    ["is not reached while units of an item in the invoice are left", 15, order, { 1: 1, 2: 1 }],
    ["is not reached while units of another item are left", 10, order, { 2: 2 }],
    ["can follow an invoice of other items", 10.01, invoiced(order, { 1: 1 }), { 2: 2 }],
    ["does not depend on dummies", 20.01, bundled, { 1: 1, 2: 2 }],
  ])("%s: %j", (_title, want, of, quantities) => {
    expect(invoiceOf(of, quantities).subtotal).toBe(want);
  });

  test("takes exactly what is left of an item, unrounded", () => {
    const [item] = orderOf(x1).items;
    const rest = { ...orderOf(x1), items: [{ ...item!, qty_invoiced: 2, row_invoiced: 26.665 }] };
    expect(invoiceOf(rest, { 1: 1 }).items[0]?.row_total).toBe(3.335);
  });
});
