/** The content of a shipment, its effect on the order (sales 9.1), and the form in which callers receive it (sales 15.4). */
import type { OrderDoc, Quantities, ShipmentDoc, ShipmentItem } from "../../data/entities/sales.js";
import { leaves, topLevelQty, totalWeight, withDummies, withFollowingDummies } from "../items/quantities.js";
import { sum } from "../../../engine/values/money.js";
import { updateTime } from "../../../engine/values/dates.js";
import type { Schemas } from "../../../../generated/operations.js";
import { newestFirst } from "../orders/order-state.js";

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

export function shipmentEntry(shipment: ShipmentDoc): Schemas["ShipmentListEntry"] {
  return {
    increment_id: shipment.increment_id,
    shipment_id: shipment.id,
    order_id: shipment.order_id,
    order_increment_id: shipment.order_increment_id,
    created_at: shipment.created_at,
    total_qty: shipment.total_qty,
    store_id: shipment.store_id,
  };
}

/** Adds the track number under the name `number`, which clients of Magento 1 use (doors 0.1). */
export function withTrackNumbers(info: Schemas["ShipmentInfo"]): Schemas["ShipmentInfo"] {
  return { ...info, tracks: info.tracks.map((track) => ({ ...track, number: track.track_number })) };
}

/** The answer of `sales_order_shipment.info`. It contains the addresses of the order. */
export function shipmentInfo(shipment: ShipmentDoc, order: OrderDoc): Schemas["ShipmentInfo"] {
  const { id, items, tracks, comments, ...fields } = shipment;
  return {
    shipment_id: id,
    ...fields,
    shipping_address: order.shipping_address,
    billing_address: order.billing_address,
    items: [...items],
    tracks: [...tracks],
    comments: newestFirst(comments),
  };
}
