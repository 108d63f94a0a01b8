/** Places and processes the orders of the sample shop with the operations of the API. */
import { orderCreditmemo } from "../../src/shop/sales/creditmemos/order-creditmemo.js";
import { orderInvoice } from "../../src/shop/sales/invoices/order-invoice.js";
import { orderShipment } from "../../src/shop/sales/shipments/order-shipment.js";
import { order } from "../../src/shop/sales/orders/order.js";
import { openCreditmemo } from "../../src/shop/sales/creditmemos/creditmemos.js";
import { planGateway } from "../../src/shop/sales/payment/gateway.js";
import { placeOrder } from "../../src/shop/sales/placement/placement.js";
import type { OrderDoc } from "../../src/shop/data/entities/sales.js";
import type { ShopDirectory } from "../../src/shop/stores/directory.js";
import type { Tx } from "../../src/engine/storage/storage.js";
import { resultOf, callAt, sampleSettings } from "./calling.js";
import type { StepQuantities, OrderRow, OrderStep } from "./order-rows.js";

export async function addOrder(tx: Tx, shop: ShopDirectory, row: OrderRow): Promise<void> {
  const { placed: request, gateway, then = [] } = row;
  if (gateway) await planGateway(tx, { answer: gateway, times: 1 });
  const now = request.created_at;
  const placed = await placeOrder({ tx, shop, now, settings: sampleSettings }, request);
  if ("problems" in placed) throw new Error(`order "${row.shows}": ${JSON.stringify(placed.problems)}`);

  const work = new WorkOnOrder(tx, shop, placed.order);
  for (const step of then) await work.take(step);
}

/** Runs the steps of one order. Remembers the latest documents, which later steps refer to. */
class WorkOnOrder {
  private readonly latest = { invoice: "", shipment: "", creditmemo: "" };

  constructor(
    private readonly tx: Tx,
    private readonly shop: ShopDirectory,
    private readonly order: OrderDoc,
  ) {}

  async take(step: OrderStep): Promise<void> {
    const { order: sold, latest } = this;
    const call = callAt(this.tx, this.shop, step.at);
    const orderIncrementId = sold.increment_id;
    const quiet = { email: false, includeComment: false };

    if ("order" in step) {
      const args = { orderIncrementId };
      resultOf(await (step.order === "hold" ? order.hold(call(args)) : order.cancel(call(args))));
    } else if ("invoice" in step) {
      const args = {
        orderIncrementId,
        itemsQty: this.itemsQty(step.invoice),
        comment: step.comment,
        ...quiet,
      };
      latest.invoice = resultOf(await orderInvoice.create(call(args)));
    } else if ("capture" in step) {
      resultOf(await orderInvoice.capture(call({ invoiceIncrementId: latest.invoice })));
    } else if ("ship" in step) {
      const args = { orderIncrementId, itemsQty: this.itemsQty(step.ship), comment: step.comment, ...quiet };
      latest.shipment = resultOf(await orderShipment.create(call(args)));
    } else if ("track" in step) {
      const { carrier, number: trackNumber } = step.track;
      const args = { shipmentIncrementId: latest.shipment, carrier, title: "", trackNumber };
      resultOf(await orderShipment.addTrack(call(args)));
    } else if ("refund" in step) {
      const items = step.refund.items && this.itemsQty(step.refund.items);
      const creditmemoData = { ...step.refund, items };
      const args = { orderIncrementId, creditmemoData, comment: step.comment, ...quiet };
      latest.creditmemo = resultOf(await orderCreditmemo.create(call(args)));
    } else if ("reopen" in step) await openCreditmemo(this.tx, latest.creditmemo, step.at);
    else {
      const { status, comment } = step;
      resultOf(await order.addComment(call({ orderIncrementId, status, comment, notify: false })));
    }
  }

  /** Quantities by order item ID; undefined = all that is left. */
  private itemsQty(quantities: StepQuantities): Record<string, number> | undefined {
    if (quantities === "all") return undefined;
    const byId = Object.entries(quantities).map(([place, qty]) => [
      String(this.order.items[Number(place)]?.item_id),
      qty,
    ]);
    return Object.fromEntries(byId) as Record<string, number>;
  }
}
