/** Who may use the test control, which asks for no credentials (interface 4). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { sendErrors } from "../../engine/http/errors.js";
import { clientAddress, isBehindTrustedProxy, isLoopback } from "../../engine/http/sender.js";

export interface GuardSettings {
  readonly controlToken: string | undefined;
  readonly trustedProxies: readonly string[];
}

/**
 * With a token: whoever brings it. Without one: callers on this machine who addressed this machine. A page of another
 * site that runs in the tester's browser can do that too, so a foreign `Origin` is refused in any case.
 */
export function controlGuard(settings: GuardSettings): RequestHandler {
  return (request, response, next) => {
    if (mayUseControl(request, settings)) next();
    else sendErrors(response, 403, refusal(settings.controlToken));
  };
}

export function mayUseControl(
  request: IncomingMessage,
  { controlToken, trustedProxies }: GuardSettings,
): boolean {
  const { origin, host, authorization } = request.headers;
  const mayCall =
    controlToken === undefined ? isHome(request, trustedProxies) : bringsToken(authorization, controlToken);
  return mayCall && (origin === undefined || isSameSite(origin, host));
}

function refusal(token: string | undefined): string {
  return token === undefined
    ? "The test control is reachable from this machine only; STORE_API_CONTROL_TOKEN would open it to others."
    : "The test control needs the control token: Authorization: Bearer <STORE_API_CONTROL_TOKEN>.";
}

/** Both count: anybody can send any `Host`, and a page of another site can be made to resolve to this machine. */
function isHome(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  if (!isLoopbackName(hostName(request.headers.host))) return false;
  if (!isBehindTrustedProxy(request, trustedProxies) && wasForwarded(request)) return false;
  return isLoopback(clientAddress(request, trustedProxies));
}

/** A proxy on this machine that nobody told us to trust speaks for callers from anywhere. */
function wasForwarded({ headers }: IncomingMessage): boolean {
  return forwardingHeaders.some((name) => name in headers);
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** The name in `localhost:8080` or `[::1]:8080`, without the port. */
function hostName(host: string | undefined): string {
  return /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(host ?? "")?.[1]?.toLowerCase() ?? "";
}

function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || isLoopback(name.replace(/^\[|\]$/g, ""));
}

function isSameSite(origin: string, host: string | undefined): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function bringsToken(authorization: string | undefined, token: string): boolean {
  const brought = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (brought === undefined) return false;
  // Hashes have one length, which a comparison in constant time needs.
  return timingSafeEqual(digest(brought), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
