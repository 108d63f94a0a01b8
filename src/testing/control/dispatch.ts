/** Handlers at the operations that the checks against openapi.yaml have found: the address is looked up once. */
import type { IncomingMessage } from "node:http";
import { Router, type Request, type RequestHandler, type Response } from "express";
import { controlOperations } from "../../../generated/convention.js";
import { ControlAnswer, type AnswerSender } from "./answers.js";
import type { ControlOperation } from "./contract.js";
import type { Asked, Handler, Handlers } from "./handlers.js";
import { controlledShop } from "./controlled-shop.js";

/** What a request is for, as the validator notes it. */
interface Found {
  readonly schema: { readonly operationId?: string };
  readonly pathParams: Readonly<Record<string, string>>;
}

export function foundIn(request: IncomingMessage): Found | undefined {
  return (request as { openapi?: Found }).openapi;
}

export function dispatch<Ids extends ControlOperation>(
  handlers: Handlers<Ids>,
  sender: AnswerSender,
): RequestHandler {
  return (request, response, next) => {
    const { schema, pathParams } = foundIn(request) ?? {};
    const id = schema?.operationId as Ids;
    if (!Object.hasOwn(handlers, id)) return next();
    return runHandler(handlers[id], request, pathParams, new ControlAnswer<Ids>(response, sender));
  };
}

/** The same for operations that come before the checks, by their addresses, which have no parameters. */
export function routes<Ids extends ControlOperation>(handlers: Handlers<Ids>, sender: AnswerSender): Router {
  const router = Router();
  for (const [id, handler] of Object.entries(handlers) as [Ids, Handler<Ids>][]) {
    const { method, path } = controlOperations[id];
    router[method](path.slice("/control".length), (request: Request, response: Response) => {
      Object.assign(request, { openapi: { schema: { operationId: id }, pathParams: {} } satisfies Found });
      return runHandler(handler, request, {}, new ControlAnswer<Ids>(response, sender));
    });
  }
  return router;
}

function runHandler<Id extends ControlOperation>(
  handler: Handler<Id>,
  request: Request,
  path: unknown,
  answer: ControlAnswer<Id>,
): Promise<void> | void {
  const { query, body } = request as { query: unknown; body: unknown };
  const asked = { request, shop: controlledShop(request), path, query, body } as Asked<Id>;
  return handler(asked, answer);
}
