/** How many calls are under way: more than the process can work on wait nowhere but with their callers. */

export class CallLoad {
  private underWay = 0;

  /** @param waiting how many requests wait to be begun @param max of both together */
  constructor(
    private readonly waiting: () => number,
    private readonly max: number,
  ) {}

  get isFull(): boolean {
    return this.underWay + this.waiting() >= this.max;
  }

  begin(): void {
    this.underWay += 1;
  }

  end(): void {
    this.underWay -= 1;
  }
}
