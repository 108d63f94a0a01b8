/** How a cancel changes an order (sales 7.4). */
import type { OrderDoc, OrderItem, OrderState } from "../../data/entities/sales.js";
import { Exact, sum } from "../../../engine/values/money.js";
import { baseAmountText, inBoth } from "../amounts/amounts.js";
import { transactionText, withClosedAuthorization } from "../payment/payment.js";
import { withStanding, withHistory, defaultStanding } from "./order-state.js";
import { cancelable, withFollowingDummies, type Cancelable, qtyToRefund } from "../items/quantities.js";
import { updateTime } from "../../../engine/values/dates.js";

/** The order after everything that is not invoiced was canceled. Saving the order can complete it (sales 4.2). */
export function canceledOrder(order: OrderDoc, now: string): OrderDoc {
  const freed = cancelable(order.items);
  const items = order.items.map((item) => canceledItem(item, freed.quantities.get(item.item_id) ?? 0, now));
  const canceled = {
    ...order,
    items: withFollowingDummies(items, now),
    ...canceledTotals(order),
  };
  return withStanding(canceled, defaultStanding(stateAfterCancel(order, freed)), {}, now);
}

/**
 * The state after a cancel. An order with invoiced goods that are not refunded becomes processing if some of them are
 * left to ship, and complete otherwise.
 */
function stateAfterCancel({ items }: OrderDoc, { leavesToShip }: Cancelable): OrderState {
  const kept = items.filter((item) => qtyToRefund(item) > 0);
  if (kept.length === 0) return "canceled";
  return kept.some(leavesToShip) ? "processing" : "complete";
}

function canceledItem(item: OrderItem, qty: number, now: string): OrderItem {
  if (qty === 0) return item;
  const taxes = inBoth((currency) => ({
    tax_canceled: sum(
      item[`${currency}tax_canceled`],
      taxShare(item[`${currency}tax_amount`], qty, item.qty_ordered),
    ),
  }));
  return { ...item, ...taxes, qty_canceled: sum(item.qty_canceled, qty), updated_at: updateTime(item, now) };
}

/** Rounded to 4 decimals, not to cents, because this amount is never charged. */
function taxShare(tax: number, qty: number, ordered: number): number {
  return Exact.of(tax).times(Exact.of(qty)).over(Exact.of(ordered)).rounded(4);
}

function canceledTotals(order: OrderDoc) {
  return inBoth((currency) => {
    const rest = (whole: "subtotal" | "tax_amount" | "shipping_amount", invoiced: InvoicedField) =>
      sum(order[`${currency}${whole}`], -order[`${currency}${invoiced}`]);
    return {
      subtotal_canceled: rest("subtotal", "subtotal_invoiced"),
      tax_canceled: rest("tax_amount", "tax_invoiced"),
      shipping_canceled: rest("shipping_amount", "shipping_invoiced"),
      // Discounts of orders and invoices are negative, canceled discounts are positive.
      discount_canceled: sum(order[`${currency}discount_invoiced`], -order[`${currency}discount_amount`]),
      total_canceled: sum(order[`${currency}grand_total`], -order[`${currency}total_paid`]),
    };
  });
}

type InvoicedField = "subtotal_invoiced" | "tax_invoiced" | "shipping_invoiced";

/** The order after the gateway voided its authorization and before the order is canceled. */
export function withVoidedAuthorization(order: OrderDoc, now: string): OrderDoc {
  const payment = withClosedAuthorization(order.payment, order.increment_id);
  const open = sum(order.payment.base_amount_authorized, -order.payment.base_amount_paid);
  const amount = baseAmountText(order, open);
  const comment = `Canceled the order online, amount of ${amount}. ${transactionText(payment.last_trans_id)}`;
  return withHistory({ ...order, payment }, defaultStanding("processing").status, { comment }, now);
}
