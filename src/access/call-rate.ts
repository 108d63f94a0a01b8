/** How many calls a session may make in a minute (CALLS_PER_MINUTE, conventions 11.1). */
import type { Clock } from "../clock.js";
import { Fault } from "../faults.js";

const windowMs = 60_000;

/** More sessions than this at once, and the count starts anew for all. */
const maxSessions = 100_000;

/** Answered by HTTP as 429 with `Retry-After` and without a body: the request is too much as a whole. */
export class TooManyCalls extends Fault {
  constructor(readonly retryAfterSeconds: number) {
    super("access_denied", { code: 2, status: 429, message: "Too many calls in a minute." }, undefined);
  }
}

/** Counts per session in windows of a minute that start with the first call of the session. */
export class CallRate {
  private readonly windows = new Map<string, { readonly until: number; calls: number }>();

  /** @param limit calls per minute; 0 = no limit */
  constructor(
    private readonly clock: Clock,
    private readonly limit: number,
  ) {}

  /** Counts a call. Throws `TooManyCalls`. */
  count(session: string): void {
    if (this.limit === 0) return;
    const now = this.clock.now();
    let window = this.windows.get(session);
    if (!window || window.until <= now || window.until > now + windowMs) {
      if (this.windows.size >= maxSessions) this.windows.clear();
      this.windows.set(session, (window = { until: now + windowMs, calls: 0 }));
    }
    window.calls += 1;
    if (window.calls > this.limit) throw new TooManyCalls(Math.ceil((window.until - now) / 1000));
  }
}
