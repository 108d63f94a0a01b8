/** Reads requests of JSON-RPC 2.0 (conventions 2.1). */
import type { Params } from "../../calls/call.js";
import { protocolError } from "../../contract/faults.js";
import { jsonProblems, type JsonProblem } from "../../calls/json.js";
import { isObject } from "../../values/coercion.js";
import type { Wire } from "../../values/text.js";
import { errorResponse, type RequestId } from "./responses.js";

export interface RpcRequest {
  readonly method: string;
  readonly params: Params;
  /** Undefined = a notification, which is executed and not answered. */
  readonly id: RequestId | undefined;
}

const methodForm = /^[A-Za-z][A-Za-z0-9_.]*$/;

/** Validates a request, or returns the response that refuses it. */
export function readRequest(element: unknown): RpcRequest | Wire {
  if (!isObject(element)) return invalidRequest("A request must be an object.");
  const { jsonrpc, method, params, id } = element;
  if (id !== undefined && id !== null && typeof id !== "string" && typeof id !== "number")
    return invalidRequest("id: must be text, a number or null");
  if (typeof id === "number" && !Number.isSafeInteger(id) && isInexact(id))
    return invalidRequest("id: is too large to be returned exactly");
  const problem =
    jsonrpc !== "2.0"
      ? 'jsonrpc: must be "2.0"'
      : typeof method !== "string" || !methodForm.test(method)
        ? "method: must be a method name"
        : params !== undefined && params !== null && typeof params !== "object"
          ? "params: must be a list or an object"
          : undefined;
  if (problem !== undefined) return invalidRequest(problem, id ?? null);
  return { method: method as string, params: (params ?? []) as Params, id };
}

/** Whether JSON.parse may have changed an ID that is not a safe integer. */
function isInexact(id: number): boolean {
  // From 10^21 on, numbers are written with an exponent, in the answer too.
  return !Number.isFinite(id) || (Number.isInteger(id) && Math.abs(id) < 1e21);
}

export function invalidRequest(message: string, id: RequestId = null): Wire {
  return errorResponse(protocolError("invalid_request", message), id);
}

/** The response to a body that cannot be read. */
export function unreadable(problem: JsonProblem, body: Buffer): Wire {
  const isNoJson = problem === jsonProblems.syntax;
  const sentence = isNoJson ? (body.length === 0 ? "The body is empty." : undefined) : problem;
  return errorResponse(protocolError("parse_error", sentence), null);
}
