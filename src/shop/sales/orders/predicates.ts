/** What may be done with an order and its invoices (sales 6). The states are in order-transitions.ts. */
import type { CreditmemoDoc, InvoiceDoc, OrderDoc } from "../../data/entities/sales.js";
import { toCents } from "../../../engine/values/money.js";
import { permits } from "./order-transitions.js";
import { canPaymentCapture, canPaymentVoid } from "../payment/payment.js";
import { qtyToInvoice, physicalQtyToShip } from "../items/quantities.js";

export function canHold({ state }: OrderDoc): boolean {
  return permits(state, "hold");
}

export function canUnhold({ state }: OrderDoc): boolean {
  return permits(state, "unhold");
}

/** How much was shipped plays no part: an order that was shipped but never invoiced can be canceled. */
export function canCancel(order: OrderDoc): boolean {
  return permits(order.state, "cancel") && hasToInvoice(order);
}

export function canInvoice(order: OrderDoc): boolean {
  return permits(order.state, "invoice.create") && hasToInvoice(order);
}

/** Nobody needs to have paid. */
export function canShip(order: OrderDoc): boolean {
  return permits(order.state, "shipment.create") && order.is_virtual === 0 && hasToShip(order);
}

/** Money was paid and is not refunded yet. */
export function canCreditmemo(order: OrderDoc): boolean {
  return permits(order.state, "creditmemo.create") && toCents(order.total_paid) !== order.total_refunded;
}

/** An open invoice can be charged as long as the authorization, if there was one, is open. */
export function canCapture(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.capture") && state === 1 && canPaymentCapture(order.payment);
}

export function canVoid(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.void") && state === 2 && canPaymentVoid(order.payment);
}

export function canCancelInvoice(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.cancel") && state === 1;
}

/** Whatever the order's state is. */
export function canCancelCreditmemo({ state }: CreditmemoDoc): boolean {
  return state === 1;
}

export function hasToInvoice({ items }: OrderDoc): boolean {
  return items.some((item) => qtyToInvoice(item) > 0);
}

/** Something that can be shipped is left to ship. */
export function hasToShip({ items }: OrderDoc): boolean {
  return items.some((item) => physicalQtyToShip(item) > 0);
}
