/** `/control/calls`: the journal, and the calls of the control itself in it (interface 4, 4.1). */
import type { IncomingMessage } from "node:http";
import { Router, type RequestHandler, type Response } from "express";
import { sendErrors } from "../../engine/http/errors.js";
import { WireExchange } from "../../engine/http/wire-exchange.js";
import { problemOf } from "../journal/missed.js";
import { isSliceOver, nextSlice } from "../../engine/time-slices.js";
import { isObject } from "../../engine/values/coercion.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { Problem } from "../../engine/values/problem.js";
import { answer, answerList, done } from "./answers.js";
import { bodyOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";
import { countProblems, expectationProblems, missedMessage } from "../journal/expectation.js";
import type { CallFilter, Journal, RecordedCall } from "../journal/journal.js";
import { nameProblems } from "../journal/names.js";

interface CallQuery extends CallFilter {
  readonly after?: string;
  readonly limit?: string;
  readonly timeout_ms?: string;
}

const defaultLimit = 100;
const maxLimit = 1000;

/** A client that reads this much too slowly misses calls; it can ask for them by their numbers. */
const maxWaitingBytes = 1024 * 1024;

/** Each call is sent to all of them. */
const maxFollowers = 100;

/** How long somebody waits who does not say how long. */
export const defaultTimeoutMs = 5000;

const keepAliveMs = 15_000;

export function callRoutes(contract: Contract): Router {
  const router = Router();
  router.get("/control/calls", async (request, response) => {
    const filter = filterOf(request.query);
    if (isRefused(response, nameProblems(contract, filter))) return;
    const { after, limit } = request.query as CallQuery;
    const most = limit === undefined ? defaultLimit : Number(limit);
    const from = after === undefined ? undefined : Number(after);
    await answerList(response, controlledShop(request).journal.list(filter, most, from));
  });
  router.get("/control/calls/stream", async (request, response) => {
    const { journal } = controlledShop(request);
    const filter = filterOf(request.query);
    if (isRefused(response, nameProblems(contract, filter)) || hasTooMany(response, journal)) return;
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
  router.get("/control/calls/wait", async (request, response) => {
    const { journal } = controlledShop(request);
    const filter = filterOf(request.query);
    if (isRefused(response, nameProblems(contract, filter)) || hasTooMany(response, journal)) return;
    const { after, timeout_ms } = request.query as CallQuery;
    const timeoutMs = Number(timeout_ms ?? defaultTimeoutMs);
    const isThere = await comesInTime(response, journal, filter, Number(after ?? 0), timeoutMs);
    if (response.closed) return;
    if (!isThere) return sendErrors(response, 408, `There was no such call within ${timeoutMs} ms.`);
    const calls = journal.list(filter, defaultLimit, after === undefined ? undefined : Number(after));
    await answerList(response, calls);
  });
  router.post("/control/calls/verify", (request, response) => {
    const expected = bodyOf<"verifyCalls">(request);
    const wrong = countProblems(expected);
    if (wrong.length > 0) return sendErrors(response, 400, wrong);
    if (isRefused(response, expectationProblems(contract, expected))) return;
    const { found, nearest } = controlledShop(request).journal.verify(expected);
    const message = missedMessage(expected, found);
    if (message === undefined) return done(response);
    answer(response, 422, { errors: [{ message }], found, nearest });
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

/** Resolves to whether a call came. It may be there already. */
function comesInTime(
  response: Response,
  journal: Journal,
  filter: CallFilter,
  after: number,
  timeoutMs: number,
): Promise<boolean> {
  if (!journal.list(filter, 1, after).next().done) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      unfollow();
      clearTimeout(timer);
      resolve(isThere);
    };
    const unfollow = journal.follow(
      filter,
      ({ number }) => number > after && end(true),
      () => end(false),
    );
    const timer = setTimeout(() => end(false), timeoutMs);
    response.on("close", () => end(false));
  });
}

function isRefused(response: Response, problems: readonly Problem[]): boolean {
  if (problems.length > 0) sendErrors(response, 422, problems);
  return problems.length > 0;
}

function hasTooMany(response: Response, { followers }: Journal): boolean {
  if (followers < maxFollowers) return false;
  response.set("Retry-After", "1");
  sendErrors(response, 503, `There are ${maxFollowers} who follow; end some.`);
  return true;
}

/** An empty filter counts as absent. */
function filterOf(query: object): CallFilter {
  const { operation, fault, session, caller, door } = query as CallFilter;
  return {
    operation: operation || undefined,
    fault: fault || undefined,
    session: session || undefined,
    caller: caller || undefined,
    door,
  };
}

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
const unrecorded = ["listCalls", "streamCalls", "clearCalls", "waitForCall", "verifyCalls"];

/** Notes every call of the control once it is answered. */
export const recordControlCall: RequestHandler = (request, response, next) => {
  const started = performance.now();
  const wire = WireExchange.of(response);
  response.once("finish", () => {
    const operation = names.get(request) ?? checkedName(request) ?? "unknown";
    const body: unknown = request.body;
    const members = { ...request.params, ...(request.query as object), ...(isObject(body) ? body : {}) };
    const isKnown = operation !== "unknown";
    const call = {
      operation,
      path: isKnown ? undefined : request.originalUrl,
      username: "",
      fault: response.statusCode < 400 ? undefined : String(response.statusCode),
      durationMs: performance.now() - started,
      door: "control",
      args: { form: "named", members },
      error: response.statusCode < 400 ? undefined : wire && problemOf(wire),
      group: wire,
    } as const;
    const shop = controlledShop(request);
    shop.logCall(call);
    if (!unrecorded.includes(operation)) shop.journal.add(call);
    else if (wire) wire.home = undefined;
  });
  next();
};
