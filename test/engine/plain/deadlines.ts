/** The maximum duration of a call (REQUEST_TIMEOUT_SECONDS): a timer for each call. */

import type { Awaitable } from "../../../src/engine/values/awaitable.js";
import type { Deadline } from "../../../src/engine/guard/deadlines.js";

export class Deadlines {
  constructor(private readonly limitMs: number) {}

  /** Stops waiting when the limit has passed, or soon after. */
  run<Result extends Awaitable<unknown>>(work: (deadline: Deadline) => Result): Result {
    const deadline = { passed: false };
    const working = work(deadline);
    if (!(working instanceof Promise)) return working;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        deadline.passed = true;
        reject(new Error(`the call took longer than ${this.limitMs} ms`));
      }, this.limitMs).unref();
      working.then(
        (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        (error: Error) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    }) as Result;
  }
}
