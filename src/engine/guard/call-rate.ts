/** How many calls a session may make in a minute (CALLS_PER_MINUTE, conventions 11.1). */
import type { Clock } from "../clock.js";
import type { SharedWindows } from "../storage/shared.js";
import { Fault } from "../calls/faults.js";
import type { Principal } from "../access/authentication.js";

const windowMs = 60_000;

/** More callers than this at once, and the one that began first counts anew. */
const maxWindows = 100_000;

/** A call by itself is answered by HTTP as 429 with `Retry-After` and without a body; one of several by this fault. */
export class TooManyCalls extends Fault {
  constructor(readonly retryAfterSeconds: number) {
    super("access_denied", { code: 2, status: 429, message: "Too many calls in a minute." }, undefined, {
      data: { retry_after: retryAfterSeconds },
    });
  }
}

interface Window {
  /** Milliseconds. */
  readonly until: number;
  calls: number;
}

/** Counts per session, or per user of HTTP Basic, in windows of a minute that start with the first call. */
export class CallRate {
  /** In the order in which they began. */
  private readonly windows = new Map<string, Window>();

  /** @param limit calls per minute; 0 = no limit */
  constructor(
    private readonly clock: Clock,
    private readonly limit: number,
    /** Where several processes count together. */
    private readonly shared?: SharedWindows,
  ) {}

  /** Counts a call of an API user. Throws `TooManyCalls`; a promise only where others count, too. */
  count({ session, user }: Pick<Principal, "session" | "user">): Promise<void> | void {
    return this.countFor(session?.id ?? `user ${user.id}`);
  }

  /** Counts a call of whoever has the name. Throws `TooManyCalls`. */
  countFor(caller: string): Promise<void> | void {
    if (this.limit === 0) return;
    const now = this.clock.now();
    if (this.shared) return this.countShared(this.shared, caller, now);
    const known = this.windows.get(caller);
    const window = known && isOpen(known, now) ? known : this.begin(caller, now);
    window.calls += 1;
    if (window.calls > this.limit) throw new TooManyCalls(Math.ceil((window.until - now) / 1000));
  }

  private async countShared(shared: SharedWindows, caller: string, now: number): Promise<void> {
    const { calls, until } = await shared.count(caller, now, windowMs);
    if (calls > this.limit) throw new TooManyCalls(Math.ceil((until - now) / 1000));
  }

  private begin(caller: string, now: number): Window {
    this.windows.delete(caller);
    for (const [name, window] of this.windows) {
      if (this.windows.size < maxWindows && isOpen(window, now)) break;
      this.windows.delete(name);
    }
    const window = { until: now + windowMs, calls: 0 };
    this.windows.set(caller, window);
    return window;
  }
}

/** A clock that was set back ends the windows of the future. */
function isOpen({ until }: Window, now: number): boolean {
  return until > now && until <= now + windowMs;
}
