/** Shipments in the form in which callers receive them (sales 15.4). */
import type { Schemas } from "../../../../generated/operations.js";
import type { OrderDoc, ShipmentDoc } from "../../data/entities/sales.js";
import { newestFirst } from "../orders/order-state.js";

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
