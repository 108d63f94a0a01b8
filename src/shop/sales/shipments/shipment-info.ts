/** Shipments as callers see them (sales 15.4). */
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

/** Clients of Magento 1 know the number of a track by this name, too (doors 0.1). */
export function withTrackNumbers(info: Schemas["ShipmentInfo"]): Schemas["ShipmentInfo"] {
  return { ...info, tracks: info.tracks.map((track) => ({ ...track, number: track.track_number })) };
}

/** The answer of `sales_order_shipment.info`. The addresses are the order's. */
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
