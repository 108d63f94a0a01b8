/** Lets any number pass at once, or one alone, in the order in which they come. */
export class Gate {
  private readonly inside = new Set<Promise<unknown>>();
  private barrier: Promise<unknown> = Promise.resolve();
  private alone = 0;

  async pass<R>(work: () => Promise<R>): Promise<R> {
    while (this.alone > 0) await this.barrier;
    const running = work();
    const settled = running.catch(() => {});
    this.inside.add(settled);
    try {
      return await running;
    } finally {
      this.inside.delete(settled);
    }
  }

  /** After all that are inside; those that come meanwhile wait. */
  async passAlone<R>(work: () => Promise<R>): Promise<R> {
    this.alone += 1;
    const before = this.barrier;
    const running = (async () => {
      await before;
      await Promise.all(this.inside);
      return work();
    })();
    this.barrier = running.catch(() => {});
    try {
      return await running;
    } finally {
      this.alone -= 1;
    }
  }

  /** When all have left. */
  async close(work: () => Promise<void>): Promise<void> {
    return this.passAlone(work);
  }
}
