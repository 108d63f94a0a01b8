/** Reads what a client may have signed by OAuth 1.0a from its request (RFC 5849, section 3.4.1). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { headerParameters, isOAuthHeader } from "../access/oauth/authorization-header.js";
import { formParameters, type Parameter } from "../access/oauth/signature.js";
import type { SignedRequest } from "../access/oauth/verification.js";
import { WireExchange } from "./exchange.js";
import { arrivedByHttps, isBehindTrustedProxy, isFromThisMachine } from "./request.js";

interface ServiceAddress {
  readonly trustedProxies: readonly string[];
  /** The URL of the service, without a slash at the end. */
  readonly baseUrl: () => string;
}

/** @param form the body, if it is a form: its fields are signed, too */
export function signedRequestOf(
  request: IncomingMessage,
  response: ServerResponse,
  form: string | undefined,
  service: ServiceAddress,
): SignedRequest {
  const { method = "GET", headers } = request;
  // As the client has sent it: with the prefix of a sandbox.
  const sent = (WireExchange.of(response)?.url ?? request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  const query = sent.indexOf("?");
  const path = query < 0 ? sent : sent.slice(0, query);
  const parts = [
    isOAuthHeader(headers.authorization) ? headerParameters(headers.authorization) : [],
    formParameters(query < 0 ? "" : sent.slice(query + 1)),
    formParameters(form ?? ""),
  ];
  return {
    method,
    addresses: basesOf(request, service).map((base) => base + path),
    parameters: parts.includes(undefined) ? undefined : (parts.flat() as Parameter[]),
    isConfidential: isConfidential(request, service.trustedProxies),
  };
}

/** Whether the connection between client and server cannot be read by others. */
export function isConfidential(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  return arrivedByHttps(request, trustedProxies) || isFromThisMachine(request, trustedProxies);
}

/** The addresses of the service that the client may have used: of the request, of a trusted proxy, and the configured one. */
function basesOf(request: IncomingMessage, { trustedProxies, baseUrl }: ServiceAddress): string[] {
  const scheme = arrivedByHttps(request, trustedProxies) ? "https" : "http";
  const { host } = request.headers;
  let hosts = host === undefined ? [] : [host];
  let prefix = "";
  if (isBehindTrustedProxy(request, trustedProxies)) {
    const [forwarded, port] = [lastOf(request, "x-forwarded-host"), lastOf(request, "x-forwarded-port")];
    if (forwarded !== undefined) hosts.push(forwarded);
    const withPort = hosts.filter((one) => !/:\d+$/.test(one)).map((one) => `${one}:${port}`);
    if (/^\d{1,5}$/.test(port ?? "")) hosts = [...hosts, ...withPort];
    prefix = lastOf(request, "x-forwarded-prefix")?.replace(/\/+$/, "") ?? "";
  }
  const own = hosts.map((one) => `${scheme}://${one}`);
  return [...new Set([...own, ...(prefix === "" ? [] : own.map((base) => base + prefix)), baseUrl()])];
}

/** Every proxy appends its own value; only the last one comes from the trusted proxy. */
function lastOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return value === undefined ? undefined : String(value).split(",").at(-1)?.trim();
}

export function isForm({ headers }: IncomingMessage): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers["content-type"] ?? "");
}
