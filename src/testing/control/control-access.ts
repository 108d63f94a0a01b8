/** Who may use the test control, which asks for no credentials (interface 4). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { hostName, isLoopbackName, type Origins } from "../../engine/guard/origins.js";
import { RateExceeded, type RateLimiter } from "../../engine/guard/rate-limiter.js";
import { sendErrors } from "../../engine/http/errors.js";
import { clientAddress, isBehindTrustedProxy, isLoopback } from "../../engine/http/request.js";

export interface AccessSettings {
  readonly controlToken: string | undefined;
  readonly trustedProxies: readonly string[];
}

/** Why a request may not use the control. */
export interface ControlRefusal {
  readonly status: 403 | 429;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/**
 * With a token: whoever brings it. Without one: callers on this machine who addressed this machine. Pages use it only
 * from this machine or from this server.
 */
export class ControlAccess {
  constructor(
    private readonly settings: AccessSettings,
    private readonly origins: Origins,
    /** Counts wrong tokens by address. */
    private readonly wrongTokens: RateLimiter,
  ) {}

  get token(): string | undefined {
    return this.settings.controlToken;
  }

  async mayUse(request: IncomingMessage): Promise<boolean> {
    return (await this.refusalOf(request)) === undefined;
  }

  /** For pages that hold what the contracts say, and nothing of the shop: who is on this machine, under whatever name. */
  async mayRead(request: IncomingMessage): Promise<boolean> {
    const { controlToken, trustedProxies } = this.settings;
    const isNear =
      controlToken === undefined && this.origins.isOwn(request) && isFromHere(request, trustedProxies);
    return isNear || (await this.mayUse(request));
  }

  /** Undefined = it may be used. A wrong token counts as a failed attempt of its address. */
  async refusalOf(request: IncomingMessage): Promise<ControlRefusal | undefined> {
    const { controlToken, trustedProxies } = this.settings;
    if (!this.origins.isOwn(request)) return { status: 403, message: notForPages };
    if (controlToken === undefined) {
      return isHome(request, trustedProxies) ? undefined : { status: 403, message: onlyHere };
    }
    const brought = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
    if (brought === undefined) return { status: 403, message: tokenNeeded };
    return this.refusalOfToken(brought, controlToken, clientAddress(request, trustedProxies));
  }

  private async refusalOfToken(
    brought: string,
    token: string,
    address: string,
  ): Promise<ControlRefusal | undefined> {
    const check = () => Promise.resolve(isSame(brought, token) || undefined);
    try {
      const isRight = await this.wrongTokens.attempt([{ key: address, limit: maxWrongTokens }], check);
      return isRight ? undefined : { status: 403, message: tokenNeeded };
    } catch (error) {
      if (!(error instanceof RateExceeded)) throw error;
      const message = "There were too many wrong control tokens from this address.";
      return { status: 429, message, retryAfterSeconds: error.retryAfterSeconds };
    }
  }
}

/** Of one address. */
const maxWrongTokens = 10;

const notForPages = "The test control is not there for pages of other sites.";
const onlyHere =
  "The test control is reachable from this machine only; STORE_API_CONTROL_TOKEN would open it to others.";
const tokenNeeded =
  "The test control needs the control token: Authorization: Bearer <STORE_API_CONTROL_TOKEN>.";

export function controlGuard(access: ControlAccess): RequestHandler {
  return async (request, response, next) => {
    const refusal = await access.refusalOf(request);
    if (!refusal) return next();
    const { status, message, retryAfterSeconds } = refusal;
    if (retryAfterSeconds !== undefined) response.set("Retry-After", String(retryAfterSeconds));
    sendErrors(response, status, message);
  };
}

/** Both count: anybody can send any `Host`, and a page of another site can be made to resolve to this machine. */
function isHome(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  return isLoopbackName(hostName(request.headers.host)) && isFromHere(request, trustedProxies);
}

function isFromHere(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  if (!isBehindTrustedProxy(request, trustedProxies) && wasForwarded(request)) return false;
  return isLoopback(clientAddress(request, trustedProxies));
}

/** A proxy on this machine that nobody told us to trust speaks for callers from anywhere. */
function wasForwarded({ headers }: IncomingMessage): boolean {
  return forwardingHeaders.some((name) => name in headers);
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

function isSame(brought: string, token: string): boolean {
  // Hashes have one length, which a comparison in constant time needs.
  return timingSafeEqual(digest(brought), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
