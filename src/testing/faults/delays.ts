/** Delays calls for a rule with `delay_ms`, until the time is over, the client disconnects, or the rules are cleared. */
import type { components } from "../../../generated/rest.js";
import type { InjectableCall } from "../../engine/calls/fault-injection.js";
import type { SharedValues } from "../../engine/storage/shared.js";

const refreshInterval_ms = 500;

interface Delay {
  readonly milliseconds: number;
  readonly rule: number;
  readonly call: InjectableCall;
}

export class Delays {
  private readonly waiting = new Map<() => void, Delay & { readonly started: number }>();
  private refreshTimer: NodeJS.Timeout | undefined;

  /** @param shared values through which another process may clear the rules */
  constructor(private readonly shared: SharedValues | undefined) {}

  /** The calls that wait, the longest first. */
  list(): readonly components["schemas"]["WaitingCall"][] {
    return [...this.waiting.values()].map(
      ({ call: { name, door = null, caller }, rule, milliseconds, started }) => ({
        ...{ operation: name, door, caller, rule, delay_ms: milliseconds },
        waited_ms: Math.round(performance.now() - started),
      }),
    );
  }

  /** @returns whether the client has disconnected */
  wait(delay: Delay): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isGivenUp: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(wakeUp);
        unlisten?.();
        resolve(isGivenUp);
      };
      const wakeUp = () => end(false);
      const timer = setTimeout(wakeUp, delay.milliseconds);
      this.waiting.set(wakeUp, { ...delay, started: performance.now() });
      const unlisten = delay.call.group?.onDisconnect(() => end(true));
      if (this.shared) this.refreshWhileWaiting(this.shared);
    });
  }

  /** Ends all delays at once. */
  wakeAll(): void {
    for (const wakeUp of [...this.waiting.keys()]) wakeUp();
  }

  /** Polls for changes of other processes while calls are delayed: without other requests nothing else would. */
  private refreshWhileWaiting(shared: SharedValues): void {
    this.refreshTimer ??= setInterval(() => {
      if (this.waiting.size > 0) return void shared.refresh().catch(() => {});
      clearInterval(this.refreshTimer);
      this.refreshTimer = undefined;
    }, refreshInterval_ms).unref();
  }
}
