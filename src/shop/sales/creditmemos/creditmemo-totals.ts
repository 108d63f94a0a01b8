/** Calculates the amounts of a credit memo from what is invoiced and not refunded yet (sales 11.3). */
import type { OrderDoc, OrderItem, Quantities } from "../../data/entities/sales.js";
import { Exact, proportion, sum, toCents } from "../../../engine/values/money.js";
import {
  apportion,
  DeltaRounding,
  rowSums,
  type Portion,
  type RowAmounts,
  type Currency,
  documentTotals,
  type DocumentTotals,
  type FiguresInCurrency,
} from "../amounts/amounts.js";
import { qtyToInvoice, qtyToRefund } from "../items/quantities.js";

/** The refund that a caller requests. All amounts are in base currency, rounded to cents. */
export interface RefundRequest {
  readonly quantities: Quantities;
  /** Undefined means all shipping that is not refunded yet. */
  readonly shipping_amount: number | undefined;
  readonly adjustment_positive: number;
  readonly adjustment_negative: number;
}

interface CreditmemoFigures {
  readonly subtotal: number;
  readonly shipping_amount: number;
  readonly shipping_tax_amount: number;
  /** Negative or 0. */
  readonly discount_amount: number;
  readonly tax_amount: number;
  readonly adjustment_positive: number;
  readonly adjustment_negative: number;
  readonly grand_total: number;
}

export type CreditmemoTotals = DocumentTotals<CreditmemoFigures>;

export function creditmemoTotals(order: OrderDoc, request: RefundRequest): CreditmemoTotals {
  return documentTotals(order, request, "qty_refunded", figuresIn);
}

/** The shipping charge that is not refunded yet, in base currency. */
export function shippingLeft({ base_shipping_amount, base_shipping_refunded }: OrderDoc): number {
  return sum(toCents(base_shipping_amount), -toCents(base_shipping_refunded));
}

/** The paid amount that is not refunded yet, in base currency. */
export function refundableLeft({ base_total_paid, base_total_refunded }: OrderDoc): number {
  return sum(toCents(base_total_paid), -toCents(base_total_refunded));
}

function figuresIn(
  currency: Currency,
  order: OrderDoc,
  items: readonly OrderItem[],
  request: RefundRequest,
): FiguresInCurrency<CreditmemoFigures> {
  const rounding = new DeltaRounding();
  const rows = apportion(
    items.map((item) => ({
      portion: refundPortion(item, request.quantities),
      left: leftToRefund(currency, item),
    })),
    rounding,
  );
  const sums = rowSums(rows);
  const shipping = shippingFigures(currency, order, request.shipping_amount, rounding);

  const subtotal = sums.row_total;
  const discount_amount = sum(-sums.discount_amount, -shipping.discount);
  const taxLeft = sum(order[`${currency}tax_invoiced`], -order[`${currency}tax_refunded`]);
  const tax_amount = Math.min(sum(sums.tax_amount, shipping.tax), taxLeft);
  const adjustment_positive = convert(currency, order, request.adjustment_positive);
  const adjustment_negative = convert(currency, order, request.adjustment_negative);
  const adjustment = sum(adjustment_positive, -adjustment_negative);
  const figures = {
    subtotal,
    shipping_amount: shipping.amount,
    shipping_tax_amount: shipping.tax,
    discount_amount,
    tax_amount,
    adjustment_positive,
    adjustment_negative,
    grand_total: sum(subtotal, shipping.amount, tax_amount, discount_amount, adjustment),
  };
  return { figures, rows };
}

function refundPortion(item: OrderItem, quantities: Quantities): Portion {
  const qty = quantities.get(item.item_id) ?? 0;
  const available = qtyToRefund(item);
  return { qty, available, isLast: qty === available && qtyToInvoice(item) === 0 };
}

function leftToRefund(currency: Currency, item: OrderItem): RowAmounts {
  return {
    row_total: sum(item[`${currency}row_invoiced`], -item[`${currency}amount_refunded`]),
    discount_amount: sum(item[`${currency}discount_invoiced`], -item[`${currency}discount_refunded`]),
    tax_amount: sum(item[`${currency}tax_invoiced`], -item[`${currency}tax_refunded`]),
  };
}

interface ShippingFigures {
  readonly amount: number;
  readonly tax: number;
  readonly discount: number;
}

/** @param wanted in base currency; undefined means everything that is left */
function shippingFigures(
  currency: Currency,
  order: OrderDoc,
  wanted: number | undefined,
  rounding: DeltaRounding,
): ShippingFigures {
  const charge = order[`${currency}shipping_amount`];
  const taxCharge = order[`${currency}shipping_tax_amount`];
  const request = wanted ?? shippingLeft(order);
  const discount = shippingDiscount(currency, order, request);
  if (request === shippingLeft(order)) {
    const amount = sum(charge, -order[`${currency}shipping_refunded`]);
    return { amount, tax: sum(taxCharge, -order[`${currency}shipping_tax_refunded`]), discount };
  }

  const amount = currency === "base_" ? request : proportion(charge, request, order.base_shipping_amount);
  const share =
    charge === 0 ? Exact.zero : Exact.of(taxCharge).times(Exact.of(amount)).over(Exact.of(charge));
  return { amount, tax: rounding.round(share), discount };
}

/**
 * The discount on the refunded shipping. It is the difference of two rounded totals, so that the shares of all credit
 * memos add up to the whole discount.
 */
function shippingDiscount(currency: Currency, order: OrderDoc, request: number): number {
  const upTo = (refunded: number) =>
    proportion(order[`${currency}shipping_discount_amount`], refunded, order.base_shipping_amount);
  const before = order.base_shipping_refunded;
  return sum(upTo(sum(before, request)), -upTo(before));
}

/** Converts an amount in base currency to `currency`. */
function convert(currency: Currency, order: OrderDoc, amount: number): number {
  return currency === "base_" ? amount : proportion(amount, order.store_to_order_rate);
}
