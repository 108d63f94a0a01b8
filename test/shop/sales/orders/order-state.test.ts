import { describe, expect, test } from "vitest";
import type {
  CreditmemoDoc,
  InvoiceDoc,
  OrderDoc,
  OrderItem,
  OrderState,
} from "../../../../src/shop/data/entities/sales.js";
import { automaticState } from "../../../../src/shop/sales/orders/order-state.js";
import * as can from "../../../../src/shop/sales/orders/order-state.js";

const states: OrderState[] = [
  "new",
  "pending_payment",
  "processing",
  "complete",
  "closed",
  "canceled",
  "holded",
  "payment_review",
];

type Quantities = readonly [
  ordered: number,
  invoiced: number,
  shipped: number,
  refunded: number,
  canceled: number,
];

function item(
  [qty_ordered, qty_invoiced, qty_shipped, qty_refunded, qty_canceled]: Quantities,
  is_virtual = 0,
) {
  return { qty_ordered, qty_invoiced, qty_shipped, qty_refunded, qty_canceled, is_virtual } as OrderItem;
}

/** An order in which only the state can prevent an operation. */
function order(state: OrderState, more: Partial<OrderDoc> = {}): OrderDoc {
  return {
    state,
    is_virtual: 0,
    items: [item([3, 1, 1, 0, 0])],
    total_paid: 10,
    total_refunded: 0,
    base_grand_total: 30,
    payment: { method: "test_authorize", authorization: "open" },
    ...more,
  } as OrderDoc;
}

const invoice = (state: 1 | 2 | 3) => ({ state }) as InvoiceDoc;

describe("states that permit an operation", () => {
  const unfinished = ["new", "pending_payment", "processing"];
  const running = [...unfinished, "complete"];
  test.each([
    { title: "hold", is: can.canHold, want: unfinished },
    { title: "unhold", is: can.canUnhold, want: ["holded"] },
    { title: "cancel", is: can.canCancel, want: unfinished },
    { title: "invoice", is: can.canInvoice, want: unfinished },
    { title: "ship", is: can.canShip, want: [...running, "closed"] },
    { title: "refund", is: can.canCreditmemo, want: running },
    { title: "capture", is: (of: OrderDoc) => can.canCapture(of, invoice(1)), want: running },
    { title: "void", is: (of: OrderDoc) => can.canVoid(of, invoice(2)), want: running },
    { title: "cancel an invoice", is: (of: OrderDoc) => can.canCancelInvoice(of, invoice(1)), want: running },
  ])("$title: $want", ({ is, want }) => {
    expect(states.filter((state) => is(order(state)))).toEqual(want);
  });
});

describe("other conditions", () => {
  const invoiced = [item([3, 3, 0, 0, 0])];
  const shipped = [item([3, 0, 3, 0, 0])];
  test.each([
    { title: "nothing left to invoice", is: can.canInvoice, of: { items: invoiced } },
    { title: "nothing left to cancel", is: can.canCancel, of: { items: invoiced } },
    { title: "nothing left to ship", is: can.canShip, of: { items: shipped } },
    { title: "only virtual items left to ship", is: can.canShip, of: { items: [item([3, 0, 0, 0, 0], 1)] } },
    { title: "a virtual order", is: can.canShip, of: { is_virtual: 1 as const } },
    { title: "nothing paid", is: can.canCreditmemo, of: { total_paid: 0 } },
    { title: "all refunded", is: can.canCreditmemo, of: { total_refunded: 10 } },
  ])("not with $title", ({ is, of }) => expect(is(order("processing", of))).toBe(false));

  test("one item with something left is enough to ship or invoice", () => {
    const items = [...shipped, ...invoiced];
    expect([can.canShip, can.canInvoice].map((is) => is(order("processing", { items })))).toEqual([
      true,
      true,
    ]);
  });

  test("only an open credit memo can be canceled, in every state of the order", () => {
    const memos = ([1, 2, 3] as const).map((state) => ({ state }) as CreditmemoDoc);
    expect(memos.map(can.canCancelCreditmemo)).toEqual([true, false, false]);
  });

  test("an order that was shipped but not invoiced can be canceled", () => {
    expect(can.canCancel(order("processing", { items: shipped }))).toBe(true);
  });

  const payment = (method: string, authorization: string) =>
    order("processing", { payment: { method, authorization } as OrderDoc["payment"] });
  test.each([
    { method: "checkmo", authorization: "none", capture: false, voids: false },
    { method: "test_authorize", authorization: "open", capture: true, voids: true },
    { method: "test_authorize", authorization: "closed", capture: false, voids: false },
    { method: "test_sale", authorization: "none", capture: true, voids: false },
  ])("$method, authorization $authorization", ({ method, authorization, capture, voids }) => {
    const of = payment(method, authorization);
    expect([can.canCapture(of, invoice(1)), can.canVoid(of, invoice(2))]).toEqual([capture, voids]);
    expect([can.canCapture(of, invoice(2)), can.canVoid(of, invoice(1))]).toEqual([false, false]);
  });
});

describe("automatic completion", () => {
  const done = { items: [item([3, 3, 3, 0, 0])], total_paid: 30 };
  test.each([
    ["something left to invoice", undefined, "processing", {}],
    ["invoiced, shipped and paid", "complete", "processing", done],
    ["invoiced and shipped, already complete", undefined, "complete", done],
    ["invoiced and shipped, fully refunded", "closed", "complete", { ...done, total_refunded: 30 }],
    ["invoiced and shipped, partly refunded", undefined, "complete", { ...done, total_refunded: 3 }],
    [
      "refunded but not shipped",
      "closed",
      "processing",
      { ...done, items: [item([3, 3, 0, 3, 0])], total_refunded: 30 },
    ],
    [
      "invoiced and shipped, with a total of 0",
      "complete",
      "new",
      { ...done, total_paid: 0, base_grand_total: 0 },
    ],
    ["invoiced by an open invoice only", undefined, "processing", { ...done, total_paid: 0 }],
    ["on hold", undefined, "holded", done],
    ["in review, refunded", undefined, "payment_review", { ...done, total_refunded: 30 }],
    ["canceled", undefined, "canceled", done],
  ] as const)("%s: %j", (_title, want, state, of) => {
    expect(automaticState(order(state, of as Partial<OrderDoc>))).toBe(want);
  });
});
