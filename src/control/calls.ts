/** `/control/calls`: the journal, and the calls of the control itself in it (interface.md 4, 4.1). */
import { Router, type RequestHandler, type Response } from "express";
import { answer, bodyOf, done } from "./answers.js";
import { controlledShop } from "./controlled-shop.js";
import type { CallFilter, RecordedCall } from "./journal.js";

interface CallQuery extends CallFilter {
  readonly after?: string;
  readonly limit?: string;
}

const defaultLimit = 100;
const maxLimit = 1000;

/** A client that reads this much too slowly misses calls; it can ask for them by their numbers. */
const maxWaitingBytes = 1024 * 1024;

const keepAliveMs = 15_000;

export function callRoutes(): Router {
  const router = Router();
  router.get("/control/calls", (request, response) => {
    const { after, limit } = request.query as CallQuery;
    const most = limit === undefined ? defaultLimit : Number(limit);
    const from = after === undefined ? undefined : Number(after);
    answer(response, 200, controlledShop(request).journal.list(filterOf(request.query), most, from));
  });
  router.get("/control/calls/stream", (request, response) => {
    const { journal } = controlledShop(request);
    const filter = filterOf(request.query);
    response.status(200).set({
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      // Some proxies collect answers otherwise.
      "X-Accel-Buffering": "no",
    });
    response.write(": the calls of the shop\n\n");
    const last = Number(request.get("Last-Event-ID") ?? (request.query as CallQuery).after ?? NaN);
    if (Number.isSafeInteger(last))
      for (const call of journal.list(filter, maxLimit, last)) send(response, call);
    const unfollow = journal.follow(
      filter,
      (call) => send(response, call),
      () => response.end(),
    );
    const alive = setInterval(() => response.write(": still there\n\n"), keepAliveMs).unref();
    response.on("close", () => {
      unfollow();
      clearInterval(alive);
    });
  });
  router.delete("/control/calls", (request, response) => {
    controlledShop(request).journal.clear();
    done(response);
  });
  return router;
}

function send(response: Response, call: RecordedCall): void {
  if (response.writableLength > maxWaitingBytes) return;
  response.write(`id: ${call.number}\nevent: call\ndata: ${JSON.stringify(call)}\n\n`);
}

/** An empty filter counts as absent. */
function filterOf(query: object): CallFilter {
  const { operation, fault, session } = query as CallFilter;
  return { operation: operation || undefined, fault: fault || undefined, session: session || undefined };
}

/** Reading the journal and emptying it is not worth an entry. */
const unrecorded = ["listCalls", "streamCalls", "clearCalls"];

/** Notes every call of the control once it is answered. */
export const recordControlCall: RequestHandler = (request, response, next) => {
  const started = performance.now();
  response.once("finish", () => {
    const { openapi } = request as { openapi?: { schema?: { operationId?: string } } };
    const operation = openapi?.schema?.operationId ?? "unknown";
    const members = {
      ...request.params,
      ...(request.query as object),
      ...(request.body as object | undefined),
    };
    const call = {
      operation,
      username: "",
      fault: response.statusCode < 400 ? undefined : String(response.statusCode),
      durationMs: performance.now() - started,
      door: "control",
      args: { form: "named", members },
      result: bodyOf(response),
    } as const;
    const shop = controlledShop(request);
    shop.logCall(call);
    if (!unrecorded.includes(operation)) shop.journal.add(call);
  });
  next();
};
