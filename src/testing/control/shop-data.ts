/** Data of the shop for which there are no operations: coupons, agreements, carts, compositions, answers of the gateway (docs/testing.md). */
import { timeOf } from "../../engine/clock.js";
import { notFoundMessage } from "./answers.js";
import type { Handlers } from "./handlers.js";
import type { ShopControl } from "./shop-control.js";

type CartOperation = "addCoupon" | "clearCoupons" | "addAgreement" | "clearAgreements" | "openCart";
type ProductOperation = "getComposition" | "setComposition";
type PaymentOperation = "setGatewayAnswer" | "openCreditmemo";

export function shopDataHandlers(
  shopControl: ShopControl,
): Handlers<CartOperation | ProductOperation | PaymentOperation> {
  return {
    async addCoupon({ body, write }, reply) {
      const made = await write((tx) => shopControl.addCoupon(tx, body));
      if ("problems" in made) reply.refuse(422, made.problems);
      else reply.send(201, made);
    },
    async clearCoupons({ write }, reply) {
      await write((tx) => shopControl.clearCoupons(tx));
      reply.send(204);
    },
    async addAgreement({ body, write }, reply) {
      const made = await write((tx) => shopControl.addAgreement(tx, body));
      if ("problems" in made) reply.refuse(422, made.problems);
      else reply.send(201, made);
    },
    async clearAgreements({ write }, reply) {
      await write((tx) => shopControl.clearAgreements(tx));
      reply.send(204);
    },
    async openCart({ shop, body, write }, reply) {
      const { clock } = shop;
      const made = await write((tx) => shopControl.openCart(tx, timeOf(clock), body));
      if ("problems" in made) reply.refuse(422, made.problems);
      else reply.send(201, made);
    },
    async getComposition({ shop, path: { id } }, reply) {
      const found = await shop.storage.read((tx) => shopControl.readComposition(tx, Number(id)));
      if (!found) reply.refuse(404, notFoundMessage("product", id));
      else if ("problems" in found) reply.refuse(422, found.problems);
      else reply.send(200, found);
    },
    async setComposition({ path: { id }, body, write }, reply) {
      const composed = await write((tx) => shopControl.composeProduct(tx, Number(id), body));
      if (!composed) reply.refuse(404, notFoundMessage("product", id));
      else if ("problems" in composed) reply.refuse(422, composed.problems);
      else reply.send(200, composed);
    },
    async setGatewayAnswer({ body: { answer, times = 1 }, write }, reply) {
      const plan = { answer, times };
      await write((tx) => shopControl.planGateway(tx, plan));
      reply.send(200, plan);
    },
    async openCreditmemo({ shop, path: { increment_id }, write }, reply) {
      const { clock } = shop;
      const outcome = await write((tx) => shopControl.openCreditmemo(tx, increment_id, timeOf(clock)));
      if (outcome === "opened") reply.send(204);
      else if (outcome === "unknown") reply.refuse(404, `There is no credit memo ${increment_id}.`);
      else reply.refuse(422, `Credit memo ${increment_id} is canceled and cannot be opened.`);
    },
  };
}
