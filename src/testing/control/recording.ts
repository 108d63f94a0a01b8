/** The calls of the test control in the journal and the log (interface 4, 4.1). */
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { WireExchange } from "../../engine/http/wire-exchange.js";
import { isObject } from "../../engine/values/coercion.js";
import { problemOf } from "../journal/missed.js";
import type { ControlOperation } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";

const names = new WeakMap<IncomingMessage, ControlOperation>();

/** Tells which operation a request is for. */
export function nameOperation(request: IncomingMessage, operation: ControlOperation): void {
  names.set(request, operation);
}

/** Of a request that does not get to its handler, as the checks against the contract have found it. */
function checkedName(request: IncomingMessage): string | undefined {
  return (request as { openapi?: { schema?: { operationId?: string } } }).openapi?.schema?.operationId;
}

/** Reading the journal and emptying it is not worth an entry. */
const unrecorded: readonly string[] = [
  "listCalls",
  "streamCalls",
  "clearCalls",
  "waitForCall",
  "verifyCalls",
] satisfies ControlOperation[];

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
