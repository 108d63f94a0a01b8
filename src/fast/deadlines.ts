/** The longest that a call may take (REQUEST_TIMEOUT_SECONDS). */

export interface Deadline {
  /** Nobody waits any more; work that looks in time leaves nothing behind. */
  readonly passed: boolean;
}

/** A call under way, linked to those that started just before and after it. */
class Running implements Deadline {
  passed = false;
  before: Running = this;
  after: Running = this;
  giveUp: (error: Error) => void = () => {};

  constructor(readonly due: number) {}

  /** Joins the ring at its end. */
  enter(ring: Running): void {
    this.before = ring.before;
    this.after = ring;
    ring.before.after = this;
    ring.before = this;
  }

  /** Done again by a call that ends after it was given up. */
  leave(): void {
    this.before.after = this.after;
    this.after.before = this.before;
    this.before = this;
    this.after = this;
  }
}

/**
 * One timer looks after all calls: one for each would cost more than many a call. They stand in a ring in the order
 * in which they started, since a set would cost them more than anything else here.
 */
export class Deadlines {
  /** Between the last call and the first. */
  private readonly ring = new Running(Infinity);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {}

  /** Gives up waiting some time after the limit, at most a tenth of it later. */
  run<R>(work: (deadline: Deadline) => Promise<R>): Promise<R> {
    const running = new Running(performance.now() + this.limitMs);
    const working = work(running);
    running.enter(this.ring);
    this.timer ??= setInterval(() => this.look(), Math.max(1, this.limitMs / 10)).unref();
    return new Promise((resolve, reject) => {
      running.giveUp = reject;
      working.then(
        (result) => {
          running.leave();
          resolve(result);
        },
        (error: Error) => {
          running.leave();
          reject(error);
        },
      );
    });
  }

  private look(): void {
    const now = performance.now();
    for (let first = this.ring.after; first.due <= now; first = this.ring.after) {
      first.passed = true;
      first.leave();
      first.giveUp(new Error(`the call took longer than ${this.limitMs} ms`));
    }
    if (this.ring.after !== this.ring) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
