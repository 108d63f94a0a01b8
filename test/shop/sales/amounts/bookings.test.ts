/** The amounts that documents book on their order: added when they take effect, subtracted when they are canceled. */
import { expect, test } from "vitest";
import {
  withCharge,
  withInvoice,
  withoutCharge,
  withoutInvoice,
  withoutPaid,
  withoutRefund,
  withPaid,
  withRefund,
} from "../../../../src/shop/sales/amounts/bookings.js";
import { creditmemoOf, examples, invoiced, invoiceOf, later, orderOf } from "../order-docs.js";

const order = orderOf(examples.x5);

test("an invoice raises the invoiced amounts of the order and of its items", () => {
  const booked = withInvoice(order, invoiceOf(order, { 2: 2 }));
  expect(booked).toMatchObject({
    ...{ total_invoiced: 30.3, subtotal_invoiced: 19.98, tax_invoiced: 2.32, shipping_invoiced: 10 },
    ...{ shipping_tax_invoiced: 0.83, discount_invoiced: -2, base_total_invoiced: 30.3, total_paid: 0 },
  });
  expect(booked.items[0]).toBe(order.items[0]);
  expect(booked.items[1]).toMatchObject({
    ...{ qty_invoiced: 2, row_invoiced: 19.98, tax_invoiced: 1.49, discount_invoiced: 2, updated_at: later },
    ...{ base_row_invoiced: 19.98, base_tax_invoiced: 1.49, base_discount_invoiced: 2 },
  });
});

test("its payment raises the paid amounts", () => {
  const paid = withPaid(order, invoiceOf(order, { 2: 2 }));
  expect(paid).toMatchObject({ total_paid: 30.3, base_total_paid: 30.3, total_invoiced: 0 });
  expect(paid.payment).toMatchObject({
    amount_paid: 30.3,
    shipping_captured: 10,
    base_amount_paid_online: 0,
  });
});

test("a charge of the gateway is booked in base currency", () => {
  const other = orderOf(examples.x9);
  expect(withCharge(other, invoiceOf(other, { 1: 2 })).payment.base_amount_paid_online).toBe(26.48);
});

test("a credit memo raises the refunded amounts", () => {
  const paid = invoiced(order, { 1: 2, 2: 3 });
  const refunded = withRefund(paid, creditmemoOf(paid, { items: { 1: 1 }, shipping: 4, plus: 2, minus: 1 }));
  expect(refunded).toMatchObject({
    ...{
      total_refunded: 81.11,
      total_offline_refunded: 81.11,
      total_online_refunded: 0,
      subtotal_refunded: 70,
    },
    ...{ tax_refunded: 6.11, shipping_refunded: 4, shipping_tax_refunded: 0.33, discount_refunded: 0 },
    ...{ adjustment_positive: 2, adjustment_negative: 1, total_paid: paid.total_paid },
  });
  expect(refunded.items[0]).toMatchObject({
    qty_refunded: 1,
    amount_refunded: 70,
    tax_refunded: 5.78,
    discount_refunded: 0,
  });
  expect(refunded.payment).toMatchObject({ amount_refunded: 81.11, shipping_refunded: 4 });
});

test("subtracting a booking restores every amount to the cent", () => {
  const paid = invoiced(order, { 1: 2, 2: 3 });
  const invoice = invoiceOf(order, { 1: 1, 2: 2 });
  const memo = creditmemoOf(paid, { items: { 1: 1, 2: 2 }, plus: 0.01 });
  const dated = (one: typeof order) => ({
    ...one,
    items: one.items.map((item) => ({ ...item, updated_at: later })),
  });
  expect(withoutInvoice(withInvoice(order, invoice), invoice)).toEqual(dated(order));
  expect(withoutPaid(withPaid(order, invoice), invoice)).toEqual(order);
  expect(withoutCharge(withCharge(order, invoice), invoice)).toEqual(order);
  expect(withoutRefund(withRefund(paid, memo), memo)).toEqual(dated(paid));
});
