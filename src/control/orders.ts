/** `POST /control/orders`: places an order as a shop's checkout would (sales.md 19). */
import { Router } from "express";
import { timeOf } from "../clock.js";
import { placeOrder, type Placing } from "../sales/placement/placement.js";
import type { PlacementRequest } from "../sales/placement/placement-request.js";
import { shopDirectory } from "../shop/directory.js";
import { controlledShop } from "./controlled-shop.js";
import { sendErrors } from "../http/errors.js";

export function orderRoutes(settings: Placing["settings"]): Router {
  const router = Router();
  router.post("/control/orders", async (request, response) => {
    const { storage, clock } = controlledShop(request);
    const wanted = request.body as PlacementRequest;

    const placed = await storage.write(async (tx) =>
      placeOrder({ tx, shop: await shopDirectory(tx), now: timeOf(clock), settings }, wanted),
    );
    if ("problems" in placed) return sendErrors(response, 422, placed.problems);

    const { id: order_id, increment_id, items } = placed.order;
    const rows = items.map(({ item_id, sku, parent_item_id }) => ({
      item_id,
      sku,
      ...(parent_item_id === null ? {} : { parent_item_id }),
    }));
    response.status(201).set("Cache-Control", "no-store").json({ order_id, increment_id, items: rows });
  });
  return router;
}
