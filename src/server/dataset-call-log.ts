/** The calls of a dataset: one line of the log for all of them, since nobody has sent them. */
import type { CallObserver } from "../engine/calls/observer.js";
import type { Log } from "../engine/log/log.js";

export class DatasetCallLog implements CallObserver {
  private calls = 0;
  private readonly started = performance.now();

  /** @param usual is told of what fails unexpectedly */
  constructor(
    private readonly log: Log,
    private readonly usual: Pick<CallObserver, "callFailed">,
  ) {}

  callEnded(): void {
    this.calls += 1;
  }

  callFailed(error: unknown, operation: string, reference: string): void {
    this.usual.callFailed(error, operation, reference);
  }

  /** Writes the line. A dataset without calls has none. */
  end(): void {
    if (this.calls === 0) return;
    const ms = Math.round(performance.now() - this.started);
    this.log.info({ calls: this.calls, ms }, "carried out the calls of a dataset");
  }
}
