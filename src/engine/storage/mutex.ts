/** Runs tasks one at a time, in the order in which they came. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  run<R>(task: () => Promise<R>): Promise<R> {
    const result = this.last.then(task);
    // The next task starts after this one, however it ended.
    this.last = result.then(ignore, ignore);
    return result;
  }
}

function ignore(): void {}
