/** The status that goes with a state, and the states that an order reaches by itself (sales 4). */
import type { OrderDoc, OrderState } from "../../data/entities/sales.js";
import type { GatewayDoubt } from "../payment/payment.js";
import { permits } from "./order-transitions.js";
import { canCreditmemo, canInvoice, canShip } from "./predicates.js";

const defaultStatuses: { readonly [S in OrderState]: string } = {
  new: "pending",
  pending_payment: "pending_payment",
  processing: "processing",
  complete: "complete",
  closed: "closed",
  canceled: "canceled",
  holded: "holded",
  payment_review: "payment_review",
};

export function defaultStatus(state: OrderState): string {
  return defaultStatuses[state];
}

/** Where an order stands. */
export interface Standing {
  readonly state: OrderState;
  readonly status: string;
}

/** `Order 100000001 is in state "complete"`: why something is refused, for people. */
export function stateText({ increment_id, state }: OrderDoc): string {
  return `Order ${increment_id} is in state "${state}"`;
}

/** A state together with its default status. */
export function defaultStanding(state: OrderState): Standing {
  return { state, status: defaultStatus(state) };
}

/** The review that a gateway in doubt puts an order into. */
export function reviewAfter(doubt: GatewayDoubt): Standing {
  return doubt === "fraud" ? { state: "payment_review", status: "fraud" } : defaultStanding("payment_review");
}

/** The state that an order comes to when it is saved with nothing left to do; undefined when it stays (4.2). */
export function automaticState(order: OrderDoc): "complete" | "closed" | undefined {
  if (!permits(order.state, "save") || canInvoice(order) || canShip(order)) return undefined;
  const isToStayRefundable = order.base_grand_total === 0 || canCreditmemo(order);
  const reached = isToStayRefundable ? "complete" : order.total_refunded > 0 ? "closed" : order.state;
  return reached === order.state ? undefined : (reached as "complete" | "closed");
}
