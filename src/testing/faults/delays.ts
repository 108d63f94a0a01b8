/** Delays calls for a rule with `delay_ms`, until the time is over, the client disconnects, or the rules are cleared. */
import type { CallGroup } from "../../engine/calls/observer.js";
import type { SharedValues } from "../../engine/storage/shared.js";

const refreshInterval_ms = 500;

export class Delays {
  private readonly wakeUps = new Set<() => void>();
  private refreshTimer: NodeJS.Timeout | undefined;

  /** @param shared values through which another process may clear the rules */
  constructor(private readonly shared: SharedValues | undefined) {}

  /** @returns whether the client has disconnected. @param group the request that waits */
  wait(milliseconds: number, group: CallGroup | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isGivenUp: boolean) => {
        clearTimeout(timer);
        this.wakeUps.delete(wakeUp);
        unlisten?.();
        resolve(isGivenUp);
      };
      const wakeUp = () => end(false);
      const timer = setTimeout(wakeUp, milliseconds);
      this.wakeUps.add(wakeUp);
      const unlisten = group?.onDisconnect(() => end(true));
      if (this.shared) this.refreshWhileWaiting(this.shared);
    });
  }

  /** Ends all delays at once. */
  wakeAll(): void {
    for (const wakeUp of [...this.wakeUps]) wakeUp();
  }

  /** Polls for changes of other processes while calls are delayed: without other requests nothing else would. */
  private refreshWhileWaiting(shared: SharedValues): void {
    this.refreshTimer ??= setInterval(() => {
      if (this.wakeUps.size > 0) return void shared.refresh().catch(() => {});
      clearInterval(this.refreshTimer);
      this.refreshTimer = undefined;
    }, refreshInterval_ms).unref();
  }
}
