/** The test control over payments: what the gateway answers next, and refunds that are pending again (interface 4). */
import { Router } from "express";
import type { ShopForTests } from "./shop-for-tests.js";
import { timeOf } from "../../engine/clock.js";
import { bodyOf, type AnswerOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";
import { sendErrors } from "../../engine/http/errors.js";

export function paymentRoutes(shop: ShopForTests): Router {
  const router = Router();
  router.put("/control/gateway", async (request, response) => {
    const { answer, times = 1 } = bodyOf<"setGatewayAnswer">(request);
    const plan = { answer, times } satisfies AnswerOf<"setGatewayAnswer", 200>;
    await controlledShop(request).storage.write((tx) => shop.planGateway(tx, plan));
    response.status(200).set("Cache-Control", "no-store").json(plan);
  });
  router.put("/control/creditmemos/:increment_id/open", async (request, response) => {
    const { increment_id } = request.params;
    const { storage, clock } = controlledShop(request);
    const outcome = await storage.write((tx) => shop.openCreditmemo(tx, increment_id, timeOf(clock)));
    if (outcome === "opened") response.status(204).end();
    else if (outcome === "unknown") sendErrors(response, 404, `There is no credit memo ${increment_id}.`);
    else sendErrors(response, 422, `Credit memo ${increment_id} is canceled and stays so.`);
  });
  return router;
}
