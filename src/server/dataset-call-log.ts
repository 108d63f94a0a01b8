/** Logs the calls of a dataset as one line, because they are not requests of clients. */
import type { CallObserver } from "../engine/calls/observer.js";
import type { Log } from "../engine/log/log.js";

export class DatasetCallLog implements CallObserver {
  private calls = 0;
  private readonly started = performance.now();

  /** @param failures receives the unexpected errors */
  constructor(
    private readonly log: Log,
    private readonly failures: Pick<CallObserver, "callFailed">,
  ) {}

  callEnded(): void {
    this.calls += 1;
  }

  callFailed(error: unknown, operation: string, reference: string): void {
    this.failures.callFailed(error, operation, reference);
  }

  /** Writes the line, unless there were no calls. */
  end(): void {
    if (this.calls === 0) return;
    const ms = Math.round(performance.now() - this.started);
    this.log.info({ calls: this.calls, ms }, "carried out the calls of a dataset");
  }
}
