/** Calls by JSON-RPC. */
import { isObject } from "../../../engine/values/coercion.js";
import type { CallOutcome } from "./outcome.js";

export function jsonRpcBody(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** Undefined for a body that is not a JSON-RPC answer. */
export function readJsonRpcAnswer(body: Buffer): CallOutcome | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  return outcomeOfJson(answer);
}

function outcomeOfJson(answer: unknown): CallOutcome | undefined {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return undefined;
  if ("error" in answer && isObject(answer.error)) return { outcome: "fault", fault: faultOf(answer.error) };
  return "result" in answer ? { outcome: "result", value: answer.result } : undefined;
}

/** The one code that the living system sends for all faults of operations. */
const anyFault = -32000;

function faultOf(error: object) {
  const { code, message, data } = error as JsonRpcError;
  return {
    code: code === anyFault || code === undefined ? undefined : String(code),
    message: message ?? "",
    ...(typeof data?.fault === "string" ? { name: data.fault } : {}),
  };
}

interface JsonRpcError {
  readonly code?: number;
  readonly message?: string;
  readonly data?: { readonly fault?: unknown };
}
