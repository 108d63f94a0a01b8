/** Holding, history, totals and completion of orders (sales 4, 7, 11.4). */
import { describe, expect, test } from "vitest";
import type { OrderDoc, OrderState } from "../../../../src/shop/data/entities/sales.js";
import {
  newestFirst,
  withHistory,
  withStanding,
  defaultStanding,
  reviewAfter,
  stateText,
  permits,
  transitions,
  settledOrder,
  heldOrder,
  releasedOrder,
} from "../../../../src/shop/sales/orders/order-state.js";
import { orderInfo } from "../../../../src/shop/sales/orders/order-info.js";
import { amountDue } from "../../../../src/shop/sales/amounts/bookings.js";
import { examples, invoiced, later, orderOf, refunded } from "../order-docs.js";

const order = orderOf(examples.x1, { state: "processing", status: "pending_paypal" });
const done = (of: OrderDoc): OrderDoc => ({
  ...of,
  items: of.items.map((item) => ({ ...item, qty_shipped: item.qty_ordered })),
});

describe("history", () => {
  test.each([
    { note: {}, want: { comment: "", is_customer_notified: 2, entity_name: "order" } },
    { note: { comment: "Hi", is_customer_notified: 1 }, want: { comment: "Hi", is_customer_notified: 1 } },
    {
      note: { is_customer_notified: 0, entity_name: "shipment" },
      want: { is_customer_notified: 0, entity_name: "shipment" },
    },
  ] as const)("a row from $note", ({ note, want }) => {
    const { status_history, status } = withHistory(order, "fraud", note, later);
    expect(status).toBe("pending_paypal");
    expect(status_history).toHaveLength(order.status_history.length + 1);
    expect(status_history.at(-1)).toMatchObject({
      ...{ status: "fraud", created_at: later, parent_id: order.id, is_visible_on_front: 0 },
      ...want,
    });
  });

  test("a change of the state adds a row with the new status", () => {
    const moved = withStanding(order, defaultStanding("complete"), {}, later);
    expect(moved).toMatchObject({ state: "complete", status: "complete" });
    expect(moved.status_history.at(-1)?.status).toBe("complete");
  });

  test("newest first, and within a second the row written last first", () => {
    const rows = ["b", "a", "c", "b"].map((created_at, id) => ({ created_at, id }));
    expect(newestFirst(rows).map(({ id }) => id)).toEqual([2, 3, 0, 1]);
    expect(rows.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  });
});

describe("hold", () => {
  test("stores state and status; unhold restores and clears them", () => {
    const held = heldOrder(order, later);
    expect(held).toMatchObject({
      ...{ state: "holded", status: "holded" },
      ...{ hold_before_state: "processing", hold_before_status: "pending_paypal" },
    });
    const released = releasedOrder(held, later);
    expect(released).toMatchObject({
      ...{ state: "processing", status: "pending_paypal" },
      ...{ hold_before_state: null, hold_before_status: null },
    });
    expect(released.status_history.map(({ status }) => status)).toEqual(["holded", "pending_paypal"]);
  });

  test("without a stored status, unhold restores only the state and adds no row", () => {
    const held = { ...heldOrder(order, later), hold_before_status: null };
    const released = releasedOrder(held, later);
    expect(released).toMatchObject({ state: "processing", status: "holded", hold_before_state: null });
    expect(released.status_history).toEqual(held.status_history);
  });

  test("without a stored state, unhold restores only the status", () => {
    const held = { ...heldOrder(order, later), hold_before_state: null };
    expect(releasedOrder(held, later)).toMatchObject({ state: "holded", status: "pending_paypal" });
  });
});

test.each([
  { paid: 0, base: 0, want: { total_due: 35, base_total_due: 35 } },
  { paid: 34.99, base: 30, want: { total_due: 0.01, base_total_due: 5 } },
  { paid: 35.01, base: 35, want: { total_due: 0, base_total_due: 0 } },
])("amount due of 35.00 after paying $paid", ({ paid, base, want }) => {
  expect(amountDue({ ...order, total_paid: paid, base_total_paid: base })).toEqual(want);
});

describe("automatic transitions", () => {
  const paid = invoiced(orderOf(examples.x1), { 1: 3 });
  test.each<{
    title: string;
    of: OrderDoc;
    by: "order" | "invoice" | "shipment" | "creditmemo";
    want: OrderState;
  }>([
    { title: "new, invoiced", of: orderOf(examples.x1), by: "invoice", want: "processing" },
    { title: "new, shipped", of: orderOf(examples.x1), by: "shipment", want: "processing" },
    { title: "new, with a comment", of: orderOf(examples.x1), by: "order", want: "new" },
    { title: "new, with a credit memo", of: orderOf(examples.x1), by: "creditmemo", want: "new" },
    {
      title: "waiting for payment, invoiced",
      of: orderOf(examples.x1, { state: "pending_payment" }),
      by: "invoice",
      want: "pending_payment",
    },
    { title: "invoiced and shipped", of: done(paid), by: "shipment", want: "complete" },
    { title: "all refunded", of: refunded(paid, { items: { 1: 3 } }), by: "creditmemo", want: "closed" },
  ])("$title: $want", ({ of, by, want }) => {
    const settled = settledOrder(of, later, { entity_name: by });
    expect(settled.state).toBe(want);
    if (want === of.state) expect(settled).toBe(of);
    else
      expect(settled.status_history.at(-1)).toMatchObject({
        status: want,
        entity_name: by,
        is_customer_notified: 2,
      });
  });
});

describe("states", () => {
  test("each has a default status", () => {
    expect(defaultStanding("new").status).toBe("pending");
    const others = [
      "pending_payment",
      "processing",
      "complete",
      "closed",
      "canceled",
      "holded",
      "payment_review",
    ] as const;
    for (const state of others) expect(defaultStanding(state)).toEqual({ state, status: state });
  });

  test("an undecided gateway leads to review", () => {
    expect(reviewAfter("pending")).toEqual({ state: "payment_review", status: "payment_review" });
    expect(reviewAfter("fraud")).toEqual({ state: "payment_review", status: "fraud" });
  });

  test("a state permits the triggers of its rows and no others", () => {
    for (const { trigger, from } of transitions) {
      for (const state of from) if (state !== "none") expect(permits(state, trigger)).toBe(true);
    }
    expect(permits("canceled", "invoice.create")).toBe(false);
    expect(permits("closed", "shipment.create")).toBe(true);
    expect(permits("closed", "creditmemo.cancel")).toBe(true);
  });

  test("a message names order and state", () => {
    expect(stateText(order)).toBe('Order 100000001 is in state "processing"');
  });
});

test("info omits the fields that only the service uses", () => {
  const info = orderInfo({
    ...order,
    items: order.items.map((item) => ({ ...item, is_money_dummy: true as const })),
  });
  const names = [...Object.keys(info), ...Object.keys(info.items[0] ?? {}), ...Object.keys(info.payment)];
  expect(
    names.filter((name) =>
      /dummy|^authorization$|^base_(row|tax|discount)_invoiced$|^base_amount_canceled$/.test(name),
    ),
  ).toEqual(
    // These base amounts also exist on the order itself, where callers receive them.
    ["base_tax_invoiced", "base_discount_invoiced"],
  );
  expect(names).not.toContain("shipping_tax_invoiced");
  expect(info).toMatchObject({ order_id: 1, quote_id: null });
});
