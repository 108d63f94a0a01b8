/** How a cancel changes an order (sales 7.4). */
import { describe, expect, test } from "vitest";
import type { OrderDoc } from "../../../../src/shop/data/entities/sales.js";
import { canceledOrder, withVoidedAuthorization } from "../../../../src/shop/sales/orders/cancellation.js";
import { examples, invoiced, later, orderOf, refunded } from "../order-docs.js";

/** The canceled subtotal, tax, shipping, discount and total. */
function canceledFigures(order: OrderDoc): number[] {
  const { subtotal_canceled, tax_canceled, shipping_canceled, discount_canceled, total_canceled } = order;
  return [subtotal_canceled, tax_canceled, shipping_canceled, discount_canceled, total_canceled];
}

const { x1, x2, x9 } = examples;
const shipped = (order: OrderDoc, qty: number): OrderDoc => ({
  ...order,
  items: order.items.map((item) => ({ ...item, qty_shipped: qty })),
});

describe("the state afterwards", () => {
  test.each([
    { title: "nothing was invoiced", of: orderOf(x1), want: "canceled" },
    { title: "shipped but never invoiced", of: shipped(orderOf(x1), 3), want: "canceled" },
    { title: "X12: a paid unit is not shipped", of: invoiced(orderOf(x2), { 1: 1 }), want: "processing" },
    {
      title: "X12: the paid unit is shipped",
      of: shipped(invoiced(orderOf(x2), { 1: 1 }), 1),
      want: "complete",
    },
    {
      title: "the paid unit is refunded",
      of: refunded(invoiced(orderOf(x1), { 1: 1 }), { items: { 1: 1 } }),
      want: "canceled",
    },
  ])("$title: $want", ({ of, want }) => {
    const canceled = canceledOrder(of, later);
    expect([canceled.state, canceled.status]).toEqual([want, want]);
    expect(canceled.status_history.at(-1)).toMatchObject({
      status: want,
      comment: "",
      is_customer_notified: 2,
    });
  });
});

describe("amounts", () => {
  test("X12: the rest of the order, discounts as positive amounts", () => {
    const canceled = canceledOrder(invoiced(orderOf(x2), { 1: 1 }), later);
    expect(canceledFigures(canceled)).toEqual([19.98, 1.49, 0, 2, 19.47]);
    expect(canceled.items[0]).toMatchObject({ qty_canceled: 2, tax_canceled: 1.4867, updated_at: later });
  });

  test("in both currencies", () => {
    expect(canceledOrder(orderOf(x9), later)).toMatchObject({
      ...{
        subtotal_canceled: 26.97,
        base_subtotal_canceled: 29.97,
        tax_canceled: 2.02,
        base_tax_canceled: 2.25,
      },
      ...{
        shipping_canceled: 4.5,
        base_shipping_canceled: 5,
        total_canceled: 33.49,
        base_total_canceled: 37.22,
      },
    });
  });

  test("X14: a second cancel adds to the amounts of the first", () => {
    const order = orderOf(x1);
    const once = {
      ...order,
      items: order.items.map((item) => ({ ...item, qty_canceled: 2, tax_canceled: 0.5 })),
    };
    expect(canceledOrder(once, later).items[0]).toMatchObject({ qty_canceled: 3, tax_canceled: 0.5 });
  });

  test("an item with nothing to cancel does not change", () => {
    const order = invoiced(orderOf(x1), { 1: 3 });
    expect(canceledOrder(order, later).items[0]).toBe(order.items[0]);
  });
});

test("a voided authorization adds a history row with the open amount and does not change the state", () => {
  const order = invoiced(orderOf({ ...x1, method: "test_authorize" }), { 1: 1 });
  const payment = {
    ...order.payment,
    authorization: "open",
    amount_authorized: 35,
    base_amount_authorized: 35,
  } as const;
  const voided = withVoidedAuthorization({ ...order, payment }, later);
  expect(voided.payment).toMatchObject({ authorization: "closed", last_trans_id: "100000001-void" });
  expect([voided.state, voided.status]).toEqual([order.state, order.status]);
  expect(voided.status_history.at(-1)).toMatchObject({
    ...{ status: "processing", entity_name: "order", is_customer_notified: 2 },
    comment: 'Canceled the order online, amount of USD 20.00. Transaction ID: "100000001-void".',
  });
});

test("one item that is left to ship keeps the order in processing", () => {
  const two = orderOf({
    rows: [
      { qty: 2, price: 10 },
      { sku: "B", qty: 2, price: 5 },
    ],
  });
  const paid = invoiced(two, { 1: 1, 2: 1 });
  const [first, second] = paid.items;
  const shippedOne = { ...paid, items: [{ ...first!, qty_shipped: 1 }, second!] };
  expect(canceledOrder(shippedOne, later).state).toBe("processing");
});
