/**
 * Checks which web pages may call this server, and under which host names (docs/settings.md). A page of another
 * site in a user's browser can send requests to this machine. If the name of that site resolves to this machine (DNS
 * rebinding), the page can also read the answers.
 */
import cors from "cors";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { isLoopback } from "../values/addresses.js";

interface OriginSettings {
  readonly baseUrl: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
}

/** The maximum number of remembered `Host` headers: a client can send many different ports. */
const maxAcceptedHosts = 100;

/** How long the result "no user has the default key" is reused. */
const rememberedMs = 1000;

/** Why a request is refused; "unknown" = the users cannot be read now. */
export type RequestRefusal = { readonly message: string } | { readonly unknown: unknown };

export class Origins {
  private readonly ownHosts: ReadonlySet<string>;
  private noDefaultKeyUntil = 0;
  /** `Host` headers that were accepted before. HTTP/1.0 requests have none. */
  readonly acceptedHosts = new Set<string | undefined>([undefined]);

  /**
   * @param someHaveDefaultKey whether any user has the default key
   * @param refused called for every refused request
   */
  constructor(
    private readonly settings: OriginSettings,
    private readonly someHaveDefaultKey: () => Promise<boolean>,
    private readonly refused: () => void,
  ) {
    const { baseUrl, allowedHosts } = settings;
    this.ownHosts = new Set([
      ...(baseUrl === undefined ? [] : [hostName(new URL(baseUrl).host)]),
      ...allowedHosts.map((name) => name.toLowerCase()),
    ]);
  }

  /** Why a request is refused; undefined = it is not. A promise only for an unknown `Host`. */
  async refusalOf(request: IncomingMessage): Promise<RequestRefusal | undefined> {
    const { origin, host } = request.headers;
    if (origin !== undefined && !this.isOwn(request) && !this.settings.corsOrigins.includes(origin)) {
      return this.refuse(foreignOrigin);
    }
    if (this.acceptedHosts.has(host)) return undefined;
    if (!this.isKnown(hostName(host))) return this.refusalOfUnknownName();
    if (this.acceptedHosts.size < maxAcceptedHosts) this.acceptedHosts.add(host);
    return undefined;
  }

  /** Whether a request comes from a program, from a page on this machine, or from a page of this server. */
  isOwn({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined) return true;
    const [, name] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? [];
    if (name === undefined) return false;
    if (isLoopbackName(hostName(name)) || origin === originOf(this.settings.baseUrl)) return true;
    // DNS rebinding is impossible with an IP address, and the server's own names are trusted.
    return name.toLowerCase() === host?.toLowerCase() && this.isKnown(hostName(name));
  }

  private isKnown(name: string): boolean {
    return isLoopbackName(name) || isIP(withoutBrackets(name)) !== 0 || this.ownHosts.has(name);
  }

  private async refusalOfUnknownName(): Promise<RequestRefusal | undefined> {
    const now = performance.now();
    if (now < this.noDefaultKeyUntil) return undefined;
    try {
      if (await this.someHaveDefaultKey()) return this.refuse(unknownHost);
    } catch (unknown) {
      return { unknown };
    }
    this.noDefaultKeyUntil = now + rememberedMs;
    return undefined;
  }

  private refuse(message: string): RequestRefusal {
    this.refused();
    return { message };
  }
}

const foreignOrigin =
  "Pages of this origin may not call this server; STORE_API_CORS_ORIGINS names those that may.";

const unknownHost =
  "As long as a user has the default API key, this server only accepts requests to localhost, IP addresses, " +
  "STORE_API_BASE_URL and the names in STORE_API_ALLOWED_HOSTS.";

function originOf(baseUrl: string | undefined): string | undefined {
  return baseUrl === undefined ? undefined : new URL(baseUrl).origin;
}

/** The name in `localhost:8080` or `[::1]:8080`, without the port. */
export function hostName(host: string | undefined): string {
  return /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(host ?? "")?.[1]?.toLowerCase() ?? "";
}

export function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || isLoopback(withoutBrackets(name));
}

function withoutBrackets(name: string): string {
  return name.replace(/^\[|\]$/g, "");
}

/** Sends CORS headers; true when the request was a preflight and has been answered. */
type CrossOrigin = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Undefined = no origins are configured, so no CORS header is ever sent. */
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
      "X-Request-Id",
      "X-Sandbox",
      "baggage",
      "traceparent",
      "tracestate",
    ],
    exposedHeaders: [
      "Idempotent-Replayed",
      "Link",
      "Location",
      "Preference-Applied",
      "Retry-After",
      "X-Fault-Detail",
      "X-Fault-Name",
      "X-Request-Id",
      "X-Total-Count",
    ],
    maxAge: 600,
  });
  return (request, response) => {
    const { method, headers } = request;
    // Any other OPTIONS request is not a preflight; the address handles it.
    if (method === "OPTIONS" && !("access-control-request-method" in headers)) return false;
    let goesOn = false;
    allow(request, response, () => (goesOn = true));
    return !goesOn;
  };
}
