import type { Connection, WriteOptions } from "./connection.js";
import { callsAtOnce } from "./contract.js";
import { StoreClientError, type Operation, type ParamsOf, type SafeResult } from "./errors.js";
import { pause } from "./time-limit.js";

// ---- Imports ------------------------------------------------------------------------------------------------------

/** Options of `importAll`. */
export interface ImportOptions extends Omit<WriteOptions, "idempotencyKey"> {
  /**
   * Names this import, for example by the file and its day. Within 24 hours, an import of the same list under the same
   * name goes on where the former one stopped: what was executed is not executed again.
   */
  key: string;
  /**
   * Calls per request, 1 to 100. Default: 20, which fits the slowest calls (customers with passwords) into the timeout; 100
   * is faster for products or stock. Give the same size under the same key: calls count by their place in a request.
   */
  size?: number | undefined;
  /** Maximum number of requests at the same time. Default: 2. */
  concurrency?: number | undefined;
  /** Maximum number of tries of a request without an answer or with calls that are to be repeated. Default: 5. */
  attempts?: number | undefined;
  /** Called after every request. */
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface ImportProgress {
  /** Calls with an outcome, refused ones included. */
  readonly done: number;
  /** Calls that were refused. */
  readonly failed: number;
  readonly total: number;
}

async function importAll<O extends Operation>(
  connection: Connection,
  operation: O,
  items: readonly ParamsOf<O>[],
  options: ImportOptions,
): Promise<SafeResult<O>[]> {
  const { key, size = 20, concurrency = 2, attempts = 5, onProgress, ...call } = options;
  if (!key) throw new RangeError(`${operation}: an import needs a key that is not empty`);
  if (!(Number.isInteger(size) && size >= 1 && size <= callsAtOnce))
    throw new RangeError(`${operation}: the size of an import is 1 to ${callsAtOnce} calls, not ${size}`);
  const given = items.map((params, index) => connection.sendable(operation, params, `items[${index}]`));
  const outcomes: SafeResult<O>[] = new Array<SafeResult<O>>(items.length);
  let next = 0;
  let done = 0;
  let failed = 0;
  let stopped = false;
  const work = async () => {
    while (next < items.length && !stopped) {
      const first = next;
      next += size;
      const calls = given.slice(first, next).map((params) => ({ operation, params }));
      const idempotencyKey = `${key}#${first / size}`;
      const found = await untilDone(connection, calls, attempts, { ...call, idempotencyKey });
      for (const [index, outcome] of found.entries()) outcomes[first + index] = outcome as SafeResult<O>;
      done += found.length;
      failed += found.filter(({ ok }) => !ok).length;
      onProgress?.({ done, failed, total: items.length });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  } finally {
    // After an error, the other requests end, and no further ones are sent.
    stopped = true;
  }
  return outcomes;
}

/** Sends a batch with its key until every call has its final outcome. */
async function untilDone(
  connection: Connection,
  calls: Parameters<Connection["batch"]>[0],
  attempts: number,
  options: WriteOptions,
): Promise<SafeResult<Operation>[]> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= attempts;
    let wait: number | undefined;
    try {
      const outcomes = await connection.batch(calls, options);
      if (isLast || !outcomes.some(isPassing)) return outcomes;
    } catch (error) {
      if (isLast || !(error instanceof StoreClientError) || !mayPass.has(error.fault)) throw error;
      wait = error.retryAfter;
    }
    await pause(
      wait === undefined ? Math.min(500 * 2 ** (attempt - 1), 15_000) : wait * 1000,
      options.signal,
    );
  }
}

const mayPass: ReadonlySet<string> = new Set(["connection_failed", "timed_out", "unavailable"]);

/** Whether nothing was executed, or an earlier try is still being executed. */
function isPassing({ error }: SafeResult<Operation>): boolean {
  if (error === undefined || error instanceof StoreClientError) return false;
  const { fault, data, message } = error;
  const isUnderWay = data.parameter === "Idempotency-Key" && message.includes("under way");
  return isUnderWay || fault === "internal" || data.retry_after !== undefined;
}

export { importAll };
