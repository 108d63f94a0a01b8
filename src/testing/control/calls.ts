/** `/control/calls`: the journal, and the calls of the control itself in it (interface 4, 4.1). */
import type { IncomingMessage } from "node:http";
import { Router, type RequestHandler, type Response } from "express";
import { sendErrors } from "../../engine/http/errors.js";
import { isSliceOver, nextSlice } from "../../engine/time-slices.js";
import { isObject } from "../../engine/values/coercion.js";
import { answerList, bodyOf, done } from "./answers.js";
import { controlledShop } from "./controlled-shop.js";
import type { CallFilter, Journal, RecordedCall } from "../journal/journal.js";

interface CallQuery extends CallFilter {
  readonly after?: string;
  readonly limit?: string;
}

const defaultLimit = 100;
const maxLimit = 1000;

/** A client that reads this much too slowly misses calls; it can ask for them by their numbers. */
const maxWaitingBytes = 1024 * 1024;

/** Each call is sent to all of them. */
const maxFollowers = 100;

const keepAliveMs = 15_000;

export function callRoutes(): Router {
  const router = Router();
  router.get("/control/calls", async (request, response) => {
    const { after, limit } = request.query as CallQuery;
    const most = limit === undefined ? defaultLimit : Number(limit);
    const from = after === undefined ? undefined : Number(after);
    await answerList(response, controlledShop(request).journal.list(filterOf(request.query), most, from));
  });
  router.get("/control/calls/stream", async (request, response) => {
    const { journal } = controlledShop(request);
    if (journal.followers >= maxFollowers) {
      response.set("Retry-After", "1");
      return sendErrors(response, 503, `There are ${maxFollowers} who follow; end some.`);
    }
    const filter = filterOf(request.query);
    response.status(200).set({
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      // Some proxies collect answers otherwise.
      "X-Accel-Buffering": "no",
    });
    response.write(": the calls of the shop\n\n");
    const last = Number(request.get("Last-Event-ID") ?? (request.query as CallQuery).after ?? NaN);
    if (Number.isSafeInteger(last)) await sendEarlier(response, journal, filter, last);
    if (response.destroyed) return;
    if (journal.followers >= maxFollowers) return void response.end();
    const unfollow = journal.follow(
      filter,
      (call, text) => send(response, call, text),
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

/** The calls behind `last`, with time for others in between, and then those that were made meanwhile. */
async function sendEarlier(
  response: Response,
  journal: Journal,
  filter: CallFilter,
  last: number,
): Promise<void> {
  let sent = last;
  for (let isWhole = false; !isWhole;) {
    isWhole = true;
    for (const call of journal.list(filter, maxLimit, sent)) {
      send(response, call, JSON.stringify(call));
      sent = call.number;
      if (!isSliceOver()) continue;
      await nextSlice();
      if (response.destroyed) return;
      isWhole = false;
    }
  }
}

/** @param text of the call, the same for all who follow */
function send(response: Response, { number }: RecordedCall, text: string): void {
  if (response.writableLength > maxWaitingBytes) return;
  response.write(`id: ${number}\nevent: call\ndata: ${text}\n\n`);
}

/** An empty filter counts as absent. */
function filterOf(query: object): CallFilter {
  const { operation, fault, session } = query as CallFilter;
  return { operation: operation || undefined, fault: fault || undefined, session: session || undefined };
}

/** Of a body that comes in chunks. */
const maxUnknownBytes = 1024 * 1024;

const names = new WeakMap<IncomingMessage, string>();

/** Names the operation of a request that does not go through the checks of the others. */
export function nameOperation(request: IncomingMessage, operationId: string): void {
  names.set(request, operationId);
}

/** As the checks against the contract have found it. */
function checkedName(request: IncomingMessage): string | undefined {
  return (request as { openapi?: { schema?: { operationId?: string } } }).openapi?.schema?.operationId;
}

/** Reading the journal and emptying it is not worth an entry. */
const unrecorded = ["listCalls", "streamCalls", "clearCalls"];

/** Notes every call of the control once it is answered. */
export const recordControlCall: RequestHandler = (request, response, next) => {
  const started = performance.now();
  response.once("finish", () => {
    const operation = names.get(request) ?? checkedName(request) ?? "unknown";
    const body: unknown = request.body;
    const members = { ...request.params, ...(request.query as object), ...(isObject(body) ? body : {}) };
    const call = {
      operation,
      username: "",
      fault: response.statusCode < 400 ? undefined : String(response.statusCode),
      durationMs: performance.now() - started,
      door: "control",
      args: { form: "named", members },
      result: bodyOf(response),
      size: request.get("Transfer-Encoding") ? maxUnknownBytes : Number(request.get("Content-Length") ?? 0),
    } as const;
    const shop = controlledShop(request);
    shop.logCall(call);
    if (!unrecorded.includes(operation)) shop.journal.add(call);
  });
  next();
};
