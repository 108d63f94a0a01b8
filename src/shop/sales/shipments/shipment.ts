/** The content of a shipment, and its effect on the order (sales 9.1). */
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

/** The rows of a shipment without `item_id` and `parent_id`, sorted like the order items. Includes dummies. */
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

/** The fields of a new shipment that come from its order and its rows. */
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

/** The weight of a shipment. Parents are not counted, because the shipment also contains their children. */
function weightOf(order: OrderDoc, items: readonly ShipmentItem[]): number {
  const real = new Set(leaves(order.items).map(({ item_id }) => item_id));
  return totalWeight(items.filter(({ order_item_id }) => real.has(order_item_id)));
}
