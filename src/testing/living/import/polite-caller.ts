/**
 * Calls of a living shop that has other work to do: a few at once, patient with what fails, and quiet for as long as the
 * shop asks for it.
 */
import { setTimeout as wait } from "node:timers/promises";
import { call, login, type DoorTarget } from "../doors/call.js";
import type { Answer, ForeignFault } from "../doors/outcome.js";
import { BrokenExchange, send, usualBounds } from "../doors/transport.js";

export interface Politeness {
  /** Requests at once. */
  readonly concurrency: number;
  /** Of one call or image, the first included. */
  readonly tries: number;
  /** How long one request may take. */
  readonly timeoutMs: number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const usualPoliteness: Politeness = {
  ...{ concurrency: 2, tries: 5, timeoutMs: usualBounds.timeoutMs },
  pause: (ms, signal) => wait(ms, undefined, { signal }),
};

const [firstPauseMs, longestRetryAfterMs] = [1000, 5 * 60_000];

/** So many calls in a row without any usable answer mean that the shop is away. */
const failuresOfAbsence = 3;

/** How a call ended. `failure` says why there is no usable answer, although it was tried again and again. */
export type Reply =
  | { readonly result: unknown }
  | { readonly refusal: ForeignFault }
  | { readonly tooLong: true }
  | { readonly failure: string };

/** Nothing more can be expected of the shop. */
export class ShopAway extends Error {}

/** The shop does not take the user and key, or not any more. */
export class LoginRefused extends Error {}

/** Somebody asked to stop. */
export class Interrupted extends Error {}

interface Patience {
  readonly mostBytes?: number | undefined;
  /** Nobody there does not mean that the shop is away. */
  readonly isElsewhere?: boolean;
}

export class PoliteCaller {
  private session: Promise<string> | undefined;
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** Nobody asks before this time, by the clock of `performance`. */
  private quietUntil = 0;
  private failuresInRow = 0;
  /** Where images should be, but nobody answers. */
  private readonly deadOrigins = new Set<string>();

  constructor(
    private readonly target: DoorTarget,
    private readonly credentials: { readonly user: string; readonly key: string },
    private readonly politeness: Politeness,
    private readonly signal: AbortSignal,
  ) {}

  /** Rejects with `ShopAway`, `LoginRefused` or `Interrupted`. @param mostBytes of the answer */
  async call(operation: string, args: readonly unknown[], mostBytes?: number): Promise<Reply> {
    for (let isSecond = false; ; isSecond = true) {
      const session = await this.loggedIn();
      const reply = await this.patiently((target) => call(target, session, operation, args), { mostBytes });
      if (!("refusal" in reply) || !isOfEndedSession(reply.refusal)) return this.counted(reply);
      if (isSecond) throw new LoginRefused(`the shop ends every session at once: ${reply.refusal.message}`);
      // Others may have seen it first, and have a new one.
      if ((await this.session) === session) this.session = undefined;
    }
  }

  /**
   * The bytes at an address, or why there are none. Shops name images by the address that they have for customers; where
   * that leads elsewhere, the shop is asked at the address that the calls go to.
   */
  async load(address: string): Promise<Buffer | { readonly failure: string }> {
    if (!/^https?:/.test(address) || !URL.canParse(address)) return { failure: "it has no address" };
    const { origin, pathname, search } = new URL(address);
    const atShop = new URL(this.target.url).origin;
    const origins =
      origin === atShop ? [origin] : [origin, atShop].filter((one) => !this.deadOrigins.has(one));
    const failures: string[] = [];
    for (const one of origins) {
      const reply = await this.patiently((target) => file(one + pathname + search, target), {
        isElsewhere: true,
      });
      if ("result" in reply) return reply.result as Buffer;
      if ("failure" in reply && unreachable.test(reply.failure) && one !== atShop) this.deadOrigins.add(one);
      failures.push(failureOf(reply));
    }
    return { failure: failures[0] ?? "nobody answers there" };
  }

  /** One session for all, made when the first call wants it. */
  private loggedIn(): Promise<string> {
    this.session ??= this.logIn();
    return this.session;
  }

  private async logIn(): Promise<string> {
    const { user, key } = this.credentials;
    const reply = await this.patiently((target) => login(target, user, key));
    if ("refusal" in reply) throw new LoginRefused(`login as ${user} was refused: ${reply.refusal.message}`);
    if (!("result" in reply)) throw new ShopAway(failureOf(reply));
    if (typeof reply.result !== "string" || reply.result === "")
      throw new ShopAway("the answer to login is no session");
    return reply.result;
  }

  private counted(reply: Reply): Reply {
    this.failuresInRow = "failure" in reply ? this.failuresInRow + 1 : 0;
    if ("failure" in reply && this.failuresInRow >= failuresOfAbsence)
      throw new ShopAway(
        `${this.failuresInRow} calls in a row had no usable answer; the last one: ${reply.failure}`,
      );
    return reply;
  }

  private async patiently(
    ask: (target: DoorTarget) => Promise<Answer>,
    { mostBytes = usualBounds.maxBytes, isElsewhere = false }: Patience = {},
  ): Promise<Reply> {
    const { tries, timeoutMs } = this.politeness;
    const target = { ...this.target, bounds: { maxBytes: mostBytes, timeoutMs, signal: this.signal } };
    for (let tried = 1; ; tried += 1) {
      const answer = await this.inTurn(() => ask(target));
      if (answer.outcome === "result") return { result: answer.value };
      if (answer.outcome === "fault") return { refusal: answer.fault };
      if (answer.outcome === "broken" && answer.reason.startsWith("the answer is longer"))
        return { tooLong: true };
      const why = reasonOf(answer);
      if (isFinal(answer) || (isElsewhere && isUnreachable(answer))) return { failure: why };
      if (tried === tries) {
        if (isUnreachable(answer)) throw new ShopAway(why);
        return { failure: `${why} (${tries} tries)` };
      }
      await this.beQuiet(answer, firstPauseMs * 2 ** (tried - 1));
    }
  }

  /** One call waits after a failure; all wait when the shop says for how long. */
  private async beQuiet(answer: Answer, usualMs: number): Promise<void> {
    const retryAfterMs = retryAfterOf(answer);
    if (retryAfterMs !== undefined)
      this.quietUntil = Math.max(
        this.quietUntil,
        performance.now() + Math.min(retryAfterMs, longestRetryAfterMs),
      );
    await this.pause(retryAfterMs === undefined ? usualMs : this.quietUntil - performance.now());
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.politeness.concurrency)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      const quietMs = this.quietUntil - performance.now();
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
      await this.politeness.pause(ms, this.signal);
    } finally {
      this.checkSignal();
    }
  }

  private checkSignal(): void {
    if (this.signal.aborted) throw new Interrupted("interrupted");
  }
}

type Unusable = Extract<Answer, { outcome: "http" | "broken" }>;

function reasonOf(answer: Unusable): string {
  if (answer.outcome === "broken") return answer.reason;
  const { status, text } = answer;
  const location = answer.http?.headers.location;
  if (location !== undefined) return `HTTP ${status}: it sends to ${location}`;
  const isPage = /^\s*<(!doctype|html)/i.test(text);
  const what = isPage
    ? "a page of HTML"
    : text.trim() === ""
      ? "an empty answer"
      : "an answer of another kind";
  return `HTTP ${status}, ${what}`;
}

/** What another try would not change. */
function isFinal(answer: Unusable): boolean {
  if (answer.outcome === "broken") return false;
  const { status } = answer;
  return status >= 300 && status < 500 && status !== 408 && status !== 429;
}

const unreachable = /refused|no such host|looked up/;

function isUnreachable(answer: Unusable): boolean {
  return answer.outcome === "broken" && unreachable.test(answer.reason);
}

async function file(url: string, { bounds = usualBounds }: DoorTarget): Promise<Answer> {
  try {
    const { status, headers, body } = await send({ method: "GET", url, headers: {} }, bounds);
    const http = { status, headers };
    if (status === 200) return { outcome: "result", value: body, http };
    return { outcome: "http", status, text: "", http };
  } catch (error) {
    if (error instanceof BrokenExchange) return { outcome: "broken", reason: error.message };
    throw error;
  }
}

/** Milliseconds; undefined where the shop does not say. */
function retryAfterOf({ http }: Answer): number | undefined {
  const given = http?.headers["retry-after"];
  if (given === undefined || http === undefined || (http.status !== 503 && http.status !== 429))
    return undefined;
  const seconds = /^\d+$/.test(given.trim()) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds * 1000);
}

/** Magento's JSON-RPC answers no numbers of faults, only their texts. */
function isOfEndedSession({ code, name, message }: ForeignFault): boolean {
  return name === "session_expired" || code === "5" || /^session expired/i.test(message);
}

function failureOf(reply: Exclude<Reply, { result: unknown }>): string {
  if ("tooLong" in reply) return "the answer is too long";
  return "failure" in reply ? reply.failure : reply.refusal.message;
}
