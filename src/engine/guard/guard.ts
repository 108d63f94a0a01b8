/**
 * All limits of the process in one place: origins, rates, and budgets that all requests share. The listener asks once
 * for each request, and a step once for each call; bodies and answers take from the budgets.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Clock } from "../clock.js";
import type { Settings } from "../config/config.js";
import type { Shared } from "../storage/shared.js";
import { AnswerBudget } from "./answer-budget.js";
import { Budget } from "./budget.js";
import { TooManyCalls } from "../contract/faults.js";
import { ClientConnections } from "./connections.js";
import { Deadlines } from "./deadlines.js";
import { endWhenShredded, Intake, type Body, type SenderCheck, type SizeLimit } from "./intake.js";
import { Origins, type RequestRefusal } from "./origins.js";
import { type Limit, noRefusals } from "./refusals.js";
import type { RequestLimits } from "./request-bounds.js";
import { LoginThrottle, loginRefusal } from "./login-throttle.js";
import { RateExceeded, RateLimiter, type CountCall } from "./rate-limiter.js";

/** Described in config/table.ts. */
export type GuardSettings = Pick<
  Settings,
  | "baseUrl"
  | "corsOrigins"
  | "allowedHosts"
  | "maxRpcBodyBytes"
  | "callsPerMinute"
  | "requestTimeoutSeconds"
  | "loginFailuresPerUser"
  | "loginFailuresPerAddress"
>;

const MiB = 1024 * 1024;

/** Limits that are not settings. They suit a process with 1 GB of memory. */
const standardBounds = {
  /** Open connections; beyond that, each new one closes an idle one. */
  connections: 10_000,
  /** Requests in progress or waiting; further ones get 503. */
  callsUnderWay: 1000,
  /** Request bodies of all senders with a session or credentials, in bytes. */
  bodyBytes: 128 * MiB,
  /** The same of all others. */
  anonymousBodyBytes: 32 * MiB,
  /** The answer to a batch or multiCall, in bytes; beyond that, the remaining calls are refused. */
  answerBytes: 16 * MiB,
  /** Responses that clients have not read yet, in bytes. */
  unreadBytes: 256 * MiB,
  /** Idempotency keys that are kept; a call with a further key gets 503. */
  idempotencyKeys: 250_000,
};
export type Bounds = Readonly<typeof standardBounds>;

const minuteMs = 60_000;

/** The time in which failed logins and wrong control tokens are counted. */
const loginWindowMs = 15 * minuteMs;

export class Guard {
  readonly origins: Origins;
  /** Sends large answers. */
  readonly answers: AnswerBudget;
  /** The timeouts of calls. */
  readonly deadlines: Deadlines;
  /** The limits of one request. */
  readonly limits: RequestLimits;
  readonly bounds: Bounds;
  /** The maximum size of one body. */
  readonly maxBody: SizeLimit;
  readonly refusals = noRefusals();
  /** Requests that have not been answered, without those that wait for their bodies. */
  private requestsUnderWay = 0;
  private connections: ClientConnections | undefined;
  private readonly intake: Intake;

  /** @param someHaveDefaultKey whether any user has the default key */
  constructor(
    private readonly settings: GuardSettings,
    someHaveDefaultKey: () => Promise<boolean>,
    bounds: Partial<Bounds> = {},
  ) {
    this.bounds = { ...standardBounds, ...bounds };
    const { bodyBytes, anonymousBodyBytes, answerBytes, unreadBytes } = this.bounds;
    this.maxBody = { bytes: settings.maxRpcBodyBytes, setting: "MAX_RPC_BODY_BYTES" };
    const { refusals } = this;
    this.origins = new Origins(settings, someHaveDefaultKey, () => refusals.add("origin"));
    this.intake = new Intake(bodyBytes, anonymousBodyBytes, refusals);
    this.answers = new AnswerBudget(unreadBytes, () => refusals.add("answers"));
    const requestTimeoutMs = settings.requestTimeoutSeconds * 1000;
    this.deadlines = new Deadlines(requestTimeoutMs);
    this.limits = {
      requestTimeoutMs,
      maxAnswerBytes: answerBytes,
      answers: new Budget(unreadBytes / 2),
    };
  }

  /** Limits the connections of a server from now on. */
  watch(server: Server): ClientConnections {
    return (this.connections = new ClientConnections(server, this.bounds.connections, (limit) =>
      this.refusals.add(limit),
    ));
  }

  /** Why a request is refused; undefined if it is admitted. A promise for pipelined requests and an unknown `Host`. */
  async admit(request: IncomingMessage, response: ServerResponse): Promise<RequestRefusal | undefined> {
    const { host, origin, "transfer-encoding": encoding } = request.headers;
    if (encoding !== undefined) endWhenShredded(request);
    // An earlier answer of the connection is still being sent.
    if (!response.socket && this.connections) {
      return this.connections.waitFor(request, response).then(() => this.origins.refusalOf(request));
    }
    // Almost all requests come from programs and end here.
    if (origin === undefined && this.origins.acceptedHosts.has(host)) return undefined;
    return this.origins.refusalOf(request);
  }

  /** Whether one more request fits in addition to those in progress and those that wait. Counts a refusal if it does not. */
  hasRoom(waiting: number): boolean {
    if (this.requestsUnderWay + waiting < this.bounds.callsUnderWay) return true;
    this.refusals.add("calls_under_way");
    return false;
  }

  /** Counts a request as in progress until it is answered, but for the time in which it waits for its body. */
  async underWay(answering: Promise<void>): Promise<void> {
    this.requestsUnderWay += 1;
    try {
      await answering;
    } finally {
      this.requestsUnderWay -= 1;
    }
  }

  /** Reads the body of a request in progress. Senders of unfinished bodies must not keep others out. */
  async readBody(request: IncomingMessage, limit: SizeLimit, isKnown: SenderCheck): Promise<Body> {
    const reading = this.intake.read(request, limit, isKnown);
    if (!(reading instanceof Promise)) return reading;
    this.requestsUnderWay -= 1;
    try {
      return await reading;
    } finally {
      this.requestsUnderWay += 1;
    }
  }

  /** Limits the calls of one shop, by its clock; undefined = no limit. */
  callRate(clock: Clock, shared: Shared | undefined): CountCall | undefined {
    const { callsPerMinute: limit } = this.settings;
    if (limit === 0) return undefined;
    const refusal = this.counted("calls_per_minute", (seconds) => new TooManyCalls(seconds));
    const limiter = new RateLimiter(clock, { name: "calls", windowMs: minuteMs, refusal }, shared?.rates);
    return (key) => limiter.count({ key, limit });
  }

  /** Limits failed logins by name and address, over all shops. */
  logins(clock: Clock, shared: Shared | undefined): LoginThrottle {
    const { loginFailuresPerUser, loginFailuresPerAddress } = this.settings;
    const refusal = this.counted("logins", loginRefusal);
    const rate = { name: "logins", windowMs: loginWindowMs, refusal };
    return new LoginThrottle(new RateLimiter(clock, rate, shared?.rates), {
      perUserAndAddress: loginFailuresPerUser,
      perAddress: loginFailuresPerAddress,
    });
  }

  /** Limits wrong control tokens. Throws `RateExceeded`. */
  tokens(clock: Clock, shared: Shared | undefined): RateLimiter {
    const refusal = this.counted("control_tokens", (seconds) => new RateExceeded(seconds));
    return new RateLimiter(clock, { name: "tokens", windowMs: loginWindowMs, refusal }, shared?.rates);
  }

  private counted(limit: Limit, refusal: (retryAfterSeconds: number) => Error) {
    return (retryAfterSeconds: number) => {
      this.refusals.add(limit);
      return refusal(retryAfterSeconds);
    };
  }
}
