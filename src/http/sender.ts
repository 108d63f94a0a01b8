/** What the headers of a request say about its sender. */
import type { IncomingMessage } from "node:http";
import type { BasicCredentials, Sender } from "../access/authentication.js";

export function senderOf(request: IncomingMessage, trustedProxies: readonly string[]): Sender {
  const { authorization } = request.headers;
  const address = clientAddress(request, trustedProxies);
  if (authorization === undefined) return { address, hasAuthorization: false };

  const space = authorization.indexOf(" ");
  const scheme = authorization.slice(0, space).toLowerCase();
  const value = authorization.slice(space + 1).trim();
  if (scheme === "bearer") return { address, hasAuthorization: true, bearer: value };
  const basic = scheme === "basic" ? basicCredentials(value) : undefined;
  return { address, hasAuthorization: true, ...(basic ? { basic } : {}) };
}

function basicCredentials(value: string): BasicCredentials | undefined {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The socket's peer; behind a trusted proxy the right-most address of `X-Forwarded-For` that is no trusted proxy. */
function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const peer = plainAddress(request.socket.remoteAddress ?? "");
  if (trustedProxies.length === 0 || !trustedProxies.includes(peer)) return peer;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => plainAddress(address.trim()))
    .filter((address) => address !== "");
  return forwarded.reverse().find((address) => !trustedProxies.includes(address)) ?? peer;
}

/** IPv4 addresses of dual-stack sockets arrive as `::ffff:127.0.0.1`. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}

/** The value of a preference in `Prefer` headers: `preference(request, "fault")` of `Prefer: fault=not_moved`. */
export function preference(request: IncomingMessage, name: string): string | undefined {
  const header = request.headers.prefer;
  if (header === undefined) return undefined;
  for (const part of String(header).split(/[,;]/)) {
    const [key, value] = part.split("=", 2);
    if (key?.trim().toLowerCase() === name) return value?.trim().replace(/^"|"$/g, "");
  }
  return undefined;
}

/** Did the request come through a trusted proxy that received it by HTTPS? */
export function arrivedByHttps(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  if (!trustedProxies.includes(plainAddress(request.socket.remoteAddress ?? ""))) return false;
  const protocols = String(request.headers["x-forwarded-proto"] ?? "").split(",");
  // Every proxy adds its own at the end; the last is the one that the trusted proxy vouches for.
  return protocols.at(-1)?.trim().toLowerCase() === "https";
}
