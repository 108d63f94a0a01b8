/** How much of an order item is left to do (sales 5). */
import type { OrderItem } from "../../data/entities/sales.js";
import { sum } from "../../../engine/values/money.js";

/** What the item has to do with quantities. */
export type ItemQuantities = Pick<
  OrderItem,
  | "qty_ordered"
  | "qty_invoiced"
  | "qty_shipped"
  | "qty_refunded"
  | "qty_canceled"
  | "is_money_dummy"
  | "is_shipping_dummy"
>;

/** Whether the row itself is invoiced and refunded, and carries the money. */
export function countsForMoney(item: Pick<OrderItem, "is_money_dummy">): boolean {
  return item.is_money_dummy !== true;
}

/** Whether the row itself is shipped. */
export function countsForShipping(item: Pick<OrderItem, "is_shipping_dummy">): boolean {
  return item.is_shipping_dummy !== true;
}

export function qtyToInvoice(item: ItemQuantities): number {
  return countsForMoney(item) ? openInvoiceQty(item) : 0;
}

/** Also of virtual items, which nobody ships: `physicalQtyToShip` leaves them out. */
export function qtyToShip(item: ItemQuantities): number {
  return countsForShipping(item) ? openShipmentQty(item) : 0;
}

export function physicalQtyToShip(item: ItemQuantities & Pick<OrderItem, "is_virtual">): number {
  return item.is_virtual === 1 ? 0 : qtyToShip(item);
}

export function qtyToRefund(item: ItemQuantities): number {
  return countsForMoney(item) ? Math.max(0, sum(item.qty_invoiced, -item.qty_refunded)) : 0;
}

/** Whether or not the row counts. */
export function openInvoiceQty({ qty_ordered, qty_invoiced, qty_canceled }: ItemQuantities): number {
  return Math.max(0, sum(qty_ordered, -qty_invoiced, -qty_canceled));
}

/** Whether or not the row counts. */
export function openShipmentQty({
  qty_ordered,
  qty_shipped,
  qty_refunded,
  qty_canceled,
}: ItemQuantities): number {
  return Math.max(0, sum(qty_ordered, -qty_shipped, -qty_refunded, -qty_canceled));
}
