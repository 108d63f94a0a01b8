/**
 * Reads the headers and the address of a request: sender, preferences, type of the body (conventions 1), and the area
 * of the address space, which decides the form of responses and errors.
 */
import { randomUUID } from "node:crypto";
import ipaddr from "ipaddr.js";
import { isLoopback } from "../values/addresses.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { TLSSocket } from "node:tls";
import proxyAddress from "proxy-addr";
import type { BasicCredentials, Sender } from "../access/authentication.js";
import { IdempotencyKey } from "../access/idempotency-key.js";
import type { Preferences, RequestOrigin } from "../calls/call.js";
import { memoize } from "../values/memo.js";
import { doorAt } from "./door-addresses.js";
import type { XmlDoorName } from "../calls/door.js";

export function senderOf(request: IncomingMessage, trustedProxies: readonly string[]): Sender {
  const { authorization } = request.headers;
  const address = networkOf(clientAddress(request, trustedProxies));
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

/** The address of the service in the request, if it comes from this machine or a trusted proxy. */
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

/**
 * The peer of the socket; behind a trusted proxy, the last address of `X-Forwarded-For` that is not a trusted proxy.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  return trustedProxies.length === 0
    ? peerAddress(request.socket.remoteAddress ?? "")
    : peerAddress(proxyAddress(request, memoize(trustedProxies, trustOf)));
}

/** Whether the request comes from a program on this machine, and not by a proxy on it that is not trusted. */
export function isFromThisMachine(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  if (!isBehindTrustedProxy(request, trustedProxies) && isForwarded(request)) return false;
  return isLoopback(clientAddress(request, trustedProxies));
}

/** Whether the request came by a proxy. A proxy on this machine that is not trusted may forward requests of any client. */
function isForwarded({ headers }: IncomingMessage): boolean {
  return forwardingHeaders.some((name) => name in headers);
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** Whether the peer of the socket is a trusted proxy. */
export function isBehindTrustedProxy(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  const peer = request.socket.remoteAddress;
  return trustedProxies.length > 0 && peer !== undefined && memoize(trustedProxies, trustOf)(peer, 0);
}

function trustOf(trustedProxies: readonly string[]) {
  return proxyAddress.compile([...trustedProxies]);
}

/** IPv4 addresses of dual-stack sockets arrive as `::ffff:127.0.0.1`. */
function peerAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}

/** A client with one IPv6 address usually has 2^64 of them, so limits per address count its network. */
function networkOf(address: string): string {
  if (!address.includes(":") || isIP(address) !== 6) return address;
  return `${ipaddr.parse(address).toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
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

/** The preferences in the `Prefer` headers of a call; undefined without any. The response names the handling once it applies (RFC 7240). */
function callPreferences(request: IncomingMessage, response: ServerResponse): Preferences | undefined {
  if (request.headers.prefer === undefined) return undefined;
  const fault = preference(request, "fault");
  const handling = preference(request, "handling")?.toLowerCase();
  if (handling !== "strict" && handling !== "lenient") return { fault, handling: undefined };
  const applied = () => {
    if (!response.headersSent) response.setHeader("Preference-Applied", `handling=${handling}`);
  };
  return { fault, handling, applied };
}

/** Whether the request came by HTTPS, or through a trusted proxy that received it by HTTPS. */
export function arrivedByHttps(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  if (request.socket instanceof TLSSocket) return true;
  if (!isBehindTrustedProxy(request, trustedProxies)) return false;
  const protocols = String(request.headers["x-forwarded-proto"] ?? "").split(",");
  // Every proxy appends its own value; only the last one comes from the trusted proxy.
  return protocols.at(-1)?.trim().toLowerCase() === "https";
}

/** What the headers say of the calls of a request. */
export function requestOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  trustedProxies: readonly string[],
  group: RequestOrigin["group"],
): RequestOrigin {
  const sender = senderOf(request, trustedProxies);
  const { prefer, "idempotency-key": key } = request.headers;
  // Nearly all requests have neither.
  if (prefer === undefined && key === undefined) return { sender, prefer: undefined, group };
  const tellReplay = () => response.setHeader(replayHeader.name, replayHeader.value);
  const idempotencyKey = idempotencyKeyOf(request, tellReplay);
  return { sender: { ...sender, idempotencyKey }, prefer: callPreferences(request, response), group };
}

/** @param tellReplay sets the header of a replayed response */
export function idempotencyKeyOf(
  { headers, rawHeaders }: IncomingMessage,
  tellReplay: () => void,
): IdempotencyKey | undefined {
  const text = headers["idempotency-key"];
  if (text === undefined) return undefined;
  return new IdempotencyKey(String(text), tellReplay, isRepeated(rawHeaders, "idempotency-key"));
}

/** The header of a replayed response (conventions 2.8). */
export const replayHeader = { name: "Idempotent-Replayed", value: "true" } as const;

/** Whether a header was sent more than once. @param name in lower case */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string;
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** The form of a body by its headers. */
export interface BodyForm {
  /** The content type is JSON, which browsers send across sites only after a preflight, or absent. */
  readonly isJson: boolean;
  /** The content type is XML of any kind, or absent; HTML forms send others. */
  readonly isXml: boolean;
  /** As in the header. */
  readonly charset: string | undefined;
  /** The charset is UTF-8, US-ASCII or absent. */
  readonly isUtf8: boolean;
  /** Compressed bodies are refused, since their size is unknown before they are read. */
  readonly isCompressed: boolean;
}

const plainForm: BodyForm = {
  isJson: false,
  isXml: false,
  charset: undefined,
  isUtf8: true,
  isCompressed: false,
};

/** Results by content type: nearly all requests have the same. */
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

const rpcAddress = "/api/jsonrpc";
export const plainAddress = "/api/rpc/";
const restAddress = "/api/rest";

/**
 * The part of the server that responds to an address: JSON-RPC, the plain form, REST, an XML door, or Express (`other`).
 */
export type Area = "rpc" | "plain" | "rest" | XmlDoorName | "other";

/** @param path without the query and without a slash at the end */
export function areaOf(path: string, url: string): Area {
  if (path === rpcAddress) return "rpc";
  if (path.startsWith(plainAddress)) return "plain";
  if (path === restAddress || path.startsWith(`${restAddress}/`)) return "rest";
  return doorAt(path, url) ?? "other";
}

/** Addresses of a shop's own pages, which Magento's programs know. */
const handshake = /^\/(?:oauth|admin\/oauth_authorize)(?:\/|$)/i;

/**
 * The address of a door without the `/index.php` that programs of Magento may put in front; undefined if there is none. Other
 * addresses, such as the test control, are not reachable so. The XML doors know their addresses with it.
 * @param path without the query and without a slash at the end
 */
export function withoutIndex(path: string, url: string): string | undefined {
  if (!path.startsWith(`${index}/`) || doorAt(path, url)) return undefined;
  const inner = path.slice(index.length);
  return areaOf(inner, url) === "other" && !handshake.test(inner) ? undefined : url.slice(index.length);
}

const index = "/index.php";

/**
 * The problem of the address of a request; undefined if there is none. An address in absolute form, as for a proxy, is
 * rewritten to the usual form; its host must match the header.
 */
export function targetProblem(request: IncomingMessage): string | undefined {
  if (isRepeated(request.rawHeaders, "host")) return "The request has several Host headers.";
  const { url = "" } = request;
  if (url.startsWith("/")) return undefined;
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || target === undefined)
    return "The request does not name an address of this server.";
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

/** A decoded segment of a path; one that cannot be decoded stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const requestIdForm = /^[\w.-]{1,128}$/;
const traceForm = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** The request ID of the client, or a new one if there is none or it is unusable. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const id = headers["x-request-id"];
  return typeof id === "string" && requestIdForm.test(id) ? id : randomUUID();
}

/** Longer names of programs are cut in the log. */
const maxUserAgent = 200;

/** Client, its program, request ID and trace, as members of a log line. */
export function requestFacts(
  request: IncomingMessage,
  requestId: string,
  trustedProxies: readonly string[],
): object {
  const { traceparent, "user-agent": userAgent } = request.headers;
  return {
    client: clientAddress(request, trustedProxies),
    user_agent: userAgent?.slice(0, maxUserAgent),
    request_id: requestId,
    trace: typeof traceparent === "string" ? traceForm.exec(traceparent)?.[1] : undefined,
  };
}
