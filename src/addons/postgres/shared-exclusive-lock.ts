/** A lock within this process: shared by any number of tasks, or exclusive to one, in order of arrival. */
export class SharedExclusiveLock {
  private readonly sharers = new Set<Promise<unknown>>();
  private barrier: Promise<unknown> = Promise.resolve();
  private alone = 0;

  async shared<R>(work: () => Promise<R>): Promise<R> {
    while (this.alone > 0) await this.barrier;
    const running = work();
    // Without the result: V8 keeps what was in a set longer than the set (guard/deadlines.ts).
    const settled = running.then(ignore, ignore);
    this.sharers.add(settled);
    try {
      return await running;
    } finally {
      this.sharers.delete(settled);
    }
  }

  /** Waits for the running tasks; tasks that arrive meanwhile wait for this one. */
  async exclusive<R>(work: () => Promise<R>): Promise<R> {
    this.alone += 1;
    const before = this.barrier;
    const running = (async () => {
      await before;
      await Promise.all(this.sharers);
      return work();
    })();
    this.barrier = running.catch(() => {});
    try {
      return await running;
    } finally {
      this.alone -= 1;
    }
  }
}

function ignore(): void {}
