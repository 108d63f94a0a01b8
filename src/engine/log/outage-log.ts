/**
 * During an outage of the storage, each call fails for the same reason. The log contains the first failure, then one line
 * per second with the number of failures.
 */
import { isUnavailable } from "../storage/errors.js";
import { messageOf } from "../values/messages.js";
import type { Log } from "./log.js";

const everyMs = 1000;

export class OutageLog {
  private leftOut = 0;
  private latest = "";
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly log: Log) {}

  /**
   * Counts an error of an outage. False for any other error, which needs a log line of its own.
   * @param reference as in the answer
   */
  takes(error: unknown, reference?: string): boolean {
    if (!isUnavailable(error)) return false;
    this.latest = messageOf(error);
    if (this.timer) this.leftOut += 1;
    else {
      this.log.error({ reason: this.latest, reference }, "the storage is not available");
      this.timer = setInterval(() => this.sum(), everyMs).unref();
    }
    return true;
  }

  /** Whether there was an outage within the last second. */
  get isOn(): boolean {
    return this.timer !== undefined;
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** The outage ends after a second without a failure. */
  private sum(): void {
    if (this.leftOut === 0) return this.close();
    this.log.error({ reason: this.latest, failures: this.leftOut }, "the storage is not available");
    this.leftOut = 0;
  }
}
