/**
 * `/control/coupons`, `/control/agreements`, `/control/carts`: data of carts for which there are no operations (beyond
 * 20).
 */
import { timeOf } from "../../engine/clock.js";
import type { Handlers } from "./handlers.js";
import type { ShopControl } from "./shop-control.js";

type CartOperation = "addCoupon" | "clearCoupons" | "addAgreement" | "clearAgreements" | "openCart";

export function cartHandlers(shopControl: ShopControl): Handlers<CartOperation> {
  return {
    async addCoupon({ shop, body }, reply) {
      const made = await shop.storage.write((tx) => shopControl.addCoupon(tx, body));
      if ("problems" in made) reply.refuse(422, made.problems);
      else reply.send(201, made);
    },
    async clearCoupons({ shop }, reply) {
      await shop.storage.write((tx) => shopControl.clearCoupons(tx));
      reply.send(204);
    },
    async addAgreement({ shop, body }, reply) {
      const made = await shop.storage.write((tx) => shopControl.addAgreement(tx, body));
      if ("problems" in made) reply.refuse(422, made.problems);
      else reply.send(201, made);
    },
    async clearAgreements({ shop }, reply) {
      await shop.storage.write((tx) => shopControl.clearAgreements(tx));
      reply.send(204);
    },
    async openCart({ shop, body }, reply) {
      const { storage, clock } = shop;
      const made = await storage.write((tx) => shopControl.openCart(tx, timeOf(clock), body));
      if ("problems" in made) reply.refuse(422, made.problems);
      else reply.send(201, made);
    },
  };
}
