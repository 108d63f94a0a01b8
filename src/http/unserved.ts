/** Requests that do not reach their handler: refused in the form that the address has for its errors. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorText } from "../rpc/envelope.js";
import { protocolError } from "../faults.js";
import { wire } from "../rpc/wire.js";
import { sendJson } from "./answers.js";
import { defaultType, negotiate } from "./customers/negotiation.js";
import { Refusal } from "./customers/refusal.js";
import { sendRefusal } from "./customers/sending.js";

export const rpcAddress = "/api/jsonrpc";
export const plainAddress = "/api/rpc/";
const restAddress = "/api/rest";

/** Who answers an address: JSON-RPC, its plain form, the customers resource, or Express. */
export type Area = "rpc" | "plain" | "rest" | "other";

/** @param path without the query and without a slash at the end */
export function areaOf(path: string): Area {
  if (path === rpcAddress) return "rpc";
  if (path.startsWith(plainAddress)) return "plain";
  return path === restAddress || path.startsWith(`${restAddress}/`) ? "rest" : "other";
}

/** @param message by default that of an internal error */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  area: Area,
  status: 500 | 503,
  message?: string,
): void {
  const error = protocolError("internal_error", message);
  switch (area) {
    case "rpc":
      return sendJson(response, status, errorText(error, null));
    case "plain":
      return sendJson(response, status, wire(JSON.stringify(error)));
    case "rest":
      return sendRefusal(
        response,
        new Refusal(status, error.message),
        negotiate(request.headers.accept) ?? defaultType,
      );
    case "other":
      return sendErrors(response, status, error.message);
  }
}

/** The form of addresses that have none of their own. */
export function sendErrors(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, wire(JSON.stringify({ errors: [{ message }] })));
}
