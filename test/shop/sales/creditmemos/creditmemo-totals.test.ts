/** The amounts of credit memos: the worked examples of sales 12, calculated without a shop. */
import { describe, expect, test } from "vitest";
import type { OrderDoc } from "../../../../src/shop/data/entities/sales.js";
import { creditmemoOf, invoiced, orderOf, type OrderOf } from "../order-docs.js";

/** The order after one paid invoice per step. */
function paid(of: OrderOf, ...steps: Record<number, number>[]): OrderDoc {
  return steps.reduce((order, step) => invoiced(order, step), orderOf(of));
}

describe("the last refund of an item refunds exactly the rest", () => {
  const odd = { rows: [{ qty: 3, price: 3.3333, tax: 10 }] };

  test("otherwise it is a rounded share", () => {
    // 2 of 3 units are invoiced, and an earlier refund was not rounded to cents.
    const order = paid(odd, { 1: 2 });
    const items = order.items.map((item) => ({ ...item, amount_refunded: 0.005, row_invoiced: 6.67 }));
    expect(creditmemoOf({ ...order, items }, { items: { 1: 2 } }).subtotal).toBe(6.67);
    const isLast = items.map((item) => ({ ...item, qty_canceled: 1 }));
    expect(creditmemoOf({ ...order, items: isLast }, { items: { 1: 2 } }).subtotal).toBe(6.665);
  });
});
