/** Handlers at the addresses that openapi.yaml gives their operations. */
import { Router, type Request, type Response } from "express";
import { controlOperations } from "../../../generated/convention.js";
import { Answer } from "./answers.js";
import type { ControlOperation } from "./contract.js";
import type { Asked, Handler, Handlers } from "./handlers.js";
import { controlledShop } from "./controlled-shop.js";
import { nameOperation } from "./recording.js";

export function routes<Ids extends ControlOperation>(handlers: Handlers<Ids>): Router {
  const router = Router();
  for (const [id, handler] of Object.entries(handlers) as [Ids, Handler<Ids>][]) {
    const { method, path } = controlOperations[id];
    router[method](path, (request: Request, response: Response) => {
      nameOperation(request, id);
      return handler(askedOf<Ids>(request), new Answer<Ids>(response));
    });
  }
  return router;
}

function askedOf<Id extends ControlOperation>(request: Request): Asked<Id> {
  const { params, query, body } = request as { params: unknown; query: unknown; body: unknown };
  const [path, shop] = [params, controlledShop(request)];
  return { request, shop, path, query, body } as Asked<Id>;
}
