import {
  baseOf,
  beginning,
  exchange,
  isBusy,
  opened,
  sendable,
  type Exchanged,
  type PlatformFetch,
  type PlatformSignal,
  type PlatformUrl,
} from "./exchange.js";
import { routes, type ControlClient, type Route } from "./routes.js";
import { defaultTimeout, withinTime } from "./time-limit.js";

// ---- The client ---------------------------------------------------------------------------------------------------

/** Options of a call. */
export interface ControlCallOptions {
  /** Aborts the call, or ends a stream. */
  signal?: PlatformSignal | undefined;
  /** Timeout in milliseconds; 0 = no limit. Default: the client's. Streams have none. */
  timeout?: number | undefined;
}

/** Options of a call that can be repeated safely. */
export interface ControlWriteOptions extends ControlCallOptions {
  /**
   * Your own text. Within 24 hours, the same call with the same key returns the answer of the first one and
   * is not executed again.
   */
  idempotencyKey?: string | undefined;
}

export interface ControlOptions {
  /** The address of the service, for example `http://127.0.0.1:8080`. */
  url: string | PlatformUrl;
  /** The service's CONTROL_TOKEN, if it has one. */
  token?: string | undefined;
  /** The sandbox to use; default: the shop itself. */
  sandbox?: string | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: PlatformFetch | undefined;
  /** Timeout of a call in milliseconds; 0 = no limit. Default: 30,000. */
  timeout?: number | undefined;
  /** Maximum size of an answer in bytes. Default: 268,435,456. */
  maxAnswerBytes?: number | undefined;
}

/** Why a call of the test control failed. */
export type ControlFailure =
  /** A value that cannot be sent, such as `NaN`; nothing was sent. */
  | "invalid_value"
  /** The service refused the call: see `status` and `errors`. */
  | "refused"
  /** The service asks for a later retry (HTTP 429 and 503): see `retryAfter`. */
  | "unavailable"
  /** The service is unreachable, or the connection was closed. */
  | "connection_failed"
  /** The time limit has passed, or the caller's signal aborted. */
  | "timed_out"
  | "aborted"
  /** Not an answer of the service, but for example the page of a proxy or a redirect (never followed). */
  | "unexpected_answer";

/** An error of a call. */
export interface ControlProblem {
  readonly message: string;
  /** The path of the invalid member. */
  readonly field?: string;
}

/** The test control refused a call, or gave no valid answer. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  /** The operationId, for example `placeOrder`. */
  readonly operation: string;
  /** The kind of failure. */
  readonly fault: ControlFailure;
  /** 400: violates the schema, 422: violates a rule, 403: not allowed, 404: not found; 0: no answer. */
  readonly status: number;
  readonly errors: readonly ControlProblem[];
  /** Seconds to wait before the next try, if the service gives them. */
  readonly retryAfter: number | undefined;
  /**
   * The whole answer of the service as JSON. For `verifyCalls`, it contains the number of calls and the most
   * similar ones.
   */
  readonly answer: unknown;

  constructor(
    operation: string,
    fault: ControlFailure,
    errors: readonly ControlProblem[],
    { status = 0, retryAfter, answer, ...options }: ControlErrorOptions = {},
  ) {
    super(`${operation}: ${errors.map(textOf).join("; ")}`, options);
    this.operation = operation;
    this.fault = fault;
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.answer = answer;
  }

  /** @deprecated called `fault` now */
  get reason(): ControlFailure {
    return this.fault;
  }

  /** The error as a plain object, for logs in JSON and for other threads. */
  toJSON(): { name: string; message: string; operation: string; fault: string } & Record<string, unknown> {
    const { name, message, operation, fault, cause: _, ...more } = this;
    return { name, message, operation, fault, ...more };
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
    const refuse = (field: string, message: string) =>
      new ControlError(operation, "invalid_value", [{ field, message }]);
    const left = new Map<string, unknown>(Object.entries(sendable(params, refuse)));
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
    this.#operation = operation;
    this.#address = `${baseOf(options.url)}${filled}${search.size > 0 ? `?${search.toString()}` : ""}`;
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
    const limit = { signal, timeout, address: this.#address, stopped: this.#failed };
    return withinTime(limit, async (signal) => {
      const answer = await exchange(this.#address, { ...this.#request, signal }, this.#limits);
      if (answer.status >= 300) throw this.#refusal(answer);
      if (answer.text === "") return undefined;
      try {
        return JSON.parse(answer.text) as unknown;
      } catch (cause) {
        const { status } = answer;
        const problem = `${this.#address}: HTTP ${status} without an answer in JSON${beginning(answer.text)}`;
        throw this.#failed("unexpected_answer", problem, { status, cause });
      }
    });
  }

  /** The data of each server-sent event, until the stream ends or the caller leaves it. */
  async *events(): AsyncGenerator<unknown, void, undefined> {
    const controller = new AbortController();
    const follow = () => controller.abort(this.#call.signal?.reason);
    if (this.#call.signal?.aborted) follow();
    this.#call.signal?.addEventListener("abort", follow, { once: true });
    this.#request.headers = { ...(this.#request.headers as object), Accept: "text/event-stream" };
    try {
      const request = { ...this.#request, signal: controller.signal };
      const response = await opened(this.#address, request, this.#limits);
      if (!response.ok)
        throw this.#refusal({ status: response.status, text: await response.text(), headers: {} });
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
    const message = `${this.#address}: HTTP ${answer.status}${beginning(text)}`;
    const problems = errors ?? [{ message }];
    return new ControlError(this.#operation, reason, problems, { ...answer, answer: told });
  }
}

/** The errors in the answer; undefined if it is not an answer of the service. */
function problemsOf(told: unknown): readonly ControlProblem[] | undefined {
  const { errors } = (told ?? {}) as { errors?: unknown };
  return Array.isArray(errors) && errors.length > 0 ? (errors as ControlProblem[]) : undefined;
}

/** Undefined if it is not JSON. */
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
