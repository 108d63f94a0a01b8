/** `/control/products/{id}/composition`: the choices of a configurable product or a bundle (catalog 6.2). */
import { notFoundMessage } from "./answers.js";
import type { Handlers } from "./handlers.js";
import type { ShopControl } from "./shop-control.js";

export function compositionHandlers(shopControl: ShopControl): Handlers<"getComposition" | "setComposition"> {
  return {
    async getComposition({ shop, path: { id } }, reply) {
      const found = await shop.storage.read((tx) => shopControl.readComposition(tx, Number(id)));
      if (!found) reply.refuse(404, notFoundMessage("product", id));
      else if ("problems" in found) reply.refuse(422, found.problems);
      else reply.send(200, found);
    },
    async setComposition({ shop, path: { id }, body }, reply) {
      const composed = await shop.storage.write((tx) => shopControl.composeProduct(tx, Number(id), body));
      if (!composed) reply.refuse(404, notFoundMessage("product", id));
      else if ("problems" in composed) reply.refuse(422, composed.problems);
      else reply.send(200, composed);
    },
  };
}
