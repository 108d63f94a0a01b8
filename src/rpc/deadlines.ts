/** The longest that a call may take (REQUEST_TIMEOUT_SECONDS). */

export interface Deadline {
  /** Nobody waits any more; work that looks in time leaves nothing behind. */
  readonly passed: boolean;
}

/** A timer for each call: one for all of them saved 4 % of a call, too little for what it took. */
export class Deadlines {
  constructor(private readonly limitMs: number) {}

  /** Gives up waiting when the limit has passed. */
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
