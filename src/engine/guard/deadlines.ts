/** Timeouts of calls (REQUEST_TIMEOUT_SECONDS). One timer checks all calls, oldest first. */
import type { Awaitable } from "../values/awaitable.js";

export interface Deadline {
  /** The call has timed out. Work that checks this before it commits changes nothing. */
  readonly passed: boolean;
}

/** Checks per timeout, so a call times out up to 1/20 of the limit late. */
const looks = 20;

/** The longest delay of a timer in Node. */
const longestMs = 2 ** 31 - 1;

interface CallUnderWay extends Deadline {
  passed: boolean;
  /** The number of the check at which the call has timed out. */
  readonly lastLook: number;
  /** Undefined until the call turns out to be asynchronous. */
  reject?: (error: Error) => void;
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

  /** Runs the work. Rejects when the timeout has passed, at most 1/20 of the limit late. */
  run<Result extends Awaitable<unknown>>(work: (deadline: Deadline) => Result): Result {
    const call: CallUnderWay = { passed: false, lastLook: this.look + looks + 1 };
    const working = work(call);
    if (!(working instanceof Promise)) return working;
    const inTime = new Promise((resolve, reject) => {
      call.reject = reject;
      this.underWay.add(call);
      this.timer ??= setInterval(() => this.rejectLate(), this.limitMs / looks).unref();
      // A call that timed out has been answered: settling again has no effect.
      working.then(
        (result) => {
          this.underWay.delete(call);
          resolve(result);
        },
        (error: Error) => {
          this.underWay.delete(call);
          reject(error);
        },
      );
    });
    return inTime as Result;
  }

  private rejectLate(): void {
    this.look += 1;
    for (const call of this.underWay) {
      if (call.lastLook > this.look) break;
      this.underWay.delete(call);
      call.passed = true;
      call.reject?.(new Error(`the call took longer than ${this.limitMs} ms`));
    }
    if (this.underWay.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
