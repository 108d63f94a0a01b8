// ---- Time limits --------------------------------------------------------------------------------------------------

interface TimeLimit {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds; 0 = none. */
  readonly timeout: number;
  /** What was called. */
  readonly address: string;
  /** The error for the end of the work. */
  readonly stopped: (fault: "timed_out" | "aborted", message: string, details?: ErrorOptions) => Error;
}

/** Default timeout of a call in milliseconds. */
const defaultTimeout = 30_000;

/** The longest time that timers support. */
const longestTimeout = 2 ** 31;

/** Runs work that ends after the timeout or when the caller's signal aborts, whatever it waits for. */
async function withinTime<Result>(
  { signal, timeout, address, stopped }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!(timeout >= 0)) throw new RangeError(`timeout is ${timeout}; give milliseconds, or 0 for no limit`);
  const controller = new AbortController();
  const stop = () => controller.abort(stopped("timed_out", `${address} gave no answer within ${timeout} ms`));
  const follow = () =>
    controller.abort(stopped("aborted", "the call was aborted", { cause: signal?.reason }));
  if (signal?.aborted) follow();
  signal?.addEventListener("abort", follow, { once: true });
  const timer = timeout > 0 && timeout < longestTimeout ? setTimeout(stop, timeout) : undefined;
  try {
    controller.signal.throwIfAborted();
    const aborted = new Promise<never>((_resolve, reject) => {
      controller.signal.addEventListener("abort", () => reject(controller.signal.reason as Error));
    });
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", follow);
  }
}

/** Waits, unless the signal aborts before. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

export { defaultTimeout, pause, withinTime };
