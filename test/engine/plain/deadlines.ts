/** The longest that a call may take (REQUEST_TIMEOUT_SECONDS): a timer for each call. */

import type { Deadline } from "../../../src/engine/guard/deadlines.js";

export class Deadlines {
  constructor(private readonly limitMs: number) {}

  /** Gives up waiting when the limit has passed, or soon after. */
  run<R>(work: (deadline: Deadline) => Promise<R>): Promise<R> {
    const deadline = { passed: false };
    const working = work(deadline);
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
    });
  }
}
