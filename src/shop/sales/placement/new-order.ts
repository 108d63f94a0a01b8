/** The document of a new order (sales 19.2, 19.3). */
import type { OrderDoc, OrderItem, OrderPayment } from "../../data/entities/sales.js";
import { joinCurrencies, type InBoth } from "../amounts/amounts.js";
import type { LineAmounts, OrderAmounts, Totals } from "./placement-totals.js";

function zeros<const Name extends string>(...names: readonly Name[]): { readonly [N in Name]: number } {
  return Object.fromEntries(names.map((name) => [name, 0])) as { [N in Name]: number };
}

const itemCounters = zeros(
  "row_invoiced",
  "tax_invoiced",
  "tax_refunded",
  "tax_canceled",
  "discount_invoiced",
);
const moreItemCounters = zeros("discount_refunded", "amount_refunded");
const unusedItem = {
  ...zeros("qty_invoiced", "qty_shipped", "qty_refunded", "qty_canceled"),
  ...joinCurrencies({ ...itemCounters, ...moreItemCounters }, { ...itemCounters, ...moreItemCounters }),
};

const orderCounters = zeros(
  ...(["total_paid", "total_refunded", "total_invoiced", "total_canceled"] as const),
  ...(["total_offline_refunded", "total_online_refunded"] as const),
  ...(["subtotal_invoiced", "subtotal_refunded", "subtotal_canceled"] as const),
  ...(["tax_invoiced", "tax_refunded", "tax_canceled"] as const),
  ...(["shipping_invoiced", "shipping_refunded", "shipping_canceled"] as const),
  ...(["shipping_tax_invoiced", "shipping_tax_refunded"] as const),
  ...(["discount_invoiced", "discount_refunded", "discount_canceled"] as const),
  ...(["adjustment_positive", "adjustment_negative"] as const),
);

/** The figures of an order that later documents raise. */
export const unusedOrder = joinCurrencies(orderCounters, orderCounters);

const paymentCounters = zeros("amount_paid", "amount_refunded", "amount_canceled", "shipping_captured");
const morePaymentCounters = zeros("amount_authorized", "shipping_refunded");
const unusedPayment = {
  ...joinCurrencies(
    { ...paymentCounters, ...morePaymentCounters },
    { ...paymentCounters, ...morePaymentCounters },
  ),
  base_amount_paid_online: 0,
};

/** What an item is, besides its amounts. */
export type ItemIdentity = Pick<
  OrderItem,
  | "item_id"
  | "parent_item_id"
  | "is_money_dummy"
  | "is_shipping_dummy"
  | "order_id"
  | "store_id"
  | "product_id"
  | "product_type"
  | "sku"
  | "name"
  | "is_virtual"
  | "is_qty_decimal"
  | "weight"
  | "row_weight"
  | "qty_ordered"
  | "qty_backordered"
  | "tax_percent"
  | "discount_percent"
  | "product_options"
  | "quote_item_id"
  | "created_at"
> &
  GiftOfItem;

/** Nothing without a gift message. */
export type GiftOfItem = Pick<OrderItem, "gift_message_id" | "gift_message" | "gift_message_available">;

export function newOrderItem(identity: ItemIdentity, amounts: LineAmounts, base: LineAmounts): OrderItem {
  const { parent_item_id, ...own } = identity;
  return {
    ...own,
    ...joinCurrencies(amounts, base),
    ...unusedItem,
    original_price: amounts.price,
    base_original_price: base.price,
    parent_item_id,
    free_shipping: 0,
    updated_at: identity.created_at,
  };
}

/** The totals of both currencies, with what is due. */
export function newOrderTotals(
  totals: Totals,
  base: Totals,
): InBoth<OrderAmounts> & typeof unusedOrder & Due {
  const { grand_total: total_due } = totals.order;
  const { grand_total: base_total_due } = base.order;
  return { ...joinCurrencies(totals.order, base.order), ...unusedOrder, total_due, base_total_due };
}

type Due = Pick<OrderDoc, "total_due" | "base_total_due">;

/** How an order is to be paid. */
export type PaymentTerms = Pick<OrderPayment, "method"> &
  Partial<Pick<OrderPayment, "cc_type" | "cc_last4" | "po_number">>;

/** The payment of an order that nothing has been paid or authorized for. */
export function newPayment(
  payment_id: number,
  terms: PaymentTerms,
  totals: Totals,
  base: Totals,
): OrderPayment {
  return {
    payment_id,
    method: terms.method,
    amount_ordered: totals.order.grand_total,
    base_amount_ordered: base.order.grand_total,
    shipping_amount: totals.order.shipping_amount,
    base_shipping_amount: base.order.shipping_amount,
    ...unusedPayment,
    cc_type: terms.cc_type ?? null,
    cc_last4: terms.cc_last4 ?? null,
    po_number: terms.po_number ?? null,
    last_trans_id: null,
    authorization: "none",
  };
}
