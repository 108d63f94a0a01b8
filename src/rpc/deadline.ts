/** The longest that a call may take (REQUEST_TIMEOUT_SECONDS). */

export interface Deadline {
  /** Nobody waits any more; work that looks in time leaves nothing behind. */
  passed: boolean;
}

interface Running extends Deadline {
  readonly due: number;
  readonly giveUp: () => void;
}

/** One timer looks after all calls: one for each would cost more than many a call. */
export class Deadlines {
  private readonly running = new Set<Running>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {}

  /** Gives up waiting some time after the limit, at most a tenth of it later. */
  run<R>(work: (deadline: Deadline) => Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      const running: Running = {
        passed: false,
        due: performance.now() + this.limitMs,
        giveUp: () => reject(new Error(`the call took longer than ${this.limitMs} ms`)),
      };
      this.running.add(running);
      this.timer ??= setInterval(() => this.look(), Math.max(1, this.limitMs / 10)).unref();
      const done = () => this.running.delete(running);
      work(running).then(
        (result) => (done(), resolve(result)),
        (error: unknown) => (done(), reject(error as Error)),
      );
    });
  }

  private look(): void {
    const now = performance.now();
    for (const running of this.running) {
      // Calls start in the order of the set, so the first that is not due yet ends the look.
      if (running.due > now) break;
      running.passed = true;
      this.running.delete(running);
      running.giveUp();
    }
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
