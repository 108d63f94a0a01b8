/** The amounts of an invoice, its document, and the form in which callers receive it (sales 8.2, 11.2, 15.5). */
import type { Schemas } from "../../../../generated/operations.js";
import type { InvoiceDoc, InvoiceItem, OrderDoc, OrderItem, Quantities } from "../../data/entities/sales.js";
import { proportion, sum, totalOf } from "../../../engine/values/money.js";
import {
  type DocumentRow,
  apportion,
  DeltaRounding,
  rowSums,
  type Row,
  type Currency,
  documentTotals,
  type DocumentTotals,
  type FiguresInCurrency,
} from "../amounts/amounts.js";
import { topLevelQty, countsForMoney } from "../items/quantities.js";
import { newestFirst } from "../orders/order-state.js";

interface InvoiceParts extends Pick<InvoiceDoc, "id" | "increment_id" | "state" | "items" | "comments"> {
  readonly totals: InvoiceTotals["totals"];
  readonly emailSent: boolean;
}

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
    subtotal_incl_tax: totalOf(items, "row_total_incl_tax"),
    base_subtotal_incl_tax: totalOf(items, "base_row_total_incl_tax"),
    shipping_incl_tax: sum(totals.shipping_amount, totals.shipping_tax_amount),
    base_shipping_incl_tax: sum(totals.base_shipping_amount, totals.base_shipping_tax_amount),
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

/** The fields that invoices and credit memos copy from their order. */
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

/** A row of an invoice or credit memo, without `item_id` and `parent_id`. */
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

/** Orders of releases up to 0.3 have no `base_row_total_incl_tax`; they stored only the tax of the discounted row. */
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

/** The answer of `sales_order_invoice.info`. It contains the addresses of the order. */
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

/** The amounts of an invoice in one currency, calculated from what is left of the order (sales 11.2). */
interface InvoiceFigures {
  readonly subtotal: number;
  readonly shipping_amount: number;
  readonly shipping_tax_amount: number;
  /** Negative or 0. */
  readonly discount_amount: number;
  readonly tax_amount: number;
  readonly grand_total: number;
}

type InvoiceTotals = DocumentTotals<InvoiceFigures>;

export function invoiceTotals(order: OrderDoc, quantities: Quantities): InvoiceTotals {
  return documentTotals(order, { quantities }, "qty_invoiced", figuresIn);
}

function figuresIn(
  currency: Currency,
  order: OrderDoc,
  items: readonly OrderItem[],
  { quantities }: { readonly quantities: Quantities },
): FiguresInCurrency<InvoiceFigures> {
  const left: Row[] = [];
  for (const item of items) left.push(invoiceRow(currency, item, quantities));
  const rows = apportion(left, new DeltaRounding());
  const sums = rowSums(rows);
  // One invoice contains the whole shipping charge. After that invoice is canceled, the next one contains it.
  const isShippingInvoiced = order.shipping_invoiced !== 0 || order.base_shipping_invoiced !== 0;
  const shipping_amount = isShippingInvoiced ? 0 : order[`${currency}shipping_amount`];
  const shipping_tax_amount = isShippingInvoiced ? 0 : order[`${currency}shipping_tax_amount`];
  const shippingDiscount = isShippingInvoiced ? 0 : order[`${currency}shipping_discount_amount`];
  const subtotalLeft = sum(order[`${currency}subtotal`], -order[`${currency}subtotal_invoiced`]);
  const taxLeft = sum(order[`${currency}tax_amount`], -order[`${currency}tax_invoiced`]);
  const tax = sum(sums.tax_amount, shipping_tax_amount);
  // Shares are rounded, so the last invoice takes exactly what is left of the order, and others take at most that.
  const isLast = completes(order, quantities);
  const subtotal = isLast ? subtotalLeft : Math.min(sums.row_total, subtotalLeft);
  const tax_amount = isLast ? taxLeft : Math.min(tax, taxLeft);
  const discount_amount = sum(-sums.discount_amount, -shippingDiscount);
  const grand_total = sum(subtotal, shipping_amount, tax_amount, discount_amount);
  return {
    figures: { subtotal, shipping_amount, shipping_tax_amount, discount_amount, tax_amount, grand_total },
    rows,
  };
}

/**
 * Canceled units count as available, so their amounts are never invoiced. Units that become free later get their own
 * share of the amounts (X14).
 */
function invoiceRow(currency: Currency, item: OrderItem, quantities: Quantities): Row {
  const qty = quantities.get(item.item_id) ?? 0;
  const available = sum(item.qty_ordered, -item.qty_invoiced);
  return {
    portion: { qty, available, isLast: qty === available },
    left: {
      row_total: sum(item[`${currency}row_total`], -item[`${currency}row_invoiced`]),
      discount_amount: sum(item[`${currency}discount_amount`], -item[`${currency}discount_invoiced`]),
      tax_amount: sum(item[`${currency}tax_amount`], -item[`${currency}tax_invoiced`]),
    },
  };
}

/** Whether these quantities leave no unit of the order without an invoice. */
function completes({ items }: OrderDoc, quantities: Quantities): boolean {
  for (const item of items) {
    const invoiced = sum(item.qty_invoiced, quantities.get(item.item_id) ?? 0);
    if (countsForMoney(item) && invoiced < item.qty_ordered) return false;
  }
  return true;
}
