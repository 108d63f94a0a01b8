/** The maximum duration of a call (REQUEST_TIMEOUT_SECONDS): a timer for each call. */

import type { TimedCall } from "../../../src/engine/guard/deadlines.js";

export class Deadlines {
  constructor(private readonly limitMs: number) {}

  /** Stops waiting when the limit has passed, or soon after. */
  limit<Result>(call: TimedCall, working: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const error = new Error(`the call took longer than ${this.limitMs} ms`);
        call.isLate = true;
        call.endWork?.(error);
        reject(error);
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
    });
  }
}
