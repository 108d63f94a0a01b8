/**
 * Runs tasks with limited concurrency. Waiting tasks take turns by lane, so that many tasks of one caller do not delay
 * another caller; if too many wait, the latest task of the longest lane is refused.
 */
export class FairQueue {
  private running = 0;
  /** Number of waiting tasks that may be refused. */
  private waiting = 0;
  /** The waiting tasks by lane, in the order in which the lanes are served. */
  private readonly lanes = new Map<string | undefined, Waiter[]>();

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /**
   * Rejects with `QueueFull` if too many tasks wait.
   * @param lane the owner of the task; undefined for the server's own tasks, which are never refused
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

  /** Starts the next task when one has ended. */
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

  /** Refuses the latest task of the longest lane. Returns false if no lane is longer than `lane` would be. */
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

/** Too many tasks wait. */
export class QueueFull extends Error {}
