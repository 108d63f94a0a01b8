/** What the log says of the request that brought a call: who sent it, and what it is called elsewhere. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress } from "./headers.js";

const requestIdForm = /^[\x21-\x7e]{1,128}$/;
const traceForm = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

const requestIdHeader = "x-request-id";

/** Whoever gives a request a name gets it back with the answer; one that cannot stand in a header is ignored. */
export function returnRequestId(request: IncomingMessage, response: ServerResponse): void {
  const id = requestIdOf(request);
  if (id !== undefined) response.setHeader("X-Request-Id", id);
}

function requestIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers[requestIdHeader];
  return typeof id === "string" && requestIdForm.test(id) ? id : undefined;
}

/** Members of a line of JSON, each with a comma before it. */
export function requestFacts(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const { traceparent } = request.headers;
  const requestId = requestIdOf(request);
  const trace = typeof traceparent === "string" ? traceForm.exec(traceparent)?.[1] : undefined;
  return (
    `,"client":${JSON.stringify(clientAddress(request, trustedProxies))}` +
    (requestId === undefined ? "" : `,"request_id":${JSON.stringify(requestId)}`) +
    (trace === undefined ? "" : `,"trace":"${trace}"`)
  );
}
