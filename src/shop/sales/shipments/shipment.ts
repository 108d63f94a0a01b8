/** What a shipment holds and what it does to its order (sales 9.1). */
import type { OrderDoc, Quantities, ShipmentDoc, ShipmentItem } from "../../data/entities/sales.js";
import { leaves, topLevelQty, totalWeight, withDummies, withFollowingDummies } from "../items/quantities.js";
import { sum } from "../../../engine/values/money.js";
import { updateTime } from "../../../engine/values/dates.js";

export function shippedOrder(order: OrderDoc, quantities: Quantities, now: string): OrderDoc {
  const items = order.items.map((item) => {
    const qty = quantities.get(item.item_id);
    if (qty === undefined) return item;
    return { ...item, qty_shipped: sum(item.qty_shipped, qty), updated_at: updateTime(item, now) };
  });
  return { ...order, items: withFollowingDummies(items, now) };
}

/** A shipment's rows without their IDs, by order item; dummies come along. */
export function shipmentLines(
  order: OrderDoc,
  quantities: Quantities,
): Omit<ShipmentItem, "item_id" | "parent_id">[] {
  const all = withDummies(order.items, quantities, "qty_shipped");
  return order.items.flatMap((item) => {
    const qty = all.get(item.item_id);
    if (qty === undefined) return [];
    const { sku, name, product_id, price, weight } = item;
    const unused = { row_total: null, description: null, additional_data: null };
    return [{ order_item_id: item.item_id, sku, name, product_id, price, weight, qty, ...unused }];
  });
}

/** The parts of a new shipment that follow from its order and its rows. */
export function shipmentFields(
  order: OrderDoc,
  items: readonly ShipmentItem[],
  now: string,
): Omit<ShipmentDoc, "id" | "increment_id" | "items" | "comments" | "email_sent"> {
  return {
    order_id: order.id,
    order_increment_id: order.increment_id,
    order_created_at: order.created_at,
    store_id: order.store_id,
    customer_id: order.customer_id,
    billing_address_id: order.billing_address_id,
    shipping_address_id: order.shipping_address_id,
    created_at: now,
    updated_at: now,
    total_qty: topLevelQty(order.items, items),
    total_weight: weightOf(order, items),
    shipment_status: null,
    tracks: [],
  };
}

/** Parents weigh what their children weigh, who come along. */
function weightOf(order: OrderDoc, items: readonly ShipmentItem[]): number {
  const real = new Set(leaves(order.items).map(({ item_id }) => item_id));
  return totalWeight(items.filter(({ order_item_id }) => real.has(order_item_id)));
}
