/** Records calls of the test control in the journal and the log (docs/testing.md). */
import type { RequestHandler } from "express";
import { WireExchange } from "../../engine/http/exchange.js";
import { isObject } from "../../engine/values/coercion.js";
import { problemOf } from "../journal/request-problems.js";
import type { ControlOperation } from "./contract.js";
import { controlledInstance } from "./controlled-instance.js";
import { changesOf, matchedOperation } from "./dispatch.js";

/** Operations on the journal itself, which it does not record. */
const unrecordedOperations: readonly string[] = [
  "listCalls",
  "streamCalls",
  "clearCalls",
  "waitForCall",
  "listWaitingCalls",
  "listCallChanges",
  "verifyCalls",
] satisfies ControlOperation[];

/** Records each call after its answer. */
export const recordControlCall: RequestHandler = (request, response, next) => {
  const started = performance.now();
  const wire = WireExchange.of(response);
  response.once("finish", () => {
    const found = matchedOperation(request);
    const operation = found?.schema.operationId ?? "unknown";
    const body: unknown = request.body;
    const members = { ...found?.pathParams, ...(request.query as object), ...(isObject(body) ? body : {}) };
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
      changes: changesOf(request),
    } as const;
    const shop = controlledInstance(request);
    shop.logCall(call);
    if (!unrecordedOperations.includes(operation)) shop.journal.add(call);
    else if (wire) wire.home = undefined;
  });
  next();
};
