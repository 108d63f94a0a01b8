/** Decides which requests may use the test control, which requires no credentials of the shop (docs/testing.md). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { hostName, isLoopbackName, type Origins } from "../../engine/guard/origins.js";
import { QueueFull } from "../../engine/guard/fair-queue.js";
import { RateExceeded, type RateLimiter } from "../../engine/guard/rate-limiter.js";
import { sendErrors } from "../../engine/serving/errors.js";
import { clientAddress, isFromThisMachine } from "../../engine/http/request.js";

interface AccessSettings {
  readonly controlToken: string | undefined;
  readonly trustedProxies: readonly string[];
}

/** The answer to a request that may not use the test control. */
interface ControlRefusal {
  readonly status: 403 | 429 | 503;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/**
 * If a control token is configured, a request needs it. Otherwise, the request must come from this machine and its `Host` must
 * name this machine. Web pages of other origins are always refused.
 */
export class ControlAccess {
  constructor(
    private readonly settings: AccessSettings,
    private readonly origins: Origins,
    /** Counts wrong tokens per client address. */
    private readonly wrongTokens: RateLimiter,
  ) {}

  get token(): string | undefined {
    return this.settings.controlToken;
  }

  async mayUse(request: IncomingMessage): Promise<boolean> {
    return (await this.refusalOf(request)) === undefined;
  }

  /** Whether a request may read pages about the contracts, without data of the shop: `Host` may be any name. */
  async mayRead(request: IncomingMessage): Promise<boolean> {
    const { controlToken, trustedProxies } = this.settings;
    const isNear =
      controlToken === undefined && this.origins.isOwn(request) && isFromThisMachine(request, trustedProxies);
    return isNear || (await this.mayUse(request));
  }

  /** Undefined if the request is allowed. A wrong token counts as a failed attempt of the client address. */
  async refusalOf(request: IncomingMessage): Promise<ControlRefusal | undefined> {
    const { controlToken, trustedProxies } = this.settings;
    if (!this.origins.isOwn(request)) return { status: 403, message: foreignPageMessage };
    if (controlToken === undefined) {
      return isLocalRequest(request, trustedProxies) ? undefined : { status: 403, message: remoteMessage };
    }
    const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
    if (given === undefined) return { status: 403, message: tokenMessage };
    return this.refusalOfToken(given, controlToken, clientAddress(request, trustedProxies));
  }

  private async refusalOfToken(
    given: string,
    token: string,
    address: string,
  ): Promise<ControlRefusal | undefined> {
    const check = () => Promise.resolve(isSameToken(given, token) || undefined);
    try {
      const isRight = await this.wrongTokens.attempt([{ key: address, limit: maxWrongTokens }], check);
      return isRight ? undefined : { status: 403, message: tokenMessage };
    } catch (error) {
      if (error instanceof QueueFull) {
        const message = "Too many control tokens are being checked; try again in a moment.";
        return { status: 503, message, retryAfterSeconds: 1 };
      }
      if (!(error instanceof RateExceeded)) throw error;
      const message = "There were too many wrong control tokens from this address.";
      return { status: 429, message, retryAfterSeconds: error.retryAfterSeconds };
    }
  }
}

/** Per client address. */
const maxWrongTokens = 10;

const foreignPageMessage = "Pages of other sites may not use the test control.";
const remoteMessage =
  "The test control is reachable from this machine only; set STORE_API_CONTROL_TOKEN to open it to others.";
const tokenMessage =
  "The test control needs the control token: Authorization: Bearer <STORE_API_CONTROL_TOKEN>.";

export function requireControlAccess(access: ControlAccess): RequestHandler {
  return async (request, response, next) => {
    const refusal = await access.refusalOf(request);
    if (!refusal) return next();
    const { status, message, retryAfterSeconds } = refusal;
    if (retryAfterSeconds !== undefined) response.set("Retry-After", String(retryAfterSeconds));
    sendErrors(response, status, message);
  };
}

/**
 * Checks both the client address and `Host`: a remote client can send any `Host`, and a page of another site may use a host
 * name that resolves to this machine (DNS rebinding).
 */
function isLocalRequest(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  return isLoopbackName(hostName(request.headers.host)) && isFromThisMachine(request, trustedProxies);
}

function isSameToken(given: string, token: string): boolean {
  // The comparison in constant time needs values of equal length, as hashes are.
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
