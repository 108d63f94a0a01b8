import type { FaultCodes, FaultData, GlobalFault, Operations } from "./contract.js";

// ---- Operations by name -------------------------------------------------------------------------------------------

/** The name of an operation, for example `"catalog_product.info"`. */
export type Operation = keyof Operations;

/** The parameters of an operation, by name. */
export type ParamsOf<O extends Operation> = Operations[O]["params"];

/** The result of an operation. */
export type ResultOf<O extends Operation> = Operations[O]["result"];

/** The possible faults of an operation: those that it declares, and those of every call. */
export type FaultOf<O extends Operation> = O extends Operation ? Operations[O]["fault"] | GlobalFault : never;

/** The number of a fault. */
type CodeOf<O extends Operation, F> = F extends keyof FaultCodes["*"]
  ? FaultCodes["*"][F]
  : O extends `${infer Namespace extends keyof FaultCodes}.${string}`
    ? F extends keyof FaultCodes[Namespace]
      ? FaultCodes[Namespace][F]
      : never
    : never;

/** A refused call with the name of its fault; after `switch (error.fault)`, `code` is known as well. */
export type FaultError<O extends Operation, F extends FaultOf<O> = FaultOf<O>> = StoreApiError<O> &
  (F extends F ? { readonly fault: F; readonly code: CodeOf<O, F> } : never);

// ---- Errors -------------------------------------------------------------------------------------------------------

/** The base class of the errors of this client: a call that was refused, failed or could not be sent. */
export abstract class StoreError extends Error {
  abstract override readonly name: "StoreApiError" | "StoreClientError";
  /** The operation that was called. */
  abstract readonly operation: string;
  /** The string code of what went wrong. */
  abstract readonly fault: string;

  /**
   * The error as a plain object, for logs in JSON and for other threads: `structuredClone` and `postMessage` drop the members
   * of errors, but not those of this object. `isFault` accepts it, too.
   */
  toJSON(): { name: string; message: string; operation: string; fault: string } & Record<string, unknown> {
    const { name, message, operation, fault, cause: _, ...more } = this;
    return { name, message, operation, fault, ...more };
  }
}

/** The service refused a call. Branch on `fault`; `isFault` narrows it to the faults of one operation. */
export class StoreApiError<O extends Operation = Operation> extends StoreError {
  override readonly name = "StoreApiError";
  override readonly operation: O;
  /** The string code of the fault. */
  override readonly fault: FaultOf<O>;
  /** The number of the fault; several faults may share a number. */
  readonly code: number;
  /** Further data of the fault, for example the invalid members. */
  readonly data: FaultData;
  /** `X-Request-Id` of the response, by which the log of the service has the call. */
  readonly requestId: string | undefined;

  constructor(
    operation: O,
    error: WireError,
    { requestId, ...options }: ErrorOptions & { requestId?: string | undefined } = {},
  ) {
    super(`${operation}: ${error.message} (${error.data.fault})`, options);
    this.operation = operation;
    this.fault = error.data.fault as FaultOf<O>;
    this.code = error.code;
    this.data = error.data;
    this.requestId = requestId;
  }
}

/** The reason why there is no valid answer of the service. */
export type ClientFault =
  /** A value that cannot be sent, named by its member: `NaN`, a function, a `Map`, … Nothing was sent. */
  | "invalid_value"
  /** The service is unreachable, or the connection was closed. */
  | "connection_failed"
  /** The time limit has passed. It is unknown whether the call was executed. */
  | "timed_out"
  /** The caller's signal aborted. It is unknown whether the call was executed. */
  | "aborted"
  /** The service, or a proxy in front of it, asks for a later retry (HTTP 429 and 503): see `retryAfter`. */
  | "unavailable"
  /**
   * Not an answer of the service, but for example the page of a proxy or a redirect (never followed), or the
   * service refused the request as a whole: see `status`.
   */
  | "unexpected_answer"
  /** The client was created with only a session, and that session has ended. */
  | "no_session"
  /** `multiCall` stopped after an earlier fault. */
  | "not_executed";

/** A call without a valid answer of the service: no connection, a timeout, the error page of a proxy, or nothing sent. */
export class StoreClientError extends StoreError {
  override readonly name = "StoreClientError";
  override readonly operation: string;
  override readonly fault: ClientFault;
  /** The HTTP status, if there was an HTTP answer. */
  readonly status: number | undefined;
  /** Seconds to wait before the next try, if the service gives them. */
  readonly retryAfter: number | undefined;
  /** `X-Request-Id` of the response, if there was an HTTP answer that has it. */
  readonly requestId: string | undefined;

  constructor(
    operation: string,
    fault: ClientFault,
    message: string,
    { status, retryAfter, requestId, ...options }: FailureDetails = {},
  ) {
    super(`${operation}: ${message}`, options);
    this.operation = operation;
    this.fault = fault;
    this.status = status;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** What is known of an answer that is not valid. */
interface FailureDetails extends ErrorOptions {
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
}

/** The error object on the wire. */
interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data: FaultData;
}

/**
 * Whether an error is a fault of this operation, or one of the given faults.
 *
 * catch (error) { if (!isFault(error, "catalog_product.info")) throw error; switch (error.fault) { case
 * "product_not_exists": … } }
 */
export function isFault<O extends Operation, F extends FaultOf<O> = FaultOf<O>>(
  error: unknown,
  operation: O,
  ...faults: F[]
): error is FaultError<O, F> {
  // Compared by name, because a program may load this module twice, by `import` and by `require`.
  const { name, operation: called, fault } = (error ?? {}) as Partial<StoreApiError>;
  if (name !== "StoreApiError" || called !== operation) return false;
  return faults.length === 0 || (faults as unknown[]).includes(fault);
}

/** The outcome of a call as a value. */
export type SafeResult<O extends Operation> =
  | { readonly ok: true; readonly value: ResultOf<O>; readonly error?: undefined }
  | { readonly ok: false; readonly error: FaultError<O> | StoreClientError; readonly value?: undefined };

async function safely<O extends Operation>(result: Promise<ResultOf<O>>): Promise<SafeResult<O>> {
  try {
    return { ok: true, value: await result };
  } catch (error) {
    if (error instanceof StoreApiError) return { ok: false, error: error as FaultError<O> };
    if (error instanceof StoreClientError) return { ok: false, error };
    throw error;
  }
}

// The part below uses these.
export { safely, type FailureDetails, type WireError };
