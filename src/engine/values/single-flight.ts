/**
 * Equal work at the same time is done once: later callers share the result of the first. If the first fails, each of the others
 * tries for itself, so that failures are counted one by one.
 */
export class SingleFlight<Result> {
  private readonly underWay = new Map<string, Promise<Result>>();

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const first = this.underWay.get(key);
    if (first) return first.catch(work);
    const result = work().finally(() => this.underWay.delete(key));
    this.underWay.set(key, result);
    return result;
  }
}
