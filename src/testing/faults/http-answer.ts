/** Answers by HTTP alone in rules: status, headers, body, pace and reset. */
import { validateHeaderName, validateHeaderValue } from "node:http";
import type { components } from "../../../generated/rest.js";
import type { ForcedStatus } from "../../engine/calls/fault-injection.js";
import { messageOf } from "../../engine/values/messages.js";
import type { Problem } from "../../engine/values/problem.js";

/** Headers of one connection, and the length, which the server knows better. */
const ownHeaders = new Set([
  ...["content-length", "connection", "keep-alive", "proxy-authenticate", "proxy-authorization"],
  ...["proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
]);

const bodiless: readonly number[] = [204, 205, 304];

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function* httpAnswerProblems({
  http,
  body: form,
}: Pick<components["schemas"]["FaultRequest"], "http" | "body">): Generator<Problem> {
  if (!http) return;
  const { status = 200, retry_after, headers = {}, body, body_base64, chunk_ms, reset } = http;
  const own = body === undefined ? (body_base64 === undefined ? undefined : "body_base64") : "body";
  if (body !== undefined && body_base64 !== undefined)
    yield { field: "http.body_base64", message: "cannot be combined with http.body" };
  if (body_base64 !== undefined && !base64.test(body_base64))
    yield { field: "http.body_base64", message: "must be base64" };
  if (own && form !== undefined)
    yield { field: `http.${own}`, message: `cannot be combined with body: ${form}` };
  if (own && bodiless.includes(status))
    yield {
      field: `http.${own}`,
      message: `cannot be combined with the status ${status}, which has no body`,
    };
  if (chunk_ms !== undefined && own === undefined && form !== "html")
    yield { field: "http.chunk_ms", message: "needs a body: http.body, http.body_base64, or body: html" };
  if (reset && chunk_ms !== undefined)
    yield { field: "http.chunk_ms", message: "cannot be combined with http.reset" };
  if (reset && form === "truncated")
    yield { field: "http.reset", message: "cannot be combined with body: truncated" };
  const needsStatus = { headers: http.headers, retry_after, body, body_base64, form };
  const [surplus] = Object.entries(needsStatus).find(([, value]) => value !== undefined) ?? [];
  if (reset && http.status === undefined && surplus !== undefined)
    yield {
      field: "http.status",
      message: "is required: without it the connection is reset before anything is sent",
    };
  for (const [name, value] of Object.entries(headers)) yield* headerProblems(name, value);
}

function* headerProblems(name: string, value: string): Generator<Problem> {
  const field = `http.headers.${name}`;
  if (ownHeaders.has(name.toLowerCase())) {
    yield { field, message: "is a header that the server sets itself" };
    return;
  }
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    yield { field, message: `is not a usable header: ${messageOf(error)}` };
  }
}

/** @param answer for which `httpAnswerProblems` returned no problem */
export function forcedStatus(
  answer: components["schemas"]["ForcedStatus"],
): (Omit<ForcedStatus, "body"> & { readonly body?: Buffer }) | "reset" {
  const { status, retry_after, headers, body, body_base64, chunk_ms, reset } = answer;
  if (reset && status === undefined) return "reset";
  const bytes = body === undefined ? body_base64 && Buffer.from(body_base64, "base64") : Buffer.from(body);
  return {
    status: status ?? 200,
    ...(retry_after === undefined ? {} : { retryAfterSeconds: retry_after }),
    ...(headers && { headers }),
    ...(bytes === undefined || bytes === "" ? {} : { body: bytes }),
    ...(chunk_ms === undefined ? {} : { chunkMs: chunk_ms }),
    ...(reset && { isReset: true }),
  };
}
