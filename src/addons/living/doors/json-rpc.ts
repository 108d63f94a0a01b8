/** Calls by JSON-RPC. */
import { isObject } from "../../../engine/values/coercion.js";
import { JsonError, parseJsonDocument } from "./json-document.js";
import type { CallOutcome } from "./outcome.js";

export function jsonRpcBody(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** Undefined for a body that is not a JSON-RPC answer. */
export function readJsonRpcAnswer(body: Buffer): CallOutcome | undefined {
  let answer: unknown;
  try {
    answer = parseJsonDocument(body.toString());
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
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

/** A foreign server may send members of any type. */
function faultOf({ code, message, data }: Readonly<Record<string, unknown>>) {
  const isCode = (typeof code === "number" || typeof code === "string") && code !== anyFault;
  const name = isObject(data) ? data.fault : undefined;
  return {
    code: isCode ? String(code) : undefined,
    message: typeof message === "string" ? message : "",
    ...(typeof name === "string" ? { name } : {}),
  };
}
