/** The longest that a call may take (REQUEST_TIMEOUT_SECONDS): one timer looks after all calls, in the order of their begin. */
import type { Awaitable } from "../values/awaitable.js";

export interface Deadline {
  /** Nobody waits any more; work that looks in time leaves nothing behind. */
  readonly passed: boolean;
}

/** How many times within the limit the timer looks: a call is given up late by as much of it. */
const looks = 20;

/** Timers know no longer ones. */
const longestMs = 2 ** 31 - 1;

interface CallUnderWay extends Deadline {
  passed: boolean;
  /** The number of the look that finds it too late. */
  readonly lastLook: number;
  /** Absent while nobody waits yet. */
  reject?: (error: Error) => void;
}

export class Deadlines {
  /** A set gives them back in the order in which they came. */
  private readonly underWay = new Set<CallUnderWay>();
  private timer: NodeJS.Timeout | undefined;
  private look = 0;

  private readonly limitMs: number;

  constructor(limitMs: number) {
    this.limitMs = Math.min(limitMs, longestMs);
  }

  /** Gives up waiting when the limit has passed, or soon after. */
  run<Result extends Awaitable<unknown>>(work: (deadline: Deadline) => Result): Result {
    const call: CallUnderWay = { passed: false, lastLook: this.look + looks + 1 };
    const working = work(call);
    if (!(working instanceof Promise)) return working;
    const inTime = new Promise((resolve, reject) => {
      call.reject = reject;
      this.underWay.add(call);
      this.timer ??= setInterval(() => this.rejectLate(), this.limitMs / looks).unref();
      // A call that was given up has its answer: what comes after changes nothing.
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
