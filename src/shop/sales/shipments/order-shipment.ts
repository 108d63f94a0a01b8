/** `sales_order_shipment`: shipments of orders, their tracks and comments (sales 9). */
import type { ShipmentDoc } from "../../data/entities/sales.js";
import { queueMail } from "../../mail/outbox.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { CallRaising, Namespace } from "../../namespace.js";
import { contractFields, flagValues } from "../../contract.js";
import { carrierTitle, carrierTitles, type CarrierSources } from "./carriers.js";
import { stateText, canShip } from "../orders/order-state.js";
import { readItemsQty } from "../items/items-qty.js";
import { physicalQtyToShip } from "../items/quantities.js";
import {
  shipmentFields,
  shipmentLines,
  shippedOrder,
  shipmentEntry,
  shipmentInfo,
  withTrackNumbers,
} from "./shipment.js";
import { listEntries, withComment } from "../orders/documents.js";
import { numberedParts, orderOf, requireOrder, saveOrder } from "../orders/orders.js";
import { updateTime } from "../../../engine/values/dates.js";
import { growthBounds } from "../../data/growth.js";

const fields = contractFields("sales_order_shipment.list", { email_sent: flagValues });

export const orderShipment: Namespace<"sales_order_shipment"> = {
  list(call) {
    return listEntries(call, "shipments", { fields, rowsOf: (found) => found.map(shipmentEntry) });
  },

  async info(call) {
    const found = await requireShipment(call, call.args.shipmentIncrementId);

    const info = shipmentInfo(found, await orderOf(call.tx, found));
    return call.isLegacy ? withTrackNumbers(info) : info;
  },

  async create(call) {
    const { args, check, tx, fault, now } = call;
    const order = await requireOrder(call, args.orderIncrementId);
    if (!canShip(order)) {
      throw fault("order_not_shippable", `${stateText(order)}; nothing of it can be shipped.`);
    }
    const { comment = "", email, includeComment } = check("comment", "email", "includeComment");
    const { quantities, problems } = readItemsQty(args.itemsQty, order.items, physicalQtyToShip);
    if (problems.length > 0) throw fault("data_invalid", problems);

    const note = { comment, isCustomerNotified: email && includeComment };
    const lines = shipmentLines(order, quantities);
    const parts = await numberedParts(call, "shipment", order, lines, note);
    const shipment: ShipmentDoc = {
      ...parts,
      ...shipmentFields(order, parts.items, now),
      email_sent: email ? 1 : 0,
    };
    await tx.put("shipments", shipment);
    const saved = await saveOrder(tx, shippedOrder(order, quantities, now), now, "shipment");
    await queueMail(call, {
      template: "shipment_new",
      order: saved,
      document: shipment,
      notify: email,
      comment: includeComment ? comment : "",
    });

    return shipment.increment_id;
  },

  async addComment(call) {
    const { args, tx } = call;
    const found = await requireShipment(call, args.shipmentIncrementId);

    const news = await withComment(call, "shipment", found);
    await tx.put("shipments", news.document);
    await queueMail(call, { template: "shipment_comment", order: await orderOf(tx, found), ...news });

    return true;
  },

  async addTrack(call) {
    const { args, check, tx, fault, now } = call;
    const found = await requireShipment(call, args.shipmentIncrementId);
    const { carrier: carrier_code } = check("carrier");
    const carrier = carrierTitle(call, carrier_code);
    if (carrier === undefined) throw fault("data_invalid", unknownCarrier(call));
    const { title, trackNumber } = check("title", "trackNumber");
    const track_number = trackNumber.trim();
    if (track_number === "")
      throw fault("data_invalid", [{ field: "trackNumber", message: "must not be empty" }]);
    if (found.tracks.length >= growthBounds.tracksOfShipment)
      throw fault("data_invalid", `A shipment has at most ${growthBounds.tracksOfShipment} tracks.`);

    const track_id = await tx.next("shipment_track");
    const track = {
      track_id,
      parent_id: found.id,
      order_id: found.order_id,
      track_number,
      title: title === "" ? carrier : title,
      carrier_code,
      created_at: now,
      updated_at: now,
      weight: null,
      qty: null,
      description: null,
    };
    await tx.put("shipments", {
      ...found,
      tracks: [...found.tracks, track],
      updated_at: updateTime(found, now),
    });

    return track_id;
  },

  async removeTrack(call) {
    const { args, check, tx, fault, now } = call;
    const found = await requireShipment(call, args.shipmentIncrementId);
    const { trackId } = check("trackId");
    const tracks = found.tracks.filter(({ track_id }) => track_id !== trackId);
    if (tracks.length === found.tracks.length) throw fault("track_not_exists");

    await tx.put("shipments", { ...found, tracks, updated_at: updateTime(found, now) });
    return true;
  },

  async sendInfo(call) {
    const { args, check, tx, now } = call;
    const found = await requireShipment(call, args.shipmentIncrementId);
    const { comment } = check("comment");

    const order = await orderOf(tx, found);
    const isSent = await queueMail(call, {
      template: "shipment_new",
      order,
      document: found,
      notify: true,
      comment,
    });
    if (isSent) await tx.put("shipments", { ...found, email_sent: 1, updated_at: updateTime(found, now) });

    return true;
  },

  async getCarriers(call) {
    await requireOrder(call, call.args.orderIncrementId);

    return carrierTitles(call);
  },
};

function unknownCarrier(sources: CarrierSources): readonly Problem[] {
  const codes = Object.keys(carrierTitles(sources)).join(", ");
  const message = `must be one of ${codes}; the setting CARRIERS and settings.carriers of a dataset add others`;
  return [{ field: "carrier", message }];
}

/** The shipment with this increment ID. Throws `shipment_not_exists`. */
async function requireShipment(
  { tx, fault }: CallRaising<"shipment_not_exists">,
  incrementId: string,
): Promise<ShipmentDoc> {
  const shipment = await tx.by("shipments", "increment_id", [incrementId]);
  if (!shipment) throw fault("shipment_not_exists");
  return shipment;
}
