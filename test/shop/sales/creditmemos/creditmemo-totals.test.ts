/** The amounts of credit memos: the worked examples of sales 12, calculated without a shop. */
import { describe, expect, test } from "vitest";
import type { CreditmemoDoc, OrderDoc } from "../../../../src/shop/data/entities/sales.js";
import { refundableLeft, shippingLeft } from "../../../../src/shop/sales/creditmemos/creditmemo-totals.js";
import {
  creditmemoOf,
  examples,
  invoiced,
  orderOf,
  refunded,
  type OrderOf,
  type RefundOf,
} from "../order-docs.js";

/** The amounts in the order of the examples: subtotal, shipping, tax, discount, grand total. */
function figures(memo: CreditmemoDoc): number[] {
  const { subtotal, shipping_amount, tax_amount, discount_amount, grand_total } = memo;
  return [subtotal, shipping_amount, tax_amount, discount_amount, grand_total];
}

const { x1, x2, x5, x6, x9, x10 } = examples;

/** The order after one paid invoice per step. */
function paid(of: OrderOf, ...steps: Record<number, number>[]): OrderDoc {
  return steps.reduce((order, step) => invoiced(order, step), orderOf(of));
}

describe("consecutive credit memos", () => {
  test.each<{ title: string; of: OrderDoc; memos: (readonly [RefundOf, number[]])[] }>([
    {
      title: "X2, invoiced unit by unit",
      of: paid(x2, { 1: 1 }, { 1: 1 }, { 1: 1 }),
      memos: [
        [{ items: { 1: 1 }, shipping: 0 }, [9.99, 0, 0.74, -1, 9.73]],
        [{ items: { 1: 1 }, shipping: 0 }, [9.99, 0, 0.75, -1, 9.74]],
        [{ items: { 1: 1 } }, [9.99, 5, 0.74, -1, 14.73]],
      ],
    },
    {
      title: "X5: shipping tax is refunded in shares too",
      of: paid(x5, { 2: 2 }, { 1: 2, 2: 1 }),
      memos: [
        [{ items: { 1: 1 }, shipping: 4 }, [70, 4, 6.11, 0, 80.11]],
        [{ items: { 2: 1 } }, [9.99, 6, 1.24, -1, 16.23]],
        [{ items: { 1: 1, 2: 2 } }, [89.98, 0, 7.26, -2, 95.24]],
      ],
    },
    {
      title: "X6: adjustments",
      of: paid(x6, { 1: 2 }),
      memos: [
        [{ items: { 1: 1 }, shipping: 0, plus: 3, minus: 1.5 }, [25, 0, 0, 0, 26.5]],
        [{ items: { 1: 1 }, minus: 1.5 }, [25, 5, 0, 0, 28.5]],
      ],
    },
    {
      title: "X7: only an adjustment",
      of: paid(x6, { 1: 2 }),
      memos: [[{ shipping: 0, plus: 7.25 }, [0, 0, 0, 0, 7.25]]],
    },
    {
      title: "X8: a partly invoiced order",
      of: paid(x1, { 1: 1 }),
      memos: [[{ items: { 1: 1 } }, [10, 5, 0, 0, 15]]],
    },
    {
      title: "X10: the discount on shipping lowers the refund",
      of: paid(x10, { 1: 2 }),
      memos: [
        [{ items: { 1: 1 }, shipping: 5 }, [20, 5, 0, -2.5, 22.5]],
        [{ items: { 1: 1 } }, [20, 5, 0, -2.5, 22.5]],
      ],
    },
  ])("$title", ({ of, memos }) => {
    let order = of;
    for (const [refund, want] of memos) {
      expect(figures(creditmemoOf(order, refund))).toEqual(want);
      order = refunded(order, refund);
    }
  });
});

test("X9: the requested amounts are in base currency", () => {
  const order = paid(x9, { 1: 2 }, { 1: 1 });
  const memo = creditmemoOf(order, { items: { 1: 1 }, shipping: 2, plus: 1 });
  expect(memo).toMatchObject({
    ...{ subtotal: 8.99, base_subtotal: 9.99, shipping_amount: 1.8, base_shipping_amount: 2 },
    ...{ tax_amount: 0.67, base_tax_amount: 0.75, adjustment_positive: 0.9, base_adjustment_positive: 1 },
    ...{ adjustment: 0.9, grand_total: 12.36, base_grand_total: 13.74 },
  });
  const minus = creditmemoOf(order, { shipping: 0, plus: 3, minus: 1 });
  expect([minus.adjustment_negative, minus.base_adjustment_negative, minus.adjustment]).toEqual([
    0.9, 1, 1.8,
  ]);
});

test("the shares of a shipping discount add up: 1.00 on 10.00 as 3.33 + 3.33 + 3.34", () => {
  let order = paid({ rows: [{ qty: 1, price: 20 }], shipping: 10, shippingDiscount: 1 }, { 1: 1 });
  const shares = [3.33, 3.33, 3.34].map((shipping) => {
    const { discount_amount } = creditmemoOf(order, { shipping });
    order = refunded(order, { shipping });
    return discount_amount;
  });
  expect(shares).toEqual([-0.33, -0.34, -0.33]);
});

describe("the last refund of an item refunds exactly the rest", () => {
  const odd = { rows: [{ qty: 3, price: 3.3333, tax: 10 }] };
  test("if nothing is left to invoice", () => {
    const order = paid(odd, { 1: 3 });
    // 3.33 and a tax of 0.34, which includes the rounding difference of the row.
    const once = refunded(order, { items: { 1: 1 } });
    expect(creditmemoOf(once, { items: { 1: 2 } })).toMatchObject({ subtotal: 6.67, tax_amount: 0.66 });
  });

  test("otherwise it is a rounded share", () => {
    // 2 of 3 units are invoiced, and an earlier refund was not rounded to cents.
    const order = paid(odd, { 1: 2 });
    const items = order.items.map((item) => ({ ...item, amount_refunded: 0.005, row_invoiced: 6.67 }));
    expect(creditmemoOf({ ...order, items }, { items: { 1: 2 } }).subtotal).toBe(6.67);
    const isLast = items.map((item) => ({ ...item, qty_canceled: 1 }));
    expect(creditmemoOf({ ...order, items: isLast }, { items: { 1: 2 } }).subtotal).toBe(6.665);
  });
});

test("refunded tax never exceeds the invoiced tax", () => {
  const order = { ...paid(x5, { 1: 2, 2: 3 }), tax_refunded: 14, base_tax_refunded: 13 };
  const memo = creditmemoOf(order, { items: { 1: 1 }, shipping: 0 });
  // The share would be 5.78, but only 14.61 − 14.00 of the tax is left, in base currency 14.61 − 13.00.
  expect([memo.tax_amount, memo.base_tax_amount]).toEqual([0.61, 1.61]);
  expect(memo.grand_total).toBe(70.61);
});

describe("what is left", () => {
  const order = {
    ...orderOf(x9),
    base_shipping_refunded: 1.2,
    base_total_paid: 37.22,
    base_total_refunded: 13.74,
  };
  test("of shipping and of the paid amount, in base currency", () => {
    expect([shippingLeft(order), refundableLeft(order)]).toEqual([3.8, 23.48]);
  });

  test("amounts are rounded to cents first", () => {
    const fine = {
      ...order,
      base_shipping_amount: 5.004,
      base_shipping_refunded: 0.006,
      base_total_paid: 1.005,
      base_total_refunded: 0.004,
    };
    expect([shippingLeft(fine), refundableLeft(fine)]).toEqual([4.99, 1.01]);
  });
});

test("free shipping has no tax to refund", () => {
  const order = paid({ rows: [{ qty: 1, price: 10 }], shipping: 0 }, { 1: 1 });
  expect(creditmemoOf({ ...order, base_shipping_amount: 5 }, { items: { 1: 1 }, shipping: 1 })).toMatchObject(
    {
      ...{ shipping_amount: 0, base_shipping_amount: 1, shipping_tax_amount: 0 },
    },
  );
});

test("the last refund of shipping is exactly the rest in both currencies, not a rounded share", () => {
  let order = paid({ rows: [{ qty: 1, price: 10 }], shipping: 1, rate: 0.05 }, { 1: 1 });
  const amounts = [0.33, 0.33, 0.34].map((shipping) => {
    const { shipping_amount, base_shipping_amount } = creditmemoOf(order, { shipping });
    order = refunded(order, { shipping });
    return [shipping_amount, base_shipping_amount];
  });
  expect(amounts).toEqual([
    [0.02, 0.33],
    [0.02, 0.33],
    [0.01, 0.34],
  ]);
});
