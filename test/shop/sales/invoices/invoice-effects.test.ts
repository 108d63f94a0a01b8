/** How capture, void and cancel change an invoice and its order (sales 8.4-8.6). */
import { describe, expect, test } from "vitest";
import type { OrderDoc } from "../../../../src/shop/data/entities/sales.js";
import { withInvoice } from "../../../../src/shop/sales/amounts/bookings.js";
import {
  capturedInvoice,
  isNeededByRefunds,
  voidedInvoice,
} from "../../../../src/shop/sales/invoices/invoice-effects.js";
import { examples, invoiceOf, later, orderOf, refunded } from "../order-docs.js";

const authorized = orderOf(
  { ...examples.x1, method: "test_authorize" },
  { state: "processing", status: "processing" },
);
const open: OrderDoc = {
  ...authorized,
  payment: { ...authorized.payment, authorization: "open", last_trans_id: "a" },
};

/** The order with an open invoice of this quantity. */
function begun(qty: number, order = open) {
  const invoice = invoiceOf(order, { 1: qty }, 1);
  return { invoice, order: withInvoice(order, invoice) };
}

function lastRow({ status_history }: OrderDoc) {
  return status_history.at(-1);
}

describe("capture", () => {
  test("a part of the order: paid and charged, the authorization stays open", () => {
    const { invoice, order } = capturedInvoice(begun(1), "ok", later);
    expect(invoice).toMatchObject({
      state: 2,
      transaction_id: "100000001-capture-100000001",
      updated_at: later,
    });
    expect(order).toMatchObject({
      state: "processing",
      status: "processing",
      total_paid: 15,
      base_total_paid: 15,
    });
    expect(order.payment).toMatchObject({
      ...{ authorization: "open", amount_paid: 15, base_amount_paid_online: 15, shipping_captured: 5 },
      last_trans_id: "100000001-capture-100000001",
    });
    expect(lastRow(order)).toMatchObject({
      ...{ status: "processing", entity_name: "invoice", is_customer_notified: 2, created_at: later },
      comment: 'Captured amount of USD 15.00 online. Transaction ID: "100000001-capture-100000001".',
    });
  });

  test("the whole order: the authorization is closed", () => {
    expect(capturedInvoice(begun(3), "ok", later).order.payment.authorization).toBe("closed");
  });

  test("a payment without authorization stays without one", () => {
    const sale = { ...open, payment: { ...open.payment, authorization: "none" as const } };
    expect(capturedInvoice(begun(3, sale), "ok", later).order.payment.authorization).toBe("none");
  });

  test.each([
    { answer: "pending", status: "payment_review", why: "The gateway has not decided yet." },
    { answer: "fraud", status: "fraud", why: "The gateway suspects fraud." },
  ] as const)("$answer: the invoice stays open, the order goes into review", ({ answer, status, why }) => {
    const before = begun(1);
    const { invoice, order } = capturedInvoice(before, answer, later);
    expect(invoice).toBe(before.invoice);
    expect(order).toMatchObject({
      state: "payment_review",
      status,
      total_paid: 0,
      payment: before.order.payment,
    });
    expect(lastRow(order)?.comment).toBe(
      `Capturing amount of USD 15.00 online. ${why} Transaction ID: "100000001-capture-100000001".`,
    );
  });
});

test("void reverses the charge and the units, and closes the authorization", () => {
  const { invoice, order } = voidedInvoice(capturedInvoice(begun(1), "ok", later), later);
  expect(invoice).toMatchObject({ state: 3, updated_at: later });
  expect(order).toMatchObject({
    state: "processing",
    total_paid: 0,
    total_invoiced: 0,
    shipping_invoiced: 0,
  });
  expect(order.items[0]?.qty_invoiced).toBe(0);
  expect(order.payment).toMatchObject({
    ...{ authorization: "closed", amount_paid: 0, base_amount_paid_online: 0, shipping_captured: 0 },
    last_trans_id: "100000001-void",
  });
  expect(order.status_history.slice(-2)).toMatchObject([
    {
      comment: 'Voided the authorization, amount of USD 15.00. Transaction ID: "100000001-void".',
      entity_name: "invoice",
    },
    { comment: "", entity_name: "invoice", status: "processing" },
  ]);
});

describe("needed by refunds", () => {
  const two = capturedInvoice(begun(1), "ok", later);
  const more = begun(2, two.order);

  test.each([
    ["nothing is refunded", false, more],
    ["its unit is refunded", true, { ...two, order: refunded(two.order, { items: { 1: 1 } }) }],
    [
      "another invoice covers the refunded unit",
      false,
      { ...more, order: refunded(more.order, { items: { 1: 1 } }) },
    ],
    [
      "the units of both are refunded",
      true,
      { ...more, order: refunded(more.order, { items: { 1: 3 }, shipping: 0 }) },
    ],
    ["only its money is refunded", true, { ...two, order: refunded(two.order, { shipping: 0, plus: 1 }) }],
    [
      "money of another invoice is refunded",
      false,
      { ...more, order: refunded(more.order, { shipping: 0, plus: 15 }) },
    ],
    [
      "only its money in base currency is refunded",
      true,
      { ...two, order: { ...two.order, base_total_refunded: 0.01 } },
    ],
  ])("%s: %j", (_title, want, of) => {
    expect(isNeededByRefunds(of)).toBe(want);
  });
});
