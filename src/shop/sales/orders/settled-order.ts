/** The automatic changes of an order when it is saved (sales 4.2). */
import type { OrderDoc } from "../../data/entities/sales.js";
import { withStanding, type HistoryNote } from "./history.js";
import { automaticState, defaultStanding } from "./order-state.js";

/** The order with all done complete or closed; a new one that was invoiced or shipped in part is processing. */
export function settledOrder(order: OrderDoc, now: string, note: HistoryNote): OrderDoc {
  const reached = automaticState(order);
  if (reached) return withStanding(order, defaultStanding(reached), note, now);
  const isBegun = note.entity_name === "invoice" || note.entity_name === "shipment";
  if (order.state !== "new" || !isBegun) return order;
  return withStanding(order, defaultStanding("processing"), note, now);
}
