/** The document of an invoice, and how callers see it (sales 8.2, 15.5). */
import type { Schemas } from "../../../../generated/operations.js";
import type {
  InvoiceDoc,
  InvoiceItem,
  OrderDoc,
  OrderItem,
  SalesComment,
} from "../../data/entities/sales.js";
import { proportion, sum, sumOf } from "../../../engine/values/money.js";
import { inBoth } from "../amounts/currencies.js";
import type { DocumentRow } from "../amounts/document-totals.js";
import { topLevelQty } from "../items/composites.js";
import { newestFirst } from "../orders/history.js";
import type { InvoiceTotals } from "./invoice-totals.js";

export interface InvoiceParts {
  readonly id: number;
  readonly increment_id: string;
  readonly state: InvoiceDoc["state"];
  readonly totals: InvoiceTotals["totals"];
  readonly items: readonly InvoiceItem[];
  readonly comments: readonly SalesComment[];
  readonly emailSent: boolean;
}

/** A new invoice of an order. */
export function invoiceDocument(order: OrderDoc, parts: InvoiceParts, now: string): InvoiceDoc {
  const { id, increment_id, state, totals, items, comments, emailSent } = parts;
  const { billing_address } = order;
  return {
    id,
    increment_id,
    state,
    ...fieldsOfOrder(order),
    order_created_at: order.created_at,
    created_at: now,
    updated_at: now,
    ...totals,
    ...inBoth((currency) => ({
      subtotal_incl_tax: sumOf(items.map((item) => item[`${currency}row_total_incl_tax`])),
      shipping_incl_tax: sum(totals[`${currency}shipping_amount`], totals[`${currency}shipping_tax_amount`]),
    })),
    total_qty: topLevelQty(order.items, items),
    items,
    comments,
    email_sent: emailSent ? 1 : 0,
    transaction_id: null,
    can_void_flag: null,
    is_used_for_refund: null,
    base_total_refunded: 0,
    discount_description: order.discount_description,
    billing_firstname: billing_address.firstname,
    billing_middlename: billing_address.middlename,
    billing_lastname: billing_address.lastname,
    billing_address_id: order.billing_address_id,
    shipping_address_id: order.shipping_address_id,
  };
}

/** What invoices and credit memos take over from their order. */
export function fieldsOfOrder(order: OrderDoc) {
  return {
    order_id: order.id,
    order_increment_id: order.increment_id,
    store_id: order.store_id,
    order_currency_code: order.order_currency_code,
    base_currency_code: order.base_currency_code,
    store_currency_code: order.store_currency_code,
    global_currency_code: order.global_currency_code,
    store_to_base_rate: order.store_to_base_rate,
    store_to_order_rate: order.store_to_order_rate,
    base_to_global_rate: order.base_to_global_rate,
    base_to_order_rate: order.base_to_order_rate,
  };
}

/** A row of an invoice or credit memo, without its ID. */
export function documentLine({
  item,
  qty,
  amounts,
}: DocumentRow): Omit<InvoiceItem, "item_id" | "parent_id"> {
  const { item_id: order_item_id, product_id, sku, name, price, base_price } = item;
  return {
    order_item_id,
    product_id,
    sku,
    name,
    qty,
    price,
    base_price,
    ...amounts,
    price_incl_tax: item.price_incl_tax,
    base_price_incl_tax: proportion(baseRowInclTax(item), 1, item.qty_ordered),
    row_total_incl_tax: item.is_money_dummy ? 0 : proportion(item.row_total_incl_tax, qty, item.qty_ordered),
    base_row_total_incl_tax: item.is_money_dummy
      ? 0
      : proportion(baseRowInclTax(item), qty, item.qty_ordered),
  };
}

/** Orders of releases up to 0.3 kept only the tax of the discounted row. */
function baseRowInclTax({ base_row_total_incl_tax, base_row_total, base_tax_amount }: OrderItem): number {
  return base_row_total_incl_tax ?? sum(base_row_total, base_tax_amount);
}

export function invoiceEntry(invoice: InvoiceDoc): Schemas["InvoiceListEntry"] {
  return {
    increment_id: invoice.increment_id,
    invoice_id: invoice.id,
    order_id: invoice.order_id,
    order_increment_id: invoice.order_increment_id,
    created_at: invoice.created_at,
    state: invoice.state,
    grand_total: invoice.grand_total,
    store_id: invoice.store_id,
    order_currency_code: invoice.order_currency_code,
  };
}

/** The answer of `sales_order_invoice.info`. The addresses are the order's. */
export function invoiceInfo(invoice: InvoiceDoc, order: OrderDoc): Schemas["InvoiceInfo"] {
  const { id, items, comments, ...fields } = invoice;
  return {
    invoice_id: id,
    ...fields,
    billing_address: order.billing_address,
    shipping_address: order.shipping_address,
    items: [...items],
    comments: newestFirst(comments),
  };
}
