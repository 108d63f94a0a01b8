import { beginning, exchange, isBusy, opened, type Exchanged } from "./exchange.js";
import { routes, type ControlClient, type Route } from "./routes.js";
import { defaultTimeout, withinTime } from "./time-limit.js";

// ---- The client ---------------------------------------------------------------------------------------------------

/** How one call is made. */
export interface ControlCallOptions {
  /** Gives the call up when it aborts; ends a stream. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up; 0 = no limit. Default: the client's. Streams have none. */
  timeout?: number | undefined;
}

/** How a call is made that can be repeated safely. */
export interface ControlWriteOptions extends ControlCallOptions {
  /**
   * A text of your own: within 24 hours the same call under the same key answers what the first one answered and is not
   * carried out again.
   */
  idempotencyKey?: string | undefined;
}

export interface ControlOptions {
  /** Where the service is, for example `http://127.0.0.1:8080`. */
  url: string | URL;
  /** The service's CONTROL_TOKEN, if it has one. */
  token?: string | undefined;
  /** The sandbox that is spoken to; without it the shop itself. */
  sandbox?: string | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: ((address: string, request: RequestInit) => Promise<Response>) | undefined;
  /** Milliseconds until a call is given up; 0 = no limit. Default: 30,000. */
  timeout?: number | undefined;
  /** The most bytes that an answer may have. Default: 268,435,456. */
  maxAnswerBytes?: number | undefined;
}

/** Why a call of the test control failed. */
export type ControlFailure =
  /** The service said no: see `status` and `errors`. */
  | "refused"
  /** The service asks to come back later (HTTP 429 and 503): see `retryAfter`. */
  | "unavailable"
  /** The service cannot be reached, or the connection broke. */
  | "connection_failed"
  /** The time ran out, or the caller's signal aborted. */
  | "timed_out"
  | "aborted"
  /** Something else than the service answered, such as a proxy's page or a redirect, which is never followed. */
  | "unexpected_answer";

/** One thing that is wrong with a call. */
export interface ControlProblem {
  readonly message: string;
  /** The member that is to blame, as a path. */
  readonly field?: string;
}

/** The test control refused a call, or there is no answer of it. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  /** The operationId, for example `placeOrder`. */
  readonly operation: string;
  readonly reason: ControlFailure;
  /** 400 breaks the schema, 422 a rule, 403 not allowed, 404 not there; 0 = no answer. */
  readonly status: number;
  readonly errors: readonly ControlProblem[];
  /** Seconds to wait before the next try, if the service named them. */
  readonly retryAfter: number | undefined;
  /** All that the service answered, as JSON; `verifyCalls` is told what was found, and the nearest calls. */
  readonly answer: unknown;

  constructor(
    operation: string,
    reason: ControlFailure,
    errors: readonly ControlProblem[],
    { status = 0, retryAfter, answer, ...options }: ControlErrorOptions = {},
  ) {
    super(`${operation}: ${errors.map(textOf).join("; ")}`, options);
    this.operation = operation;
    this.reason = reason;
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.answer = answer;
  }
}

interface ControlErrorOptions extends ErrorOptions {
  status?: number;
  retryAfter?: number;
  answer?: unknown;
}

function textOf({ field, message }: ControlProblem): string {
  return field === undefined ? message : `${field}: ${message}`;
}

/**
 * A client of the test control of a running service. Its methods are the operations of openapi.yaml with the tag
 * `control`; each takes one object of all its parameters.
 *
 *     const control = createControl({ url: "http://127.0.0.1:8080" });
 *     const { increment_id } = await control.placeOrder({ customer_id: 1, items: [{ sku: "mug-01", qty: 2 }] });
 */
export function createControl(options: ControlOptions): ControlClient {
  const methods = Object.entries(routes).map(([operation, route]) => {
    const send = (params: object = {}, call: ControlWriteOptions = {}) =>
      new ControlCall(operation, route, params, options, call);
    return [
      operation,
      route.stream === true
        ? (params?: object, call?: ControlCallOptions) => send(params, call).events()
        : (params?: object, call?: ControlWriteOptions) => send(params, call).answer(),
    ];
  });
  return Object.fromEntries(methods) as ControlClient;
}

class ControlCall {
  readonly #operation: string;
  readonly #address: string;
  readonly #request: RequestInit;
  readonly #options: ControlOptions;
  readonly #call: ControlCallOptions;

  constructor(
    operation: string,
    { method, path, query = [], body }: Route,
    params: object,
    options: ControlOptions,
    call: ControlWriteOptions,
  ) {
    const left = new Map<string, unknown>(Object.entries(params));
    // Parameters of paths and queries are text, numbers or flags.
    const take = (name: string): unknown => {
      const value = left.get(name);
      left.delete(name);
      return value;
    };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(take(name))));
    const search = new URLSearchParams();
    for (const name of query) {
      const value = take(name) as string | number | boolean | null | undefined;
      if (value !== undefined && value !== null) search.set(name, String(value));
    }
    const base = new URL(options.url).href.replace(/[?#].*$/, "").replace(/\/+$/, "");
    this.#operation = operation;
    this.#address = `${base}${filled}${search.size > 0 ? `?${search.toString()}` : ""}`;
    this.#options = options;
    this.#call = call;
    this.#request = {
      method,
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` }),
        ...(options.sandbox === undefined ? {} : { "X-Sandbox": options.sandbox }),
        ...(call.idempotencyKey === undefined ? {} : { "Idempotency-Key": call.idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(Object.fromEntries(left)) }),
    };
  }

  /** The answer as JSON; undefined when there is no body. */
  async answer(): Promise<unknown> {
    const { signal, timeout = this.#options.timeout ?? defaultTimeout } = this.#call;
    return withinTime({ signal, timeout, stopped: this.#failed }, async (signal) => {
      const answer = await exchange(this.#address, { ...this.#request, signal }, this.#limits);
      if (answer.status >= 300) throw this.#refusal(answer);
      if (answer.text === "") return undefined;
      try {
        return JSON.parse(answer.text) as unknown;
      } catch (cause) {
        const { status } = answer;
        throw this.#failed(
          "unexpected_answer",
          `HTTP ${status} without an answer in JSON${beginning(answer.text)}`,
          {
            status,
            cause,
          },
        );
      }
    });
  }

  /** The data of each server-sent event, until the stream ends or is left. */
  async *events(): AsyncGenerator<unknown, void, undefined> {
    const controller = new AbortController();
    const follow = () => controller.abort(this.#call.signal?.reason);
    if (this.#call.signal?.aborted) follow();
    this.#call.signal?.addEventListener("abort", follow, { once: true });
    this.#request.headers = { ...(this.#request.headers as object), Accept: "text/event-stream" };
    try {
      const request = { ...this.#request, signal: controller.signal };
      const response = await opened(this.#address, request, this.#limits);
      if (!response.ok) throw this.#refusal({ status: response.status, text: await response.text() });
      for await (const event of eventsOf(response)) yield JSON.parse(event) as unknown;
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      this.#call.signal?.removeEventListener("abort", follow);
      controller.abort();
    }
  }

  get #limits() {
    const { fetch, maxAnswerBytes } = this.#options;
    return { fetch, maxAnswerBytes, failed: this.#failed };
  }

  #failed = (reason: ControlFailure, message: string, details?: ErrorOptions & { status?: number }) =>
    new ControlError(this.#operation, reason, [{ message }], details);

  #refusal({ text, ...answer }: Exchanged): ControlError {
    const told = parsed(text);
    const errors = problemsOf(told);
    const reason = isBusy(answer.status) ? "unavailable" : errors ? "refused" : "unexpected_answer";
    const problems = errors ?? [{ message: `HTTP ${answer.status}` }];
    return new ControlError(this.#operation, reason, problems, { ...answer, answer: told });
  }
}

/** What the service says is wrong; undefined when something else answered. */
function problemsOf(told: unknown): readonly ControlProblem[] | undefined {
  const { errors } = (told ?? {}) as { errors?: unknown };
  return Array.isArray(errors) && errors.length > 0 ? (errors as ControlProblem[]) : undefined;
}

/** Undefined when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The `data` of each event of a text/event-stream. */
async function* eventsOf(response: Response): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      if (lines.length > 0) yield lines.map((line) => line.slice("data:".length).trimStart()).join("\n");
    }
  }
}
