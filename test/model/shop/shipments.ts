/** Shipments and tracks of the model (sales 9). */
import { incrementId } from "./invoices.js";
import { add, canShip, findOrder, promote, toShip, wantedQtys } from "./orders.js";
import { nextNumber, Refusal, refuseIf, type OrderItem, type Shipment, type Shop } from "./state.js";

type Data = Readonly<Record<string, unknown>>;

export const carriers = ["custom", "dhl", "fedex", "ups", "usps", "dhlint"];

export function createShipment(
  shop: Shop,
  { orderIncrementId, itemsQty, comment, email, includeComment }: Data,
): string {
  const order = findOrder(shop, orderIncrementId);
  refuseIf(!canShip(order), "order_not_shippable");
  const left = (item: OrderItem) => (item.isVirtual === 1 ? 0 : toShip(item));
  const qtys = wantedQtys(order, itemsQty, left, "data_invalid");
  refuseIf(qtys.size === 0, "data_invalid");
  const number = incrementId(shop, "shipment", order.store);
  const items = [...qtys].map(([{ item_id }, qty]) => ({ order_item_id: item_id, qty }));
  const shipment: Shipment = {
    id: nextNumber(shop, "shipment"),
    number,
    order: order.number,
    items,
    tracks: [],
    comments: 0,
  };
  if (comment) shipment.comments += 1;
  void [email, includeComment];
  shop.shipments[number] = shipment;
  for (const [item, qty] of qtys) add(item, "qty_shipped", qty);
  promote(order);
  return number;
}

function findShipment(shop: Shop, number: unknown): Shipment {
  const found = shop.shipments[String(number)];
  if (!found) throw new Refusal("shipment_not_exists");
  return found;
}

export function commentShipment(shop: Shop, { shipmentIncrementId }: Data): true {
  findShipment(shop, shipmentIncrementId).comments += 1;
  return true;
}

export function addTrack(shop: Shop, { shipmentIncrementId, carrier, trackNumber }: Data): number {
  const shipment = findShipment(shop, shipmentIncrementId);
  refuseIf(!carriers.includes(String(carrier)) || String(trackNumber).trim() === "", "data_invalid");
  const id = nextNumber(shop, "track");
  shipment.tracks.push({ id, carrier: String(carrier), number: String(trackNumber) });
  return id;
}

export function removeTrack(shop: Shop, { shipmentIncrementId, trackId }: Data): true {
  const shipment = findShipment(shop, shipmentIncrementId);
  refuseIf(!shipment.tracks.some(({ id }) => id === trackId), "track_not_exists");
  shipment.tracks = shipment.tracks.filter(({ id }) => id !== trackId);
  return true;
}
