/**
 * What a request says: in its headers about its sender, what is wanted, and what the body is (conventions 1), and what it is
 * addressed to: the areas of the address space, each with its own form of answers and errors.
 */
import ipaddr from "ipaddr.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import proxyAddress from "proxy-addr";
import type { BasicCredentials, Sender } from "../access/authentication.js";
import { IdempotencyKey } from "../access/idempotency-key.js";
import type { Preferences } from "../calls/operation.js";
import { memoize } from "../values/memo.js";
import { doorAt } from "../doors/door-addresses.js";
import type { XmlDoorName } from "../doors/fault-text.js";

export function senderOf(request: IncomingMessage, trustedProxies: readonly string[]): Sender {
  const { authorization } = request.headers;
  const isDirect = trustedProxies.length === 0;
  const address = isDirect
    ? memoize(request.socket, networkOfPeer)
    : networkOf(clientAddress(request, trustedProxies));
  const origin = () => originOf(request, trustedProxies);
  if (authorization === undefined) return { address, origin, hasAuthorization: false };

  const space = authorization.indexOf(" ");
  const scheme = authorization.slice(0, space).toLowerCase();
  const value = authorization.slice(space + 1).trim();
  if (scheme === "bearer") return { address, origin, hasAuthorization: true, bearer: value };
  const basic = scheme === "basic" ? basicCredentials(value) : undefined;
  return { address, origin, hasAuthorization: true, ...(basic ? { basic } : {}) };
}

const hostForm = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** The address of the service as the request names it; only this machine and trusted proxies are believed. */
export function originOf(request: IncomingMessage, trustedProxies: readonly string[]): string | undefined {
  const { host } = request.headers;
  const isBelieved =
    isBehindTrustedProxy(request, trustedProxies) || isLoopback(request.socket.remoteAddress ?? "");
  if (!isBelieved || host === undefined || !hostForm.test(host)) return undefined;
  return `${arrivedByHttps(request, trustedProxies) ? "https" : "http"}://${host}`;
}

function basicCredentials(value: string): BasicCredentials | undefined {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The socket's peer; behind a trusted proxy the right-most address of `X-Forwarded-For` that is no trusted proxy. */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  return trustedProxies.length === 0
    ? peerAddress(request.socket.remoteAddress ?? "")
    : peerAddress(proxyAddress(request, memoize(trustedProxies, trustOf)));
}

/** Is the socket's peer a proxy whose headers are believed? */
export function isBehindTrustedProxy(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  const peer = request.socket.remoteAddress;
  return trustedProxies.length > 0 && peer !== undefined && memoize(trustedProxies, trustOf)(peer, 0);
}

function trustOf(trustedProxies: readonly string[]) {
  return proxyAddress.compile([...trustedProxies]);
}

/** The same for all requests of a connection. */
function networkOfPeer({ remoteAddress = "" }: Socket): string {
  return networkOf(peerAddress(remoteAddress));
}

/** IPv4 addresses of dual-stack sockets arrive as `::ffff:127.0.0.1`. */
function peerAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}

/** Whoever has one IPv6 address has 2^64 of them: what is counted per address is counted per network there. */
function networkOf(address: string): string {
  if (!address.includes(":") || isIP(address) !== 6) return address;
  return `${ipaddr.parse(address).toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}

/** Does the address name this machine itself? */
export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";
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

/** What the `Prefer` headers of a call ask for; undefined without any. */
export function callPreferences(request: IncomingMessage): Preferences | undefined {
  if (request.headers.prefer === undefined) return undefined;
  const handling = preference(request, "handling")?.toLowerCase();
  return {
    fault: preference(request, "fault"),
    handling: handling === "strict" || handling === "lenient" ? handling : undefined,
  };
}

/** Says in the answer which handling of unknown members was asked for (RFC 7240). */
export function tellHandling(response: ServerResponse, preferences: Preferences | undefined): void {
  const handling = preferences?.handling;
  if (handling !== undefined) response.setHeader("Preference-Applied", `handling=${handling}`);
}

/** Did the request come by HTTPS, or through a trusted proxy that received it so? */
export function arrivedByHttps(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  if (request.socket instanceof TLSSocket) return true;
  if (!isBehindTrustedProxy(request, trustedProxies)) return false;
  const protocols = String(request.headers["x-forwarded-proto"] ?? "").split(",");
  // Every proxy adds its own at the end; the last is the one that the trusted proxy vouches for.
  return protocols.at(-1)?.trim().toLowerCase() === "https";
}

/** @param tellReplay puts the header of a repeated answer on the one under way */
export function idempotencyKeyOf(
  { headers, rawHeaders }: IncomingMessage,
  tellReplay: () => void,
): IdempotencyKey | undefined {
  const text = headers["idempotency-key"];
  if (text === undefined) return undefined;
  return new IdempotencyKey(String(text), tellReplay, isRepeated(rawHeaders, "idempotency-key"));
}

/** The header of an answer that was given before (interface 6). */
export const replayHeader = { name: "Idempotent-Replayed", value: "true" } as const;

/** Was a header sent more than once? @param name in lower case */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string;
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** What the headers of a request say of its body. */
export interface BodyForm {
  /** A content type that browsers cannot send across sites without asking first, or none at all. */
  readonly isJson: boolean;
  /** XML of any kind, or no content type at all: forms of browsers are something else. */
  readonly isXml: boolean;
  /** As it is named. */
  readonly charset: string | undefined;
  /** No other charset is named. */
  readonly isUtf8: boolean;
  /** What a compressed body grows to would not be bounded by what was sent. */
  readonly isCompressed: boolean;
}

const plainForm: BodyForm = {
  isJson: false,
  isXml: false,
  charset: undefined,
  isUtf8: true,
  isCompressed: false,
};

/** Those that nearly all requests have, by content type. */
const usualForms: ReadonlyMap<string | undefined, BodyForm> = new Map([
  [undefined, { ...plainForm, isJson: true, isXml: true }],
  ["application/json", { ...plainForm, isJson: true }],
  ["text/xml", { ...plainForm, isXml: true }],
]);

const jsonForm =
  /^(application\/json|application\/json-rpc|application\/jsonrequest|text\/json|[\w.+-]+\/[\w.-]+\+json)$/;
const xmlForm = /^(text\/xml|application\/xml|[\w.+-]+\/[\w.-]+\+xml)$/;

export function bodyFormOf({ headers }: IncomingMessage): BodyForm {
  const { "content-type": contentType, "content-encoding": coding } = headers;
  const usual = usualForms.get(contentType);
  if (usual && coding === undefined) return usual;
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([\w-]+)"?/i.exec(contentType ?? "")?.[1];
  return {
    isJson: type === undefined || jsonForm.test(type),
    isXml: type === undefined || xmlForm.test(type),
    charset,
    isUtf8: charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset),
    isCompressed: coding !== undefined && !/^(identity)?$/i.test(coding.trim()),
  };
}

export const rpcAddress = "/api/jsonrpc";
export const plainAddress = "/api/rpc/";
const restAddress = "/api/rest";

/** Who answers an address: JSON-RPC, its plain form, the customers resource, an XML door, or Express. */
export type Area = "rpc" | "plain" | "rest" | XmlDoorName | "other";

/** @param path without the query and without a slash at the end */
export function areaOf(path: string, url: string): Area {
  if (path === rpcAddress) return "rpc";
  if (path.startsWith(plainAddress)) return "plain";
  if (path === restAddress || path.startsWith(`${restAddress}/`)) return "rest";
  return doorAt(path, url) ?? "other";
}

/**
 * What keeps a request from being addressed to anything here, if anything. An address in the absolute form, as for a
 * proxy, is brought into the usual one; it has to name the host that the header names.
 */
export function targetProblem(request: IncomingMessage): string | undefined {
  if (isRepeated(request.rawHeaders, "host")) return "The request has several Host headers.";
  const { url = "" } = request;
  if (url.startsWith("/")) return undefined;
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || target === undefined) return "The request names no address of this server.";
  if (host.toLowerCase() !== request.headers.host?.toLowerCase()) {
    return "The request names one host in its address and another in its Host header.";
  }
  request.url = target.startsWith("/") ? target : `/${target}`;
  return undefined;
}

/** The path without the query and without a slash at the end. */
export function pathOf(url: string): string {
  if (url === rpcAddress) return url;
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** A part of a path as it was meant. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

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
