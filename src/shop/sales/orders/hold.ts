/** Orders on hold (sales 7.2, 7.3). */
import type { OrderDoc } from "../../data/entities/sales.js";
import { withStanding, defaultStanding } from "./order-state.js";

/** The order on hold, with its previous state and status in `hold_before_state` and `hold_before_status`. */
export function heldOrder(order: OrderDoc, now: string): OrderDoc {
  const remembering = { ...order, hold_before_state: order.state, hold_before_status: order.status };
  return withStanding(remembering, defaultStanding("holded"), {}, now);
}

/**
 * The order with its state and status from before the hold. Without a remembered status it keeps its current status.
 */
export function releasedOrder(order: OrderDoc, now: string): OrderDoc {
  const { hold_before_state, hold_before_status: status } = order;
  const state = (hold_before_state ?? order.state) as OrderDoc["state"];
  const forgetful = { ...order, hold_before_state: null, hold_before_status: null };
  return status === null ? { ...forgetful, state } : withStanding(forgetful, { state, status }, {}, now);
}
