/** How much of an order item is left to do (sales.md 5). Composite products, with their extra rules, are not ordered here. */
import type { OrderItem } from "../../entities/sales.js";
import { sum } from "../../values/money.js";

/** What the item has to do with quantities. */
export type ItemQuantities = Pick<
  OrderItem,
  "qty_ordered" | "qty_invoiced" | "qty_shipped" | "qty_refunded" | "qty_canceled"
>;

export function toInvoice({ qty_ordered, qty_invoiced, qty_canceled }: ItemQuantities): number {
  return Math.max(0, sum(qty_ordered, -qty_invoiced, -qty_canceled));
}

/** Also of virtual items, which nobody ships: `toShipPhysically` leaves them out. */
export function toShip({ qty_ordered, qty_shipped, qty_refunded, qty_canceled }: ItemQuantities): number {
  return Math.max(0, sum(qty_ordered, -qty_shipped, -qty_refunded, -qty_canceled));
}

export function toShipPhysically(item: ItemQuantities & Pick<OrderItem, "is_virtual">): number {
  return item.is_virtual === 1 ? 0 : toShip(item);
}

export function toRefund({ qty_invoiced, qty_refunded }: ItemQuantities): number {
  return Math.max(0, sum(qty_invoiced, -qty_refunded));
}

export function toCancel(item: ItemQuantities): number {
  return Math.min(toInvoice(item), toShip(item));
}
