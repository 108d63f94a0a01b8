/**
 * What invoices and credit memos book on their order and its items. Each booking is a table of figures that is added
 * when the document comes into force and taken off when it is canceled (sales 8.2, 10.4).
 */
import type {
  CreditmemoDoc,
  CreditmemoItem,
  InvoiceDoc,
  InvoiceItem,
  OrderDoc,
} from "../../data/entities/sales.js";
import { inBoth, lower, raise, type Increments } from "./currencies.js";
import { withFollowingDummies } from "../items/composites.js";
import { countsForMoney } from "../items/quantities.js";
import { updateTime } from "../../../engine/values/dates.js";

/** An order item's quantity and amounts go up by those of the invoice's item. */
function itemInvoiceFigures(item: InvoiceItem) {
  return {
    qty_invoiced: item.qty,
    ...inBoth((currency) => ({
      row_invoiced: item[`${currency}row_total`],
      tax_invoiced: item[`${currency}tax_amount`],
      discount_invoiced: item[`${currency}discount_amount`],
    })),
  };
}

function orderInvoiceFigures(invoice: InvoiceDoc) {
  return inBoth((currency) => ({
    total_invoiced: invoice[`${currency}grand_total`],
    subtotal_invoiced: invoice[`${currency}subtotal`],
    tax_invoiced: invoice[`${currency}tax_amount`],
    shipping_invoiced: invoice[`${currency}shipping_amount`],
    shipping_tax_invoiced: invoice[`${currency}shipping_tax_amount`],
    discount_invoiced: invoice[`${currency}discount_amount`],
  }));
}

function orderPaidFigures(invoice: InvoiceDoc) {
  return inBoth((currency) => ({ total_paid: invoice[`${currency}grand_total`] }));
}

function paymentPaidFigures(invoice: InvoiceDoc) {
  return inBoth((currency) => ({
    amount_paid: invoice[`${currency}grand_total`],
    shipping_captured: invoice[`${currency}shipping_amount`],
  }));
}

function itemRefundFigures(item: CreditmemoItem) {
  return {
    qty_refunded: item.qty,
    ...inBoth((currency) => ({
      amount_refunded: item[`${currency}row_total`],
      tax_refunded: item[`${currency}tax_amount`],
      discount_refunded: item[`${currency}discount_amount`],
    })),
  };
}

function orderRefundFigures(memo: CreditmemoDoc) {
  return inBoth((currency) => ({
    total_refunded: memo[`${currency}grand_total`],
    total_offline_refunded: memo[`${currency}grand_total`],
    subtotal_refunded: memo[`${currency}subtotal`],
    tax_refunded: memo[`${currency}tax_amount`],
    shipping_refunded: memo[`${currency}shipping_amount`],
    shipping_tax_refunded: memo[`${currency}shipping_tax_amount`],
    adjustment_positive: memo[`${currency}adjustment_positive`],
    adjustment_negative: memo[`${currency}adjustment_negative`],
    discount_refunded: memo[`${currency}discount_amount`],
  }));
}

function paymentRefundFigures(memo: CreditmemoDoc) {
  return inBoth((currency) => ({
    amount_refunded: memo[`${currency}grand_total`],
    shipping_refunded: memo[`${currency}shipping_amount`],
  }));
}

/** Adds a booking to a document, or takes it off. */
type Apply = <Doc extends object>(doc: Doc, by: Increments<NoInfer<Doc>>) => Doc;

export function withInvoice(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return bookInvoice(order, invoice, raise);
}

export function withoutInvoice(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return bookInvoice(order, invoice, lower);
}

/** The money of an invoice arrived. */
export function withPaid(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return bookPayment(order, invoice, raise);
}

export function withoutPaid(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return bookPayment(order, invoice, lower);
}

/** The gateway charged an invoice, or gives the charge back. */
export function withCharge(order: OrderDoc, { base_grand_total }: InvoiceDoc): OrderDoc {
  return { ...order, payment: raise(order.payment, { base_amount_paid_online: base_grand_total }) };
}

export function withoutCharge(order: OrderDoc, { base_grand_total }: InvoiceDoc): OrderDoc {
  return { ...order, payment: lower(order.payment, { base_amount_paid_online: base_grand_total }) };
}

export function withRefund(order: OrderDoc, memo: CreditmemoDoc): OrderDoc {
  return bookRefund(order, memo, raise);
}

export function withoutRefund(order: OrderDoc, memo: CreditmemoDoc): OrderDoc {
  return bookRefund(order, memo, lower);
}

function bookInvoice(order: OrderDoc, invoice: InvoiceDoc, apply: Apply): OrderDoc {
  return {
    ...apply(order, orderInvoiceFigures(invoice)),
    items: bookItems(order, invoice, itemInvoiceFigures, apply),
  };
}

function bookPayment(order: OrderDoc, invoice: InvoiceDoc, apply: Apply): OrderDoc {
  return {
    ...apply(order, orderPaidFigures(invoice)),
    payment: apply(order.payment, paymentPaidFigures(invoice)),
  };
}

function bookRefund(order: OrderDoc, memo: CreditmemoDoc, apply: Apply): OrderDoc {
  return {
    ...apply(order, orderRefundFigures(memo)),
    items: bookItems(order, memo, itemRefundFigures, apply),
    payment: apply(order.payment, paymentRefundFigures(memo)),
  };
}

interface DocumentOf<Item> {
  readonly items: readonly Item[];
  readonly updated_at: string;
}

/** Order items that the document does not hold stay as they are. */
function bookItems<Item extends { readonly order_item_id: number }>(
  order: OrderDoc,
  { items, updated_at }: DocumentOf<Item>,
  booking: (item: Item) => Increments<OrderDoc["items"][number]>,
  apply: Apply,
): OrderDoc["items"] {
  const byOrderItem = new Map(items.map((item) => [item.order_item_id, item]));
  const booked = order.items.map((item) => {
    const row = countsForMoney(item) ? byOrderItem.get(item.item_id) : undefined;
    return row ? { ...apply(item, booking(row)), updated_at: updateTime(item, updated_at) } : item;
  });
  return withFollowingDummies(booked, updated_at);
}
