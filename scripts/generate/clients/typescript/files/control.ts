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
}

/** One thing that is wrong with a call. */
export interface ControlProblem {
  readonly message: string;
  /** The member that is to blame, as a path. */
  readonly field?: string;
}

/** The test control refused a call, or could not be reached: `status` is 0 then. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  /** The operationId, for example `placeOrder`. */
  readonly operation: string;
  /** 400 breaks the schema, 422 a rule, 403 not allowed, 404 not there; 0 = no answer. */
  readonly status: number;
  readonly errors: readonly ControlProblem[];

  constructor(operation: string, status: number, errors: readonly ControlProblem[], options?: ErrorOptions) {
    super(`${operation}: ${errors.map(({ message }) => message).join("; ")}`, options);
    this.operation = operation;
    this.status = status;
    this.errors = errors;
  }
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
    const stopped = (_fault: string, message: string, cause?: unknown) =>
      new ControlError(this.#operation, 0, [{ message }], { cause });
    return withinTime({ signal, timeout, stopped }, async (signal) => {
      const response = await this.#send(signal);
      const text = await response.text().catch((error: unknown) => {
        throw this.#unreachable(error, signal);
      });
      return text === "" ? undefined : (JSON.parse(text) as unknown);
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
      const response = await this.#send(controller.signal);
      for await (const event of eventsOf(response)) yield JSON.parse(event) as unknown;
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      this.#call.signal?.removeEventListener("abort", follow);
      controller.abort();
    }
  }

  async #send(signal: AbortSignal): Promise<Response> {
    const fetch = this.#options.fetch ?? globalThis.fetch;
    const response = await fetch(this.#address, { ...this.#request, signal }).catch((error: unknown) => {
      throw this.#unreachable(error, signal);
    });
    if (response.ok) return response;
    throw new ControlError(
      this.#operation,
      response.status,
      problemsOf(await response.text(), response.status),
    );
  }

  #unreachable(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    const message = `${this.#address} cannot be reached`;
    return new ControlError(this.#operation, 0, [{ message }], { cause: error });
  }
}

function problemsOf(text: string, status: number): readonly ControlProblem[] {
  try {
    const { errors } = JSON.parse(text) as { errors?: unknown };
    if (Array.isArray(errors) && errors.length > 0) return errors as ControlProblem[];
  } catch {
    // Something else than the service answered.
  }
  return [{ message: `HTTP ${status}` }];
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
