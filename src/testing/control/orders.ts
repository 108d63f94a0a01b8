/** `POST /control/orders`: places an order as a shop's checkout would (sales 19). */
import { Router, type Request, type Response } from "express";
import { timeOf } from "../../engine/clock.js";
import { idempotencyKeyOf, replayHeader } from "../../engine/http/sender.js";
import { KeyRefused, type Keep } from "../../engine/calls/idempotent-calls.js";
import type { ShopForTests } from "./shop-for-tests.js";
import type { Problem } from "../../engine/values/problem.js";
import { bodyOf, type AnswerOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";
import { sendErrors } from "../../engine/http/errors.js";

export function orderRoutes(shop: ShopForTests): Router {
  const router = Router();
  router.post("/control/orders", async (request, response) => {
    try {
      const answer = await place(request, response, shop);
      if ("problems" in answer) sendErrors(response, 422, answer.problems);
      else response.status(201).set("Cache-Control", "no-store").json(answer);
    } catch (error) {
      if (!(error instanceof KeyRefused)) throw error;
      sendErrors(response, error.status, [{ field: "Idempotency-Key", message: error.reason }]);
    }
  });
  return router;
}

type Answer = AnswerOf<"placeOrder", 201> | { readonly problems: readonly Problem[] };

/** Without credentials there is one caller: the test control. */
const owner = "control";

function place(request: Request, response: Response, shop: ShopForTests): Promise<Answer> {
  const { storage, clock, idempotentCalls } = controlledShop(request);
  const wanted = bodyOf<"placeOrder">(request);
  const key = idempotencyKeyOf(request, () => response.set(replayHeader.name, replayHeader.value));
  const carryOut = (keep?: Keep<Answer>) =>
    storage.write(async (tx) => {
      const answer = await shop.placeOrder(tx, timeOf(clock), wanted);
      await keep?.(tx, answer);
      return answer;
    });
  if (key === undefined) return carryOut();
  const args = { ...wanted };
  return idempotentCalls.run<Answer>({
    key,
    owner,
    operation: "placeOrder",
    args,
    carryOut,
    refusal: () => undefined,
  });
}
