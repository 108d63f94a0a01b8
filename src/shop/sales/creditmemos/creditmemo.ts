/** The document of a credit memo, and the form in which callers receive it (sales 10, 15.6). */
import type { Schemas } from "../../../../generated/operations.js";
import type { CreditmemoDoc, OrderDoc } from "../../data/entities/sales.js";
import { sum } from "../../../engine/values/money.js";
import { withRefund } from "../amounts/bookings.js";
import type { CreditmemoTotals } from "./creditmemo-totals.js";
import { inBoth } from "../amounts/amounts.js";
import {
  withStanding,
  newestFirst,
  defaultStanding,
  hasToInvoice,
  hasToShip,
} from "../orders/order-state.js";
import { fieldsOfOrder } from "../invoices/invoice.js";

interface CreditmemoParts extends Pick<CreditmemoDoc, "id" | "increment_id" | "items" | "comments"> {
  readonly totals: CreditmemoTotals["totals"];
  readonly emailSent: boolean;
}

/** A new credit memo of an order. It has state 2 (refunded) from the start. */
export function creditmemoDocument(order: OrderDoc, parts: CreditmemoParts, now: string): CreditmemoDoc {
  const { id, increment_id, totals, items, comments, emailSent } = parts;
  return {
    id,
    increment_id,
    state: 2,
    ...fieldsOfOrder(order),
    created_at: now,
    updated_at: now,
    ...totals,
    ...inBoth((currency) => ({
      adjustment: sum(totals[`${currency}adjustment_positive`], -totals[`${currency}adjustment_negative`]),
    })),
    items,
    comments,
    email_sent: emailSent ? 1 : 0,
    invoice_id: null,
    transaction_id: null,
    creditmemo_status: null,
  };
}

/**
 * The order after its credit memo was canceled. The bookings are reversed. A closed order becomes processing if
 * something is left to invoice or ship, and complete otherwise (sales 10.7).
 */
export function withoutCreditmemo(order: OrderDoc, memo: CreditmemoDoc, now: string): OrderDoc {
  const restored = withRefund(order, memo, -1);
  if (order.state !== "closed") return restored;
  const isUnfinished = hasToInvoice(restored) || hasToShip(restored);
  const reopened = defaultStanding(isUnfinished ? "processing" : "complete");
  return withStanding(restored, reopened, { entity_name: "creditmemo" }, now);
}

export function creditmemoEntry(memo: CreditmemoDoc): Schemas["CreditmemoListEntry"] {
  return {
    increment_id: memo.increment_id,
    creditmemo_id: memo.id,
    order_id: memo.order_id,
    order_increment_id: memo.order_increment_id,
    created_at: memo.created_at,
    state: memo.state,
    grand_total: memo.grand_total,
    store_id: memo.store_id,
  };
}

/** The answer of `sales_order_creditmemo.info`. It contains the addresses of the order. */
export function creditmemoInfo(memo: CreditmemoDoc, order: OrderDoc): Schemas["CreditmemoInfo"] {
  const { id, items, comments, ...fields } = memo;
  return {
    creditmemo_id: id,
    ...fields,
    billing_address: order.billing_address,
    shipping_address: order.shipping_address,
    items: [...items],
    comments: newestFirst(comments),
  };
}
