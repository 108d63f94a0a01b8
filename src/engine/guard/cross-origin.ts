/** Pages of other sites may call the API where CORS_ORIGINS names them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import cors from "cors";

/** Sends the headers for such a page; true when the request was a browser's question and has been answered. */
export type CrossOrigin = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Undefined = nobody is named: no such header is ever sent. */
export function crossOrigin(origins: readonly string[]): CrossOrigin | undefined {
  if (origins.length === 0) return undefined;
  const allow = cors({
    origin: [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
      "Prefer",
      "Version",
      "Website",
      "X-Sandbox",
    ],
    exposedHeaders: [
      "Idempotent-Replayed",
      "Link",
      "Location",
      "Retry-After",
      "X-Fault-Name",
      "X-Total-Count",
    ],
    maxAge: 600,
  });
  return (request, response) => {
    const { method, headers } = request;
    // Any other OPTIONS asks what an address allows, and is answered by the address.
    if (method === "OPTIONS" && !("access-control-request-method" in headers)) return false;
    let goesOn = false;
    allow(request, response, () => (goesOn = true));
    return !goesOn;
  };
}
