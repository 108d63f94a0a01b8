interface Task {
  readonly task: () => Promise<void>;
}

/** Runs one task every so often, and another one soon after something happened; never two at once. */
export class Heartbeat {
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly regular: Task & { readonly every_ms: number },
    private readonly hurried: Task & { readonly after_ms: number },
  ) {}

  start(): void {
    this.timer = setInterval(() => this.run(this.regular), this.regular.every_ms).unref();
  }

  /** Runs the hurried task shortly after the first of several calls. */
  hurry(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      this.run(this.hurried);
    }, this.hurried.after_ms).unref();
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.soon);
    await this.running;
  }

  /** The one that runs has seen much the same: a call that meets it is left out. */
  private run({ task }: Task): void {
    this.running ??= task().finally(() => {
      this.running = undefined;
    });
  }
}
