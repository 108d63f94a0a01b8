/** Runs a task every so often, and soon after something happened; never twice at once, and never for its own sake. */
export class Heartbeat {
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly task: () => Promise<void>,
    private readonly every_ms: number,
    private readonly soon_ms: number,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.run(), this.every_ms).unref();
  }

  /** Runs shortly after the first of several calls. */
  hurry(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      this.run();
    }, this.soon_ms).unref();
  }

  /** Resolves when the task has ended for the last time. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.soon);
    await this.running;
  }

  private run(): void {
    this.running ??= this.task().finally(() => {
      this.running = undefined;
    });
  }
}
