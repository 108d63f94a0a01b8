/** The texts of JSON-RPC responses (conventions 2.2). */
import type { ErrorObject } from "../../contract/faults.js";
import { wire, type Wire } from "../../values/text.js";

export type RequestId = string | number | null;

export const resultStart = '{"jsonrpc":"2.0","result":';

export function responseEnd(id: RequestId): string {
  // Nearly all clients send small integers.
  return `,"id":${Number.isSafeInteger(id) ? String(id) : wire(JSON.stringify(id))}}`;
}

export function errorResponse(error: ErrorObject, id: RequestId): Wire {
  return `{"jsonrpc":"2.0","error":${wire(JSON.stringify(error))}${responseEnd(id)}` as Wire;
}
