/** The requests and responses of JSON-RPC 2.0 (conventions 2.1, 2.2). */
import type { Sender } from "../../access/authentication.js";
import type { RequestedCall } from "../../calls/envelopes.js";
import { jsonProblems, type JsonProblem } from "../../calls/json.js";
import { methodParams, type Params } from "../../calls/method-params.js";
import { namedForm } from "../../contract/arguments.js";
import { protocolError, type ErrorObject } from "../../contract/faults.js";
import { isObject } from "../../values/coercion.js";
import { wire, type Wire } from "../../values/text.js";
import type { ReadCall } from "../door.js";

export type RequestId = string | number | null;

export interface RpcCall extends ReadCall {
  /** Undefined = a notification, which is executed and not answered. */
  readonly id: RequestId | undefined;
}

const methodForm = /^[A-Za-z][A-Za-z0-9_.]*$/;

/**
 * Reads a request, or returns the response that refuses it.
 * @param index in the batch, or -1
 */
export function readRequest(request: unknown, index: number, sender: Sender): RpcCall | Wire {
  if (!isObject(request)) return invalidRequest("A request must be an object.");
  const { jsonrpc, method, params, id } = request;
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
  return { call: requestedCall(method as string, (params ?? []) as Params, index, sender), id };
}

/** A method of the protocol, or an operation: in `call` or by its own name (conventions 2.4). */
function requestedCall(method: string, params: Params, element: number, sender: Sender): RequestedCall {
  if (method === "call") {
    const [session, path, args] = methodParams(method, params);
    return { path, session, args: { form: "wrapped", args }, element };
  }
  if (!method.includes(".") || method === "rpc.discover") return { method, params };
  return { path: method, ...directArguments(params, sender.hasAuthorization) };
}

/** The direct form (conventions 2.7): with an `Authorization` header, `params` contain no session. */
function directArguments(params: Params, isByHeader: boolean) {
  if (!Array.isArray(params)) {
    const members = params as Readonly<Record<string, unknown>>;
    const session = Object.hasOwn(members, "sessionId") ? members.sessionId : undefined;
    return { session, isByHeader, args: namedForm(members) };
  }
  const values = params as readonly unknown[];
  const args = { form: "positional", values: isByHeader ? values : values.slice(1) } as const;
  return { session: values[0], isByHeader, args };
}

/** Whether JSON.parse may have changed an ID that is not a safe integer. */
function isInexact(id: number): boolean {
  // From 10^21 on, numbers are written with an exponent, in the response too.
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

export const resultStart = '{"jsonrpc":"2.0","result":';

export function responseEnd(id: RequestId): string {
  // Nearly all clients send small integers.
  return `,"id":${Number.isSafeInteger(id) ? String(id) : wire(JSON.stringify(id))}}`;
}

export function errorResponse(error: ErrorObject, id: RequestId): Wire {
  return `{"jsonrpc":"2.0","error":${wire(JSON.stringify(error))}${responseEnd(id)}` as Wire;
}
