/** Timeouts of calls (REQUEST_TIMEOUT_SECONDS). One timer checks all calls, oldest first. */
import type { Awaitable } from "../values/awaitable.js";

export interface TimedCall {
  /** Set when the call has timed out. Work that checks this before it commits changes nothing. */
  isLate: boolean;
}

/** Checks per timeout, so a call times out up to 1/20 of the limit late. */
const looks = 20;

/** The longest delay of a timer in Node. */
const longestMs = 2 ** 31 - 1;

interface CallUnderWay {
  readonly call: TimedCall;
  /** The number of the check at which the call has timed out. */
  readonly lastLook: number;
  readonly reject: (error: Error) => void;
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
  limit<Result>(call: TimedCall, working: Awaitable<Result>): Awaitable<Result> {
    if (!(working instanceof Promise)) return working;
    return new Promise((resolve, reject) => {
      const underWay = { call, reject, lastLook: this.look + looks + 1 };
      this.underWay.add(underWay);
      this.timer ??= setInterval(() => this.rejectLate(), this.limitMs / looks).unref();
      // A call that timed out has been answered: settling again has no effect.
      working.then(
        (result) => {
          this.underWay.delete(underWay);
          resolve(result);
        },
        (error: Error) => {
          this.underWay.delete(underWay);
          reject(error);
        },
      );
    });
  }

  private rejectLate(): void {
    this.look += 1;
    for (const underWay of this.underWay) {
      const { call, lastLook, reject } = underWay;
      if (lastLook > this.look) break;
      this.underWay.delete(underWay);
      call.isLate = true;
      reject(new Error(`the call took longer than ${this.limitMs} ms`));
    }
    if (this.underWay.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
