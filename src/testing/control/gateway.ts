/** The test control of payments: sets the next answers of the gateway and reopens refunds (docs/testing.md). */
import type { ShopControl } from "./shop-control.js";
import { timeOf } from "../../engine/clock.js";
import type { Handlers } from "./handlers.js";

export function paymentHandlers(shopControl: ShopControl): Handlers<"setGatewayAnswer" | "openCreditmemo"> {
  return {
    async setGatewayAnswer({ shop, body: { answer, times = 1 } }, reply) {
      const plan = { answer, times };
      await shop.storage.write((tx) => shopControl.planGateway(tx, plan));
      reply.send(200, plan);
    },
    async openCreditmemo({ shop, path: { increment_id } }, reply) {
      const { storage, clock } = shop;
      const outcome = await storage.write((tx) =>
        shopControl.openCreditmemo(tx, increment_id, timeOf(clock)),
      );
      if (outcome === "opened") reply.send(204);
      else if (outcome === "unknown") reply.refuse(404, `There is no credit memo ${increment_id}.`);
      else reply.refuse(422, `Credit memo ${increment_id} is canceled and cannot be opened.`);
    },
  };
}
