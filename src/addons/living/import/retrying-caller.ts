/**
 * Calls a living shop without overloading it: limited concurrency, retries with backoff, and pauses as long as
 * `Retry-After` asks for.
 */
import { setTimeout as wait } from "node:timers/promises";
import { callBuiltin, callOperation, exchange, login, type DoorTarget } from "../doors/call.js";
import { unusableDoor } from "../doors/unusable-door.js";
import type { CallAnswer, ForeignFault } from "../doors/outcome.js";
import { usualBounds, type BreakKind } from "../doors/transport.js";

interface CallPolicy {
  /** Requests at once. */
  readonly concurrency: number;
  /** Tries of one call or image, including the first. */
  readonly tries: number;
  /** Timeout of one request. */
  readonly timeoutMs: number;
  /** Hosts (`host` or `host:port`) from which images are loaded, in addition to that of the calls. */
  readonly imageHosts: readonly string[];
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const defaultCallPolicy: CallPolicy = {
  concurrency: 2,
  tries: 5,
  timeoutMs: usualBounds.timeoutMs,
  imageHosts: [],
  pause: (ms, signal) => wait(ms, undefined, { signal }),
};

const [firstPauseMs, longestRetryAfterMs] = [1000, 5 * 60_000];

/** After this many calls in a row without a usable answer, the shop counts as unavailable. */
const maxFailuresInRow = 3;

/** A request that takes longer than the timeout twice would do so again. */
const triesOfTimeouts = 2;

/** After this many timeouts in a row, the shop counts as unavailable if it does not respond to a simple request either. */
const maxTimeoutsInRow = 2;

/** How a call ended. `failure` says why there is no usable answer after all retries. */
export type CallReply =
  | { readonly result: unknown }
  | { readonly refusal: ForeignFault }
  | { readonly tooLong: true }
  | { readonly failure: string; readonly isUnreachable?: true };

/** The shop does not answer any more. */
export class ShopUnavailableError extends Error {}

/** The shop refuses the user and key, or ends every session at once. */
export class LoginRefusedError extends Error {}

/** The signal was aborted. */
export class InterruptedError extends Error {}

interface RetryOptions {
  readonly mostBytes?: number | undefined;
  /** The request may go to another host: if that is unreachable, the shop may still be available. */
  readonly isElsewhere?: boolean;
  readonly tries?: number;
}

export class RetryingCaller {
  private session: Promise<string> | undefined;
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** No request starts before this time, in milliseconds of `performance.now()`. */
  private pausedUntil = 0;
  private failuresInRow = 0;
  private timeoutsInRow = 0;
  /** Origins of images that are unreachable. */
  private readonly deadOrigins = new Set<string>();

  constructor(
    private readonly target: DoorTarget,
    private readonly credentials: { readonly user: string; readonly key: string },
    private readonly policy: CallPolicy,
    private readonly signal: AbortSignal,
  ) {}

  /** Rejects with one of the three errors above. @param mostBytes limit for the answer */
  async call(operation: string, args: readonly unknown[], mostBytes?: number): Promise<CallReply> {
    const ask: SessionCall = (target, session) => callOperation(target, session, operation, args);
    return this.countFailures(await this.inSession(ask, { mostBytes }));
  }

  /** Calls a method of the protocol whose first parameter is the session. Rejects as `call` does. */
  async callMethod(method: string, args: readonly unknown[]): Promise<CallReply> {
    return this.countFailures(await this.inSession(methodCall(method, args)));
  }

  /** Calls a method once, for a caller that can do without it. */
  tryMethod(method: string, args: readonly unknown[]): Promise<CallReply> {
    return this.inSession(methodCall(method, args), { tries: 1 });
  }

  private async inSession(ask: SessionCall, options: RetryOptions = {}): Promise<CallReply> {
    for (let isSecond = false; ; isSecond = true) {
      const session = await this.openSession();
      const reply = await this.withRetries((target) => ask(target, session), options);
      if (!("refusal" in reply) || !isSessionExpired(reply.refusal)) return reply;
      if (isSecond)
        throw new LoginRefusedError(`the shop ends every session at once: ${reply.refusal.message}`);
      // A concurrent call may already have opened a new session.
      if ((await this.session) === session) this.session = undefined;
    }
  }

  /**
   * Resolves to the bytes at an address, or to why they cannot be loaded. Shops name images by their public address; if
   * that fails, or is another host than the policy allows, the same path is tried at the address that the calls use.
   */
  async load(address: string): Promise<Buffer | { readonly failure: string }> {
    if (!/^https?:/.test(address) || !URL.canParse(address)) return { failure: "it has no address" };
    const { origin, host, hostname, pathname, search } = new URL(address);
    const { hostname: shopHostname, origin: atShop } = new URL(this.target.url);
    // An address of another host would make this machine send requests to any address that the shop chooses.
    const isAllowed =
      hostname === shopHostname || this.policy.imageHosts.some((one) => one === host || one === hostname);
    const named = isAllowed && !this.deadOrigins.has(origin) ? [origin] : [];
    const origins = new Set([...named, atShop]);
    const failures: string[] = [];
    for (const one of origins) {
      const reply = await this.withRetries((target) => fetchFile(one + pathname + search, target), {
        isElsewhere: true,
      });
      if ("result" in reply) return reply.result as Buffer;
      if ("failure" in reply && reply.isUnreachable && one !== atShop) this.deadOrigins.add(one);
      failures.push(failureOf(reply));
    }
    const hint = isAllowed
      ? ""
      : ` (only asked of the shop itself: its address is at ${host}; see --image-host)`;
    return { failure: `${failures[0] ?? "the host is unreachable"}${hint}` };
  }

  /** All calls share one session, which the first call opens. */
  private openSession(): Promise<string> {
    this.session ??= this.logIn();
    return this.session;
  }

  private async logIn(): Promise<string> {
    const { user, key } = this.credentials;
    const reply = await this.withRetries((target) => login(target, user, key));
    if ("refusal" in reply)
      throw new LoginRefusedError(`login as ${user} was refused: ${reply.refusal.message}`);
    if (!("result" in reply)) throw new ShopUnavailableError(failureOf(reply));
    if (typeof reply.result !== "string" || reply.result === "")
      throw new ShopUnavailableError("the answer to login is not a session");
    return reply.result;
  }

  private countFailures(reply: CallReply): CallReply {
    this.failuresInRow = "failure" in reply ? this.failuresInRow + 1 : 0;
    if ("failure" in reply && this.failuresInRow >= maxFailuresInRow)
      throw new ShopUnavailableError(
        `${this.failuresInRow} calls in a row had no usable response; the last one: ${reply.failure}`,
      );
    return reply;
  }

  private async withRetries(
    ask: (target: DoorTarget) => Promise<CallAnswer>,
    { mostBytes = usualBounds.maxBytes, isElsewhere = false, tries = this.policy.tries }: RetryOptions = {},
  ): Promise<CallReply> {
    const target = this.targetWithin(mostBytes);
    for (let tried = 1; ; tried += 1) {
      const answer = await this.withSlot(() => ask(target));
      if (!isElsewhere) await this.countTimeouts(answer);
      if (answer.outcome === "result") return { result: answer.value };
      const unusable = await unusableDoor(target, answer);
      if (unusable !== undefined) throw new ShopUnavailableError(unusable);
      if (answer.outcome === "fault") return { refusal: answer.fault };
      if (isBroken(answer, "too-long")) return { tooLong: true };
      const why = reasonOf(answer);
      if (isElsewhere && isBroken(answer, "unreachable")) return { failure: why, isUnreachable: true };
      if (isFinal(answer)) return { failure: why };
      if (tried === (isBroken(answer, "timeout") ? Math.min(tries, triesOfTimeouts) : tries)) {
        if (isBroken(answer, "unreachable")) throw new ShopUnavailableError(why);
        this.noteRetryAfter(answer);
        return { failure: `${why} (${tried} tries)` };
      }
      await this.backOff(answer, firstPauseMs * 2 ** (tried - 1));
    }
  }

  private targetWithin(maxBytes: number): DoorTarget {
    const { timeoutMs } = this.policy;
    return { ...this.target, bounds: { maxBytes, timeoutMs, signal: this.signal } };
  }

  /** A shop that hangs would be tried for many minutes; a single slow call is retried as any other. */
  private async countTimeouts(answer: CallAnswer): Promise<void> {
    this.timeoutsInRow = isBroken(answer, "timeout") ? this.timeoutsInRow + 1 : 0;
    if (this.timeoutsInRow < maxTimeoutsInRow) return;
    const { door } = this.target;
    const target = this.targetWithin(usualBounds.maxBytes);
    // A login with a wrong key needs no session and leaves none behind.
    const probe = await this.withSlot(() => login(target, "", ""));
    if (isBroken(probe, "timeout"))
      throw new ShopUnavailableError(
        `it does not respond: ${maxTimeoutsInRow} requests in a row and a login (${door}) had no response within ` +
          `${this.policy.timeoutMs / 1000} s each`,
      );
    this.timeoutsInRow = 0;
  }

  /** Delays the retry of this call; with `Retry-After`, it delays all calls. */
  private async backOff(answer: CallAnswer, usualMs: number): Promise<void> {
    const isPaused = this.noteRetryAfter(answer);
    await this.pause(isPaused ? this.pausedUntil - performance.now() : usualMs);
  }

  private noteRetryAfter(answer: CallAnswer): boolean {
    const retryAfterMs = retryAfterOf(answer);
    if (retryAfterMs === undefined) return false;
    const until = performance.now() + Math.min(retryAfterMs, longestRetryAfterMs);
    this.pausedUntil = Math.max(this.pausedUntil, until);
    return true;
  }

  private async withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.policy.concurrency)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      const quietMs = this.pausedUntil - performance.now();
      if (quietMs > 0) await this.pause(quietMs);
      this.checkSignal();
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private async pause(ms: number): Promise<void> {
    this.checkSignal();
    try {
      await this.policy.pause(ms, this.signal);
    } finally {
      this.checkSignal();
    }
  }

  private checkSignal(): void {
    if (this.signal.aborted) throw new InterruptedError("interrupted");
  }
}

type SessionCall = (target: DoorTarget, session: string) => Promise<CallAnswer>;

function methodCall(method: string, args: readonly unknown[]): SessionCall {
  return (target, session) => callBuiltin(target, method, [session, ...args]);
}

type Unusable = Extract<CallAnswer, { outcome: "http" | "broken" }>;

function reasonOf(answer: Unusable): string {
  if (answer.outcome === "broken") return answer.reason;
  const { status, text } = answer;
  const location = answer.http?.headers.location;
  if (location !== undefined) return `HTTP ${status}: it redirects to ${location}`;
  const isPage = /^\s*<(!doctype|html)/i.test(text);
  const what = isPage
    ? "an HTML page"
    : text.trim() === ""
      ? "an empty response"
      : "another kind of response";
  return `HTTP ${status}, ${what}`;
}

/** Whether a retry would not change the answer. */
function isFinal(answer: Unusable): boolean {
  if (answer.outcome === "broken") return false;
  const { status } = answer;
  return status >= 300 && status < 500 && status !== 408 && status !== 429;
}

function isBroken(answer: CallAnswer, kind: BreakKind): boolean {
  return answer.outcome === "broken" && answer.kind === kind;
}

function fetchFile(url: string, { bounds }: DoorTarget): Promise<CallAnswer> {
  return exchange({ method: "GET", url, headers: {} }, bounds, ({ status, headers, body }) => {
    const http = { status, headers };
    return status === 200
      ? { outcome: "result", value: body, http }
      : { outcome: "http", status, text: "", http };
  });
}

/** Milliseconds; undefined without a `Retry-After` of a 429 or 503. */
function retryAfterOf({ http }: CallAnswer): number | undefined {
  const given = http?.headers["retry-after"];
  if (given === undefined || http === undefined || (http.status !== 503 && http.status !== 429))
    return undefined;
  const seconds = /^\d+$/.test(given.trim()) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds * 1000);
}

/** Magento's JSON-RPC sends no fault codes, so the text is checked as well. */
function isSessionExpired({ code, name, message }: ForeignFault): boolean {
  return name === "session_expired" || code === "5" || /^session expired/i.test(message);
}

function failureOf(reply: Exclude<CallReply, { result: unknown }>): string {
  if ("tooLong" in reply) return "the response is too long";
  return "failure" in reply ? reply.failure : reply.refusal.message;
}
