import {
  StoreApiError,
  StoreClientError,
  type ClientFault,
  type Operation,
  type SafeResult,
} from "./errors.js";
import {
  baseOf,
  beginning,
  exchange,
  isBusy,
  sendable,
  type PlatformFetch,
  type PlatformSignal,
  type PlatformUrl,
} from "./exchange.js";
import { defaultTimeout, pause, withinTime } from "./time-limit.js";
import {
  busy,
  entry,
  errorOf,
  isExpired,
  outcome,
  parsed,
  refuseUnplanned,
  resultOf,
  unexpected,
  type PlannedCall,
  type WireAnswer,
} from "./wire.js";

// ---- Calls over HTTP ----------------------------------------------------------------------------------------------

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call. */
  signal?: PlatformSignal | undefined;
  /** Timeout in milliseconds, including a necessary login; 0 = no limit. Default: the client's. */
  timeout?: number | undefined;
  /** Further headers of this request, for example, in tests, `Prefer: fault=…`. */
  headers?: Record<string, string> | undefined;
}

/** Options of a call that changes the shop. */
export interface WriteOptions extends CallOptions {
  /**
   * Your own text, such as a UUID. Within 24 hours, the same call with the same key returns the answer of the
   * first one and is not executed again. Use a new key for each intended call.
   */
  idempotencyKey?: string | undefined;
}

/** The caller: an API user, who is logged in when necessary, or the session of one. */
export type Credentials =
  | { username: string; apiKey: string; session?: string | undefined }
  | { session: string; username?: undefined; apiKey?: undefined };

export type ClientOptions = Credentials & {
  /** The address of the service, for example `http://127.0.0.1:8080`; a path before `/api` stays. */
  url: string | PlatformUrl;
  /** Used instead of the global `fetch`. */
  fetch?: PlatformFetch | undefined;
  /** Timeout of a call in milliseconds; 0 = no limit. Default: 30,000. */
  timeout?: number | undefined;
  /** Further headers of every request, for example `X-Sandbox`. */
  headers?: Record<string, string> | undefined;
  /**
   * Whether the service refuses what it would accept without effect, such as unknown members of data objects, with the
   * most similar known names (`Prefer: handling=strict`). Default: true; false leaves it to the setting of the service.
   */
  strict?: boolean | undefined;
  /** Maximum size of an answer in bytes. Default: 268,435,456. */
  maxAnswerBytes?: number | undefined;
  /**
   * How often a request without an answer (`connection_failed`, `unavailable`) is repeated within the timeout, after the
   * seconds of `Retry-After` or a growing pause. Writes then have an idempotency key in any case, so that they are executed
   * once. Default: 0.
   */
  retries?: number | undefined;
  /** Called after every request to the service, for example to log it. */
  onCall?: ((report: CallReport) => void) | undefined;
};

/** One request to the service. It has neither arguments nor results, which may be personal or secret. */
export interface CallReport {
  /** The operation, `batch`, `multiCall` or `login`. */
  readonly operation: string;
  readonly milliseconds: number;
  /** The HTTP status, if there was an HTTP answer. */
  readonly status: number | undefined;
  /** The string code of the fault; undefined for a result and for the list of a batch. */
  readonly fault: string | undefined;
  /** 1 for the first try, then that of the retry. */
  readonly attempt: number;
  /** Whether the answer is that of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
  /** `X-Request-Id` of the answer, by which the log of the service has the request. */
  readonly requestId: string | undefined;
  /** The headers of the answer, by names in lower case; empty without one. */
  readonly headers: Readonly<Record<string, string>>;
}

class Connection {
  readonly #options: ClientOptions;
  readonly #address: string;
  #session: string | undefined;
  #opening: Promise<WireAnswer> | undefined;
  #lastId = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#address = `${baseOf(options.url)}/api/jsonrpc`;
    this.#session = options.session;
  }

  get session(): string | undefined {
    return this.#session;
  }

  /** An operation, in the session of this client. */
  async call(operation: Operation, params: object, options: WriteOptions = {}): Promise<unknown> {
    const given = this.sendable(operation, params);
    return this.#within(operation, options, async (signal) => {
      const answer = await this.#inSession(
        operation,
        (session) => this.#one(operation, this.#request(operation, given), { session, signal, options }),
        isExpired,
        signal,
      );
      return resultOf(operation, answer);
    });
  }

  /** A method with the session among its parameters, or without a session. */
  async builtin(method: Operation, params: (session: string) => object, options?: WriteOptions) {
    return resultOf(method, await this.#builtinAnswer(method, params, options));
  }

  #builtinAnswer(
    method: Operation,
    params: (session: string) => object,
    options: WriteOptions = {},
  ): Promise<WireAnswer> {
    return this.#within(method, options, (signal) =>
      this.#inSession(
        method,
        (session) => this.#one(method, this.#request(method, params(session)), { signal, options }),
        isExpired,
        signal,
      ),
    );
  }

  /** Calls in one request, one after the other; the failure of one does not undo or stop the others. */
  async batch(calls: readonly PlannedCall[], options: WriteOptions = {}): Promise<SafeResult<Operation>[]> {
    refuseUnplanned("batch", calls);
    const given = this.#allSendable(calls);
    if (calls.length === 0) return [];
    return this.#within("batch", options, async (signal) => {
      const requests = calls.map(({ operation }, index) => this.#request(operation, given[index] as object));
      const answers = new Map<unknown, WireAnswer>();
      // After an expiry, only the calls that were refused because of it are repeated.
      let left = requests;
      await this.#inSession(
        "batch",
        async (session) => {
          const found = (await this.#post("batch", left, { session, signal, options })) as WireAnswer[];
          for (const one of found) answers.set(one.id, one);
          if (left.some(({ id }) => !answers.has(id)))
            throw unexpected("batch", "an answer is missing", found);
          const expired = left.filter(({ id }) => isExpired(answers.get(id)));
          // A key counts by position, so then the whole batch is sent again, and what was executed is returned again.
          left = expired.length > 0 && options.idempotencyKey !== undefined ? requests : expired;
        },
        () => left.length > 0,
        signal,
      );
      return requests.map(({ id }, index) => outcome(calls[index] as PlannedCall, answers.get(id)));
    });
  }

  /** The same by the service's `multiCall`, which can stop after the first fault. */
  async multiCall(
    calls: readonly PlannedCall[],
    { break: stop = false, ...options }: WriteOptions & { break?: boolean | undefined } = {},
  ): Promise<SafeResult<Operation>[]> {
    refuseUnplanned("multiCall", calls);
    const given = this.#allSendable(calls);
    if (calls.length === 0) return [];
    const method = "multiCall" as Operation;
    const answer = await this.#builtinAnswer(
      method,
      (sessionId) => ({
        sessionId,
        calls: calls.map(({ operation }, index) => [operation, given[index]]),
        options: stop ? { break: 1 } : {},
      }),
      options,
    );
    const entries = resultOf(method, answer) as unknown[];
    return calls.map((call, index) =>
      outcome(call, index < entries.length ? entry(entries[index], answer.requestId) : undefined),
    );
  }

  /** The session, opened if there is none. */
  login(options: CallOptions = {}): Promise<string> {
    return this.#within("login", options, () => this.#open("login"));
  }

  /** Ends the session; the next call opens another one. */
  async endSession(options: CallOptions = {}): Promise<true> {
    const sessionId = this.#session;
    if (sessionId === undefined) return true;
    this.#session = undefined;
    return this.#within("endSession", options, async (signal) => {
      const request = this.#request("endSession", { sessionId });
      return resultOf(
        "endSession" as Operation,
        await this.#one("endSession", request, { signal, options }),
      ) as true;
    });
  }

  /** Sends in a session, and once more in a new one if it has expired. */
  async #inSession<Answer>(
    operation: string,
    send: (session: string) => Promise<Answer>,
    hasExpired: (answer: Answer) => boolean,
    signal: AbortSignal,
  ): Promise<Answer> {
    const session = await this.#open(operation);
    // A call that was aborted while others waited for the login must not change the shop any more.
    signal.throwIfAborted();
    const answer = await send(session);
    if (!hasExpired(answer)) return answer;
    // Another call may already have opened a new one.
    if (this.#session === session && this.#canLogIn) this.#session = undefined;
    if (!this.#canLogIn) return answer;
    const next = await this.#open(operation);
    signal.throwIfAborted();
    return send(next);
  }

  get #canLogIn(): boolean {
    return this.#options.username !== undefined;
  }

  /** All calls that wait for a session share one login. */
  async #open(operation: string): Promise<string> {
    if (this.#session !== undefined) return this.#session;
    if (!this.#canLogIn)
      throw new StoreClientError(operation, "no_session", "the client has no session and no key");
    this.#opening ??= this.#logIn().finally(() => (this.#opening = undefined));
    const { result, error } = await this.#opening;
    if (!error) return result as string;
    const message = `The login was refused: ${error.message}`;
    throw new StoreApiError(operation as Operation, { ...error, message });
  }

  #logIn(): Promise<WireAnswer> {
    const { username, apiKey } = this.#options;
    return this.#within("login", {}, async (signal) => {
      const request = this.#request("login", { username, apiKey });
      const answer = await this.#one("login", request, { signal, options: {} });
      if (!answer.error) this.#session = answer.result as string;
      return answer;
    });
  }

  /** @param within the place of the parameters in a list, for the error */
  sendable(operation: string, params: object, within?: string): object {
    const refuse = (member: string, problem: string) =>
      new StoreClientError(operation, "invalid_value", `${member} ${problem}`);
    return sendable(params, refuse, within);
  }

  #allSendable(calls: readonly PlannedCall[]): object[] {
    return calls.map(({ operation, params }, index) => this.sendable(operation, params, `calls[${index}]`));
  }

  #request(method: string, params: object) {
    return { jsonrpc: "2.0", id: ++this.#lastId, method, params } as const;
  }

  async #one(operation: string, request: object, sending: Sending): Promise<WireAnswer> {
    const answer = (await this.#post(operation, request, sending)) as WireAnswer;
    // Faults have numbers from 0 on; a protocol error means that the request as a whole was refused.
    if (answer.error && !(answer.error.code >= 0))
      throw unexpected(operation, answer.error.message, answer, { requestId: answer.requestId });
    return answer;
  }

  async #post(operation: string, body: object, sending: Sending): Promise<unknown> {
    const { retries = 0 } = this.#options;
    const { signal, options } = sending;
    // A repeated write must not be executed twice; what only reads ignores the key.
    const idempotencyKey = options.idempotencyKey ?? (retries > 0 ? randomKey() : undefined);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const own = { ...sending, options: { ...options, idempotencyKey } };
        return await this.#postOnce(operation, body, own, attempt + 1);
      } catch (error) {
        if (!(error instanceof StoreClientError) || attempt >= retries || !repeated.has(error.fault))
          throw error;
        const { retryAfter } = error;
        await pause(
          retryAfter === undefined ? Math.min(250 * 2 ** attempt, 8_000) : retryAfter * 1000,
          signal,
        );
      }
    }
  }

  /** One request, reported to `onCall`. */
  async #postOnce(operation: string, body: object, sending: Sending, attempt: number): Promise<unknown> {
    const started = performance.now();
    const answered: Answered = { headers: {} };
    const report = (fault: string | undefined, status = answered.status) => {
      const { headers } = answered;
      this.#options.onCall?.({
        ...{ operation, milliseconds: performance.now() - started, status, fault, attempt, headers },
        replayed: headers["idempotent-replayed"] === "true",
        requestId: headers["x-request-id"],
      });
    };
    try {
      const found = await this.#exchanged(operation, body, sending, answered);
      report(errorOf(found as WireAnswer | WireAnswer[])?.data?.fault);
      return found;
    } catch (error) {
      const { fault, status } = error as Partial<StoreClientError>;
      report(fault ?? "connection_failed", status);
      throw error;
    }
  }

  async #exchanged(
    operation: string,
    body: object,
    { session, signal, options }: Sending,
    answered: Answered,
  ): Promise<unknown> {
    const headers = {
      "Content-Type": "application/json",
      ...(session === undefined ? {} : { Authorization: `Bearer ${session}` }),
      ...this.#options.headers,
      ...options.headers,
      ...(options.idempotencyKey === undefined ? {} : { "Idempotency-Key": options.idempotencyKey }),
    };
    const { fetch, maxAnswerBytes, strict = true } = this.#options;
    const request = {
      method: "POST",
      headers: strict ? strictly(headers) : headers,
      body: JSON.stringify(body),
      signal,
    };
    const answer = await exchange(this.#address, request, {
      ...{ fetch, maxAnswerBytes },
      failed: (fault, message, details) => new StoreClientError(operation, fault, message, details),
    });
    const { status, headers: received } = answer;
    Object.assign(answered, { status, headers: received });
    const requestId = received["x-request-id"];
    const found = parsed(answer.text);
    for (const one of [found].flat()) if (one) one.requestId = requestId;
    if (isBusy(answer.status)) throw busy(operation, this.#address, answer, found);
    if (found !== undefined && Array.isArray(found) === Array.isArray(body)) return found;
    const said =
      errorOf(found)?.message ??
      `${this.#address}: HTTP ${status} without an answer in JSON-RPC${beginning(answer.text)}`;
    throw unexpected(operation, said, found, { status, requestId });
  }

  #within<Result>(
    operation: string,
    { signal, timeout = this.#options.timeout ?? defaultTimeout }: CallOptions,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const stopped = (fault: ClientFault, message: string, details?: ErrorOptions) =>
      new StoreClientError(operation, fault, message, details);
    return withinTime({ signal, timeout, address: this.#address, stopped }, work);
  }
}

/** Faults after which a request is repeated, if the client was told to. */
const repeated: ReadonlySet<string> = new Set(["connection_failed", "unavailable"]);

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The headers, with the preference for strict handling added to other preferences, unless they say how to handle it. */
function strictly(headers: Record<string, string>): Record<string, string> {
  const own = Object.keys(headers).find((name) => name.toLowerCase() === "prefer");
  if (own !== undefined && /\bhandling\s*=/i.test(headers[own] as string)) return headers;
  const others = own === undefined ? "" : `, ${headers[own]}`;
  return { ...headers, [own ?? "Prefer"]: `handling=strict${others}` };
}

/** What is known of the answer for the report. */
interface Answered {
  status?: number;
  headers: Readonly<Record<string, string>>;
}

interface Sending {
  readonly session?: string | undefined;
  readonly signal: AbortSignal;
  readonly options: WriteOptions;
}

export { Connection };
