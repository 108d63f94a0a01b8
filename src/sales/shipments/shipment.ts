/** What a shipment holds and what it does to its order (sales.md 9.1). */
import type { OrderDoc, Quantities, ShipmentDoc, ShipmentItem } from "../../entities/sales.js";
import { Exact, sum } from "../../values/money.js";
import { updateTime } from "../../values/dates.js";

export function shippedOrder(order: OrderDoc, quantities: Quantities, now: string): OrderDoc {
  const items = order.items.map((item) => {
    const qty = quantities.get(item.item_id);
    if (qty === undefined) return item;
    return { ...item, qty_shipped: sum(item.qty_shipped, qty), updated_at: updateTime(item, now) };
  });
  return { ...order, items };
}

/** A shipment's rows without their IDs, by order item. */
export function shipmentLines(
  order: OrderDoc,
  quantities: Quantities,
): Omit<ShipmentItem, "item_id" | "parent_id">[] {
  return order.items.flatMap((item) => {
    const qty = quantities.get(item.item_id);
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
    total_qty: sum(...items.map(({ qty }) => qty)),
    total_weight: totalWeight(items),
    shipment_status: null,
    tracks: [],
  };
}

/** Unit weights × quantities. */
export function totalWeight(rows: readonly { readonly qty: number; readonly weight: number }[]): number {
  const weights = rows.map(({ qty, weight }) => Exact.of(qty).times(Exact.of(weight)));
  return weights.reduce((total, weight) => total.plus(weight), Exact.zero).rounded(4);
}
