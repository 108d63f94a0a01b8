/**
 * Runs tasks, at most so many at once. Those that wait take turns by lane, so that the many of one caller do not hold
 * up the one of another; when too many wait, the longest lane gives up its latest.
 */
export class FairQueue {
  private running = 0;
  /** Those that may be refused. */
  private waiting = 0;
  /** In the order of their turns. */
  private readonly lanes = new Map<string | undefined, Waiter[]>();

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /**
   * Rejects with `QueueFull` where too many wait.
   * @param lane whose task it is; undefined = the server's own, which is never refused
   */
  async run<Result>(lane: string | undefined, task: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.atOnce) await this.wait(lane);
    else this.running += 1;
    try {
      return await task();
    } finally {
      this.passOn();
    }
  }

  private wait(lane: string | undefined): Promise<void> {
    if (lane !== undefined) {
      if (this.waiting >= this.maxWaiting && !this.makeRoom(lane)) return Promise.reject(new QueueFull());
      this.waiting += 1;
    }
    return new Promise((resolve, reject) => {
      const waiters = this.lanes.get(lane);
      if (waiters) waiters.push({ resolve, reject });
      else this.lanes.set(lane, [{ resolve, reject }]);
    });
  }

  /** Gives the place of a task that ended to the next lane, or frees it. */
  private passOn(): void {
    for (const [lane, waiters] of this.lanes) {
      this.lanes.delete(lane);
      const next = waiters.shift();
      if (waiters.length > 0) this.lanes.set(lane, waiters);
      if (lane !== undefined) this.waiting -= 1;
      next?.resolve();
      return;
    }
    this.running -= 1;
  }

  /** False when no lane is longer than this one would be. */
  private makeRoom(lane: string): boolean {
    const own = this.lanes.get(lane)?.length ?? 0;
    let longest: Waiter[] = [];
    for (const [name, waiters] of this.lanes) {
      if (name !== undefined && waiters.length > longest.length) longest = waiters;
    }
    if (longest.length <= own + 1) return false;
    longest.pop()?.reject(new QueueFull());
    this.waiting -= 1;
    return true;
  }
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: QueueFull) => void;
}

/** There are too many to wait behind. */
export class QueueFull extends Error {}
