/** The amounts of invoices: the worked examples of sales 12, calculated without a shop. */
import { describe, expect, test } from "vitest";
import type { InvoiceDoc } from "../../../../src/shop/data/entities/sales.js";
import { invoiceTotals } from "../../../../src/shop/sales/invoices/invoice.js";
import { examples, invoiced, invoiceOf, orderOf, qtys, type OrderOf } from "../order-docs.js";

/** The amounts in the order of the examples: subtotal, shipping, tax, discount, grand total. */
function figures(invoice: Pick<InvoiceDoc, Figure>): number[] {
  const { subtotal, shipping_amount, tax_amount, discount_amount, grand_total } = invoice;
  return [subtotal, shipping_amount, tax_amount, discount_amount, grand_total];
}
type Figure = "subtotal" | "shipping_amount" | "tax_amount" | "discount_amount" | "grand_total";

const { x1, x2, x3, x4, x5, x9, x10, x11 } = examples;

describe("consecutive invoices", () => {
  test.each<{ title: string; of: OrderOf; invoices: (readonly [Record<number, number>, number[]])[] }>([
    {
      title: "X1",
      of: x1,
      invoices: [
        [{ 1: 1 }, [10, 5, 0, 0, 15]],
        [{ 1: 2 }, [20, 0, 0, 0, 20]],
      ],
    },
    {
      title: "X2",
      of: x2,
      invoices: [
        [{ 1: 1 }, [9.99, 5, 0.74, -1, 14.73]],
        [{ 1: 1 }, [9.99, 0, 0.75, -1, 9.74]],
        [{ 1: 1 }, [9.99, 0, 0.74, -1, 9.73]],
      ],
    },
    {
      title: "X3",
      of: x3,
      invoices: [
        [{ 1: 1, 2: 1 }, [8, 0, 0.67, 0, 8.67]],
        [{ 1: 1, 2: 1 }, [8, 0, 0.67, 0, 8.67]],
        [{ 1: 1, 2: 1 }, [8, 0, 0.66, 0, 8.66]],
      ],
    },
    {
      title: "X4",
      of: x4,
      invoices: [
        [{ 1: 1 }, [3.33, 0, 0.25, -0.33, 3.25]],
        [{ 1: 1 }, [3.34, 0, 0.25, -0.34, 3.25]],
        [{ 1: 1 }, [3.33, 0, 0.24, -0.33, 3.24]],
      ],
    },
    {
      title: "X5",
      of: x5,
      invoices: [
        [{ 2: 2 }, [19.98, 10, 2.32, -2, 30.3]],
        [{ 1: 2, 2: 1 }, [149.99, 0, 12.29, -1, 161.28]],
      ],
    },
    { title: "X10", of: x10, invoices: [[{ 1: 2 }, [40, 10, 0, -5, 45]]] },
    {
      title: "X11",
      of: x11,
      invoices: [
        [{ 1: 0.75 }, [5.62, 0, 0.39, 0, 6.01]],
        [{ 1: 1.75 }, [13.11, 0, 0.92, 0, 14.03]],
      ],
    },
  ])("$title", ({ of, invoices }) => {
    let order = orderOf(of);
    for (const [quantities, want] of invoices) {
      expect(figures(invoiceOf(order, quantities))).toEqual(want);
      order = invoiced(order, quantities);
    }
    expect(order.total_invoiced).toBe(order.grand_total);
  });
});

test("X9: each currency is calculated separately", () => {
  const order = orderOf(x9);
  const first = invoiceOf(order, { 1: 2 });
  const base = [
    first.base_subtotal,
    first.base_shipping_amount,
    first.base_tax_amount,
    first.base_grand_total,
  ];
  expect([figures(first), base]).toEqual([
    [17.98, 4.5, 1.35, 0, 23.83],
    [19.98, 5, 1.5, 26.48],
  ]);
  const last = invoiceOf(invoiced(order, { 1: 2 }), { 1: 1 });
  expect([figures(last), last.base_grand_total]).toEqual([[8.99, 0, 0.67, 0, 9.66], 10.74]);
});

test("one invoice contains shipping and its discount; after its cancel, the next one does", () => {
  const order = orderOf(x10);
  const open = invoiced(order, { 1: 1 });
  expect(invoiceOf(open, { 1: 1 })).toMatchObject({ shipping_amount: 0, discount_amount: -2 });
  expect(invoiceOf(order, { 1: 1 })).toMatchObject({ shipping_amount: 10, discount_amount: -3 });
});

test("shipping counts as invoiced if it is invoiced in either currency", () => {
  const cheap = orderOf({ ...x1, shipping: 0.01, rate: 0.01 });
  expect([cheap.shipping_amount, cheap.base_shipping_amount]).toEqual([0, 0.01]);
  expect(invoiceOf(invoiced(cheap, { 1: 1 }), { 1: 1 }).base_shipping_amount).toBe(0);
});

test("X14: canceled units keep their amounts, and units that are freed later take their own share", () => {
  const order = orderOf(x1);
  const canceled = { ...order, items: order.items.map((item) => ({ ...item, qty_canceled: 2 })) };
  expect(figures(invoiceOf(canceled, { 1: 1 }))).toEqual([10, 5, 0, 0, 15]);
});

test("only the last invoice takes the rounding difference; earlier ones take at most what is left", () => {
  const order = orderOf({
    rows: [
      { qty: 1, price: 10, tax: 10 },
      { sku: "B", qty: 1, price: 10, tax: 10 },
    ],
  });
  // An earlier invoice was a cent too high.
  const charged = { ...order, subtotal_invoiced: 10.01, tax_invoiced: 1.01 };
  expect(figures(invoiceOf(charged, { 1: 1 }))).toEqual([9.99, 0, 0.99, 0, 10.98]);
  const both = { ...order, subtotal_invoiced: 0.01, tax_invoiced: 0.01 };
  expect(figures(invoiceOf(both, { 1: 1, 2: 1 }))).toEqual([19.99, 0, 1.99, 0, 21.98]);
});

test("rows are sorted like the order items, not like the quantities", () => {
  const order = orderOf(x5);
  const { rows } = invoiceTotals(order, qtys({ 2: 1, 1: 1 }));
  expect(rows.map(({ item, qty }) => [item.sku, qty])).toEqual([
    ["A", 1],
    ["B", 1],
  ]);
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
    {
      title: "takes everything that is left of the order",
      of: order,
      quantities: { 1: 1, 2: 2 },
      want: 20.01,
    },
    {
      title: "is not reached while units of an item in the invoice are left",
      of: order,
      quantities: { 1: 1, 2: 1 },
      want: 15,
    },
    {
      title: "is not reached while units of another item are left",
      of: order,
      quantities: { 2: 2 },
      want: 10,
    },
    {
      title: "can follow an invoice of other items",
      of: invoiced(order, { 1: 1 }),
      quantities: { 2: 2 },
      want: 10.01,
    },
    { title: "does not depend on dummies", of: bundled, quantities: { 1: 1, 2: 2 }, want: 20.01 },
  ])("$title: $want", ({ of, quantities, want }) => {
    expect(invoiceOf(of, quantities).subtotal).toBe(want);
  });

  test("takes exactly what is left of an item, unrounded", () => {
    const [item] = orderOf(x1).items;
    const rest = { ...orderOf(x1), items: [{ ...item!, qty_invoiced: 2, row_invoiced: 26.665 }] };
    expect(invoiceOf(rest, { 1: 1 }).items[0]?.row_total).toBe(3.335);
  });
});
