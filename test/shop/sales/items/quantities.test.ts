/** The quantities of an order item that are left to invoice, ship, refund and cancel (sales 5). */
import { describe, expect, test } from "vitest";
import {
  cancelable,
  qtyToInvoice,
  qtyToRefund,
  qtyToShip,
  physicalQtyToShip,
} from "../../../../src/shop/sales/items/quantities.js";
import { row } from "./rows.js";

test.each([
  // ordered, invoiced, shipped, refunded, canceled → to invoice, ship, refund, cancel
  { of: [3, 0, 0, 0, 0], want: [3, 3, 0, 3] },
  { of: [3, 1, 0, 0, 0], want: [2, 3, 1, 2] },
  { of: [3, 1, 2, 0, 0], want: [2, 1, 1, 1] },
  // A refunded unit is not shipped later, even if it was shipped before the refund.
  { of: [3, 3, 1, 1, 0], want: [0, 1, 2, 0] },
  { of: [3, 1, 0, 0, 2], want: [0, 1, 1, 0] },
  { of: [0.3, 0.1, 0, 0, 0], want: [0.2, 0.3, 0.1, 0.2] },
  { of: [3, 3, 3, 3, 0], want: [0, 0, 0, 0] },
  { of: [3, 2, 3, 3, 2], want: [0, 0, 0, 0] },
] as const)("left of $of: $want", ({ of, want }) => {
  const one = row(of);
  const toCancel = cancelable([one]).quantities.get(one.item_id);
  expect([qtyToInvoice(one), qtyToShip(one), qtyToRefund(one), toCancel]).toEqual(want);
});

describe("rows that do not count", () => {
  const of = [3, 1, 1, 0, 0] as const;
  test.each([
    { title: "for money", one: row(of, { is_money_dummy: true }), want: [0, 2, 0] },
    { title: "for shipping", one: row(of, { is_shipping_dummy: true }), want: [2, 0, 1] },
    { title: "for either", one: row(of, { is_money_dummy: true, is_shipping_dummy: true }), want: [0, 0, 0] },
  ])("$title: to invoice, ship and refund $want", ({ one, want }) => {
    expect([qtyToInvoice(one), qtyToShip(one), qtyToRefund(one)]).toEqual(want);
  });
});

test("virtual items are never shipped", () => {
  expect(physicalQtyToShip(row([3, 0, 0, 0, 0]))).toBe(3);
  expect(physicalQtyToShip(row([3, 0, 0, 0, 0], { is_virtual: 1 }))).toBe(0);
});
