/** Timeouts of calls (REQUEST_TIMEOUT_SECONDS). One timer checks all calls, oldest first. */

export interface TimedCall {
  /** Set when the call has timed out. */
  isLate: boolean;
  /** Ends the work under way (`untilLate`). Set while it runs. */
  endWork?: ((error: Error) => void) | undefined;
}

/**
 * Runs what a call does in its transaction, and rejects as soon as the call has timed out. The storage then rolls the
 * transaction back and lets others write, even if the work never ends. Work that goes on is refused by its transaction (D-151).
 */
export function untilLate<Result>(call: TimedCall, work: () => Promise<Result>): Promise<Result> {
  // For example after it has waited for other writes.
  if (call.isLate) return Promise.reject(new Error("the time for this call ran out"));
  return new Promise<Result>((resolve, reject) => {
    call.endWork = reject;
    work().then(resolve, reject);
  });
}

/** Checks per timeout, so a call times out up to 1/20 of the limit late. */
const looks = 20;

/** The longest delay of a timer in Node. */
const longestMs = 2 ** 31 - 1;

interface CallUnderWay {
  /** The number of the check at which the call has timed out. */
  readonly lastLook: number;
  /** Undefined when the call has ended. */
  fail: ((error: Error) => void) | undefined;
}

export class Deadlines {
  /** The calls in progress, oldest first. */
  private readonly underWay = new Set<CallUnderWay>();
  private timer: NodeJS.Timeout | undefined;
  private look = 0;

  private readonly limitMs: number;

  constructor(limitMs: number) {
    this.limitMs = Math.min(limitMs, longestMs);
  }

  /** The result of a call that has begun. Rejects when the timeout has passed, at most 1/20 of the limit late. */
  limit<Result>(call: TimedCall, working: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        call.isLate = true;
        call.endWork?.(error);
        reject(error);
      };
      const underWay = { fail, lastLook: this.look + looks + 1 };
      this.underWay.add(underWay);
      this.timer ??= setInterval(() => this.failLate(), this.limitMs / looks).unref();
      // A call that timed out has been answered: settling again has no effect.
      working.then(
        (result) => {
          this.end(underWay);
          resolve(result);
        },
        (error: Error) => {
          this.end(underWay);
          reject(error);
        },
      );
    });
  }

  /**
   * Removes a call and empties its entry. A set that calls pass through is copied again and again by V8, and the copies keep
   * the entries, and all that these refer to, until the next full garbage collection.
   */
  private end(underWay: CallUnderWay): void {
    this.underWay.delete(underWay);
    underWay.fail = undefined;
  }

  private failLate(): void {
    this.look += 1;
    for (const underWay of this.underWay) {
      const { fail, lastLook } = underWay;
      if (lastLook > this.look) break;
      this.end(underWay);
      fail?.(new Error(`the call took longer than ${this.limitMs} ms`));
    }
    if (this.underWay.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
