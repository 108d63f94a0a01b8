/** The outbox as testers read it (sales 16.4). */
import { setTimeout } from "node:timers/promises";
import { Router, type Request } from "express";
import { sendErrors } from "../../engine/http/errors.js";
import { answerList } from "./answers.js";
import { defaultTimeoutMs } from "./calls.js";
import { queryOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";
import type { ShopForTests } from "./shop-for-tests.js";

const lookAgainMs = 50;

export function mailRoutes(shop: ShopForTests): Router {
  const router = Router();
  router.get("/control/mail", async (request, response) => {
    await answerList(response, await found(shop, request));
  });
  router.get("/control/mail/wait", async (request, response) => {
    const timeoutMs = Number(queryOf<"waitForMail">(request).timeout_ms ?? defaultTimeoutMs);
    const end = performance.now() + timeoutMs;
    for (;;) {
      const messages = await found(shop, request);
      if (messages.length > 0) return answerList(response, messages);
      const left = end - performance.now();
      if (response.closed) return;
      if (left <= 0) return sendErrors(response, 408, `There was no such message within ${timeoutMs} ms.`);
      // Any process of several may have sent it, so it is looked for.
      await setTimeout(Math.min(lookAgainMs, left));
    }
  });
  router.delete("/control/mail", async (request, response) => {
    await controlledShop(request).storage.write((tx) => shop.clearMail(tx));
    response.status(204).end();
  });
  return router;
}

/** The validator let only text through. */
function found(shop: ShopForTests, request: Request) {
  const { to = "", order = "" } = queryOf<"listMail">(request);
  return controlledShop(request).storage.read((tx) => shop.findMail(tx, { to, order }));
}
