/**
 * What invoices and credit memos book on their order and its items. Each booking is a table of figures that is added
 * when the document comes into force and taken off when it is canceled (sales.md 8.2, 10.4).
 */
import type {
  CreditmemoDoc,
  CreditmemoItem,
  InvoiceDoc,
  InvoiceItem,
  OrderDoc,
} from "../../entities/sales.js";
import { inBoth, lowered, raised, type Increments } from "./currencies.js";
import { touched } from "../../values/dates.js";

/** An order item's quantity and amounts go up by those of the invoice's item. */
function invoicedOfItem(item: InvoiceItem) {
  return {
    qty_invoiced: item.qty,
    ...inBoth((currency) => ({
      row_invoiced: item[`${currency}row_total`],
      tax_invoiced: item[`${currency}tax_amount`],
      discount_invoiced: item[`${currency}discount_amount`],
    })),
  };
}

function invoicedOfOrder(invoice: InvoiceDoc) {
  return inBoth((currency) => ({
    total_invoiced: invoice[`${currency}grand_total`],
    subtotal_invoiced: invoice[`${currency}subtotal`],
    tax_invoiced: invoice[`${currency}tax_amount`],
    shipping_invoiced: invoice[`${currency}shipping_amount`],
    shipping_tax_invoiced: invoice[`${currency}shipping_tax_amount`],
    discount_invoiced: invoice[`${currency}discount_amount`],
  }));
}

function paidOfOrder(invoice: InvoiceDoc) {
  return inBoth((currency) => ({ total_paid: invoice[`${currency}grand_total`] }));
}

function paidOfPayment(invoice: InvoiceDoc) {
  return inBoth((currency) => ({
    amount_paid: invoice[`${currency}grand_total`],
    shipping_captured: invoice[`${currency}shipping_amount`],
  }));
}

function refundedOfItem(item: CreditmemoItem) {
  return {
    qty_refunded: item.qty,
    ...inBoth((currency) => ({
      amount_refunded: item[`${currency}row_total`],
      tax_refunded: item[`${currency}tax_amount`],
      discount_refunded: item[`${currency}discount_amount`],
    })),
  };
}

function refundedOfOrder(memo: CreditmemoDoc) {
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

function refundedOfPayment(memo: CreditmemoDoc) {
  return inBoth((currency) => ({
    amount_refunded: memo[`${currency}grand_total`],
    shipping_refunded: memo[`${currency}shipping_amount`],
  }));
}

/** Adds a booking to a document, or takes it off. */
type Apply = <Doc extends object>(doc: Doc, by: Increments<NoInfer<Doc>>) => Doc;

export function withInvoice(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return invoiceBooked(order, invoice, raised);
}

export function withoutInvoice(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return invoiceBooked(order, invoice, lowered);
}

/** The money of an invoice arrived. */
export function withPaid(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return paidBooked(order, invoice, raised);
}

export function withoutPaid(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return paidBooked(order, invoice, lowered);
}

/** The gateway charged an invoice, or gives the charge back. */
export function withCharge(order: OrderDoc, { base_grand_total }: InvoiceDoc): OrderDoc {
  return { ...order, payment: raised(order.payment, { base_amount_paid_online: base_grand_total }) };
}

export function withoutCharge(order: OrderDoc, { base_grand_total }: InvoiceDoc): OrderDoc {
  return { ...order, payment: lowered(order.payment, { base_amount_paid_online: base_grand_total }) };
}

export function withRefund(order: OrderDoc, memo: CreditmemoDoc): OrderDoc {
  return refundBooked(order, memo, raised);
}

export function withoutRefund(order: OrderDoc, memo: CreditmemoDoc): OrderDoc {
  return refundBooked(order, memo, lowered);
}

function invoiceBooked(order: OrderDoc, invoice: InvoiceDoc, apply: Apply): OrderDoc {
  return {
    ...apply(order, invoicedOfOrder(invoice)),
    items: itemsBooked(order, invoice, invoicedOfItem, apply),
  };
}

function paidBooked(order: OrderDoc, invoice: InvoiceDoc, apply: Apply): OrderDoc {
  return { ...apply(order, paidOfOrder(invoice)), payment: apply(order.payment, paidOfPayment(invoice)) };
}

function refundBooked(order: OrderDoc, memo: CreditmemoDoc, apply: Apply): OrderDoc {
  return {
    ...apply(order, refundedOfOrder(memo)),
    items: itemsBooked(order, memo, refundedOfItem, apply),
    payment: apply(order.payment, refundedOfPayment(memo)),
  };
}

interface DocumentOf<Item> {
  readonly items: readonly Item[];
  readonly updated_at: string;
}

/** Order items that the document does not hold stay as they are. */
function itemsBooked<Item extends { readonly order_item_id: number }>(
  order: OrderDoc,
  { items, updated_at }: DocumentOf<Item>,
  booking: (item: Item) => Increments<OrderDoc["items"][number]>,
  apply: Apply,
): OrderDoc["items"] {
  const byOrderItem = new Map(items.map((item) => [item.order_item_id, item]));
  return order.items.map((item) => {
    const booked = byOrderItem.get(item.item_id);
    return booked ? { ...apply(item, booking(booked)), updated_at: touched(item, updated_at) } : item;
  });
}
