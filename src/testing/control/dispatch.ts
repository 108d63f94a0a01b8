/**
 * Calls the handler of the operation that the validator has found in openapi.yaml, so that each address is matched
 * once.
 */
import type { IncomingMessage } from "node:http";
import { Router, type Request, type RequestHandler, type Response } from "express";
import { controlOperations } from "../../../generated/convention.js";
import type { DocDifference } from "../../engine/storage/documents.js";
import { ControlAnswer, type AnswerSender } from "./answers.js";
import type { ControlOperation } from "./contract.js";
import type { ControlRequest, Handler, Handlers } from "./handlers.js";
import { controlledInstance } from "./controlled-instance.js";

/** The operation of a request, which the validator stores on it. */
interface MatchedOperation {
  readonly schema: { readonly operationId?: string };
  readonly pathParams: Readonly<Record<string, string>>;
}

/** The operation of a request; undefined if no operation has its address, or before the validation. */
export function matchedOperation(request: IncomingMessage): MatchedOperation | undefined {
  return (request as { openapi?: MatchedOperation }).openapi;
}

/** What the requests have changed. */
const madeChanges = new WeakMap<IncomingMessage, readonly DocDifference[]>();

export function changesOf(request: IncomingMessage): readonly DocDifference[] | undefined {
  return madeChanges.get(request);
}

export function dispatchControl<Ids extends ControlOperation>(
  handlers: Handlers<Ids>,
  sender: AnswerSender,
): RequestHandler {
  return (request, response, next) => {
    const { schema, pathParams } = matchedOperation(request) ?? {};
    const id = schema?.operationId as Ids;
    if (!Object.hasOwn(handlers, id)) return next();
    return runHandler(handlers[id], request, pathParams, new ControlAnswer<Ids>(response, sender));
  };
}

/** Routes for operations that come before the validator. Their addresses have no parameters. */
export function uncheckedRoutes<Ids extends ControlOperation>(
  handlers: Handlers<Ids>,
  sender: AnswerSender,
): Router {
  const router = Router();
  for (const [id, handler] of Object.entries(handlers) as [Ids, Handler<Ids>][]) {
    const { method, path } = controlOperations[id];
    router[method](path.slice("/control".length), (request: Request, response: Response) => {
      Object.assign(request, {
        openapi: { schema: { operationId: id }, pathParams: {} } satisfies MatchedOperation,
      });
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
  const shop = controlledInstance(request);
  const controlRequest = {
    request,
    shop,
    path,
    query,
    body,
    write: (work) =>
      shop.storage.write(work, { changed: (changes) => void madeChanges.set(request, changes) }),
  } as ControlRequest<Id>;
  return handler(controlRequest, answer);
}
