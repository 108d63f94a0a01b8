/** The amounts of an invoice, worked out from what is left of the order (sales 11.2). */
import type { OrderDoc, OrderItem, Quantities } from "../../data/entities/sales.js";
import { sum } from "../../../engine/values/money.js";
import { apportion, DeltaRounding, rowSums, type Portion, type RowAmounts } from "../amounts/apportion.js";
import type { Currency } from "../amounts/currencies.js";
import { documentTotals, type DocumentTotals, type FiguresInCurrency } from "../amounts/document-totals.js";
import { countsForMoney } from "../items/quantities.js";

export interface InvoiceFigures {
  readonly subtotal: number;
  readonly shipping_amount: number;
  readonly shipping_tax_amount: number;
  /** Negative, or 0. */
  readonly discount_amount: number;
  readonly tax_amount: number;
  readonly grand_total: number;
}

export type InvoiceTotals = DocumentTotals<InvoiceFigures>;

export function invoiceTotals(order: OrderDoc, quantities: Quantities): InvoiceTotals {
  return documentTotals(order, quantities, "qty_invoiced", (currency, items) =>
    figuresIn(
      currency,
      order,
      items.map((item) => ({ item, portion: invoicePortion(item, quantities) })),
    ),
  );
}

/** An item of the invoice. */
interface InvoicedItem {
  readonly item: OrderItem;
  readonly portion: Portion;
}

/** Canceled units count as available: their money is never invoiced, and units freed later take their share (X14). */
function invoicePortion({ item_id, qty_ordered, qty_invoiced }: OrderItem, quantities: Quantities): Portion {
  const qty = quantities.get(item_id) ?? 0;
  const available = sum(qty_ordered, -qty_invoiced);
  return { qty, available, isLast: qty === available };
}

function figuresIn(
  currency: Currency,
  order: OrderDoc,
  invoiced: readonly InvoicedItem[],
): FiguresInCurrency<InvoiceFigures> {
  const rows = apportion(
    invoiced.map(({ item, portion }) => ({ portion, left: leftToInvoice(currency, item) })),
    new DeltaRounding(),
  );
  const sums = rowSums(rows);
  const shipping = isShippingInvoiced(order) ? noShipping : shippingOf(currency, order);
  // Shares are rounded, so on the last invoice the order's own figure counts, and before none goes beyond it.
  const isLast = completes(order, invoiced);
  const upTo = (figure: number, left: number) => (isLast ? left : Math.min(figure, left));

  const subtotal = upTo(
    sums.row_total,
    sum(order[`${currency}subtotal`], -order[`${currency}subtotal_invoiced`]),
  );
  const tax_amount = upTo(
    sum(sums.tax_amount, shipping.tax),
    sum(order[`${currency}tax_amount`], -order[`${currency}tax_invoiced`]),
  );
  const discount_amount = sum(-sums.discount_amount, -shipping.discount);
  const figures = {
    subtotal,
    shipping_amount: shipping.amount,
    shipping_tax_amount: shipping.tax,
    discount_amount,
    tax_amount,
    grand_total: sum(subtotal, shipping.amount, tax_amount, discount_amount),
  };
  return { figures, rows };
}

function leftToInvoice(currency: Currency, item: OrderItem): RowAmounts {
  return {
    row_total: sum(item[`${currency}row_total`], -item[`${currency}row_invoiced`]),
    discount_amount: sum(item[`${currency}discount_amount`], -item[`${currency}discount_invoiced`]),
    tax_amount: sum(item[`${currency}tax_amount`], -item[`${currency}tax_invoiced`]),
  };
}

/** All of the shipping is on one invoice, and free again once that is canceled. */
function isShippingInvoiced({ shipping_invoiced, base_shipping_invoiced }: OrderDoc): boolean {
  return shipping_invoiced !== 0 || base_shipping_invoiced !== 0;
}

const noShipping = { amount: 0, tax: 0, discount: 0 } as const;

function shippingOf(currency: Currency, order: OrderDoc) {
  return {
    amount: order[`${currency}shipping_amount`],
    tax: order[`${currency}shipping_tax_amount`],
    discount: order[`${currency}shipping_discount_amount`],
  };
}

/** Whether no unit of the order stays without invoice. */
function completes(order: OrderDoc, invoiced: readonly InvoicedItem[]): boolean {
  const portions = new Map(invoiced.map(({ item, portion }) => [item, portion]));
  return order.items
    .filter(countsForMoney)
    .every((item) => portions.get(item)?.isLast ?? item.qty_invoiced >= item.qty_ordered);
}
