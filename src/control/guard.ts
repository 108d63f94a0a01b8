/** Who may use the test control, which asks for no credentials (interface.md 4). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";
import { sendErrors } from "../http/errors.js";

/**
 * Lets in requests that were addressed to this machine, and those that bring the token. A page of another site
 * that runs in the tester's browser can address this machine too, so a foreign `Origin` is refused as well.
 */
export function controlGuard(token: string | undefined): RequestHandler {
  return (request, response, next) => {
    const { host, origin, authorization } = request.headers;
    const isHome = isLoopback(hostName(host)) && (origin === undefined || isSameSite(origin, host));
    if (isHome || bringsToken(authorization, token)) next();
    else sendErrors(response, 403, refusal(token));
  };
}

function refusal(token: string | undefined): string {
  return token === undefined
    ? "The test control is reachable from this machine only; STORE_API_CONTROL_TOKEN would open it to others."
    : "The test control needs the control token: Authorization: Bearer <STORE_API_CONTROL_TOKEN>.";
}

/** The name in `localhost:8080` or `[::1]:8080`, without the port. */
function hostName(host: string | undefined): string {
  return /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(host ?? "")?.[1]?.toLowerCase() ?? "";
}

function isLoopback(name: string): boolean {
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}

function isSameSite(origin: string, host: string | undefined): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function bringsToken(authorization: string | undefined, token: string | undefined): boolean {
  const brought = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (token === undefined || brought === undefined) return false;
  // Hashes have one length, which a comparison in constant time needs.
  return timingSafeEqual(digest(brought), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
