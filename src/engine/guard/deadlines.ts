/** Timeouts of calls (REQUEST_TIMEOUT_SECONDS). */

export interface TimedCall {
  /** Set when the call has timed out. */
  isLate: boolean;
  /** Ends the work in progress (`untilLate`). Set while it runs. */
  endWork?: ((error: Error) => void) | undefined;
}

/**
 * Runs what a call does in its transaction, and rejects as soon as the call has timed out. The storage then rolls the
 * transaction back and lets others write, even if the work never ends. Work that goes on is refused by its transaction (D-151).
 */
export function untilLate<Result>(call: TimedCall, work: () => Promise<Result>): Promise<Result> {
  // For example after it has waited for other writes.
  if (call.isLate) return Promise.reject(new Error("the time limit of this call was reached"));
  return new Promise<Result>((resolve, reject) => {
    call.endWork = reject;
    work().then(resolve, reject);
  });
}

/** The longest delay of a timer in Node. */
const longestMs = 2 ** 31 - 1;

export class Deadlines {
  private readonly limitMs: number;

  constructor(limitMs: number) {
    this.limitMs = Math.min(limitMs, longestMs);
  }

  /** The result of a call that has begun. Rejects when the timeout has passed. */
  limit<Result>(call: TimedCall, working: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const error = new Error(`the call took longer than ${this.limitMs} ms`);
        call.isLate = true;
        call.endWork?.(error);
        reject(error);
      }, this.limitMs).unref();
      // A call that timed out has been answered: settling again has no effect.
      void working.then(resolve, reject).then(() => clearTimeout(timer));
    });
  }
}
