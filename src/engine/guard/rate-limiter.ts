/**
 * Limits events per key and window: calls of a caller (conventions 11.1), wrong credentials of a name or an address
 * (conventions 11.2). A window begins with the first event that it counts.
 */
import type { Clock } from "../clock.js";
import { QueueFull } from "./fair-queue.js";
import type { RateWindow, SharedRates } from "../storage/shared.js";

/** Maximum number of windows; beyond it, the oldest is dropped. */
const maxWindows = 100_000;

/** Attempts that may wait for others with the same key; further ones are refused. */
const maxWaiting = 100;

interface RateOptions {
  readonly windowMs: number;
  /** Prefix of all keys that several processes share. */
  readonly name: string;
  /** Creates the error that is thrown beyond the limit. */
  readonly refusal: (retryAfterSeconds: number) => Error;
}

/** The error for limits without a fault of their own. */
export class RateExceeded extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super("the rate limit is exceeded");
  }
}

/** Counts a call. Throws `TooManyCalls`; returns a promise only if other processes count, too. */
export type CountCall = (caller: string) => Promise<void> | void;

export interface Quota {
  readonly key: string;
  /** Events in a window. */
  readonly limit: number;
  /** A success resets the failures of this key. */
  readonly isClearedBySuccess?: boolean;
}

interface Window {
  /** Milliseconds. */
  until: number;
  count: number;
  /** Attempts in progress: each may become a failure. */
  underWay: number;
  waiting: (() => void)[];
}

export class RateLimiter {
  /** Oldest first. */
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly clock: Clock,
    private readonly options: RateOptions,
    /** The counters that several processes share. */
    private readonly shared?: SharedRates,
  ) {}

  /** Counts an event. Throws the refusal; returns a promise only if other processes count, too. */
  count({ key, limit }: Quota): Promise<void> | void {
    if (this.shared) return this.countShared(this.shared, key, limit);
    const window = this.windowOf(key);
    window.count += 1;
    if (window.count > limit) throw this.refusalUntil(window.until);
  }

  private async countShared(shared: SharedRates, key: string, limit: number): Promise<void> {
    const [window] = await shared.add([this.sharedKey(key)], this.clock.now(), this.options.windowMs);
    if (window && window.count > limit) throw this.refusalUntil(window.until);
  }

  /**
   * Runs a check and counts it if it finds nothing. Beyond a limit it throws the refusal without running the check.
   * Concurrent attempts wait as long as they could exceed the limit together, so that guessing in parallel does not
   * get around it; throws `QueueFull` if too many wait.
   */
  async attempt<Found>(
    quotas: readonly Quota[],
    check: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const windows = await this.begin(quotas);
    try {
      const found = await check();
      if (found === undefined) await this.noteFailure(quotas);
      else await this.noteSuccess(quotas);
      return found;
    } finally {
      windows.forEach((window, at) => this.end(window, quotas[at]?.key));
    }
  }

  /** Resets all windows. */
  async clear(): Promise<void> {
    for (const [key, window] of this.windows) {
      window.count = 0;
      if (isIdle(window)) this.windows.delete(key);
    }
    await this.shared?.clear(this.options.name);
  }

  /** Waits until an attempt may start, then counts it as in progress, without an await in between. */
  private async begin(quotas: readonly Quota[]): Promise<readonly Window[]> {
    for (;;) {
      await this.adoptShared(quotas);
      const windows = quotas.map(({ key }) => this.windowOf(key));
      const exceeded = windows.filter(({ count }, at) => count >= limitOf(quotas, at));
      const until = exceeded.reduce((latest, window) => Math.max(latest, window.until), 0);
      if (until > 0) throw this.refusalUntil(until);
      const full = windows.find(({ count, underWay }, at) => count + underWay >= limitOf(quotas, at));
      if (!full) {
        for (const window of windows) window.underWay += 1;
        return windows;
      }
      if (full.waiting.length >= maxWaiting) throw new QueueFull();
      await new Promise<void>((resolve) => full.waiting.push(resolve));
    }
  }

  /** Waiting attempts check again, in the order in which they came. */
  private end(window: Window, key = ""): void {
    window.underWay -= 1;
    const { waiting } = window;
    window.waiting = [];
    for (const goOn of waiting) goOn();
    if (isIdle(window) && window.count === 0) this.windows.delete(key);
  }

  /** Adds the events that other processes have counted since. */
  private async adoptShared(quotas: readonly Quota[]): Promise<void> {
    if (!this.shared) return;
    const keys = quotas.map(({ key }) => this.sharedKey(key));
    const known = await this.shared.read(keys, this.clock.now(), this.options.windowMs);
    quotas.forEach(({ key }, at) => this.adopt(key, known[at]));
  }

  private adopt(key: string, { count, until }: RateWindow = { count: 0, until: this.clock.now() }): void {
    const window = this.windowOf(key);
    window.count = count;
    if (count > 0) window.until = until;
  }

  private async noteFailure(quotas: readonly Quota[]): Promise<void> {
    for (const { key } of quotas) this.windowOf(key).count += 1;
    const keys = quotas.map(({ key }) => this.sharedKey(key));
    await this.shared?.add(keys, this.clock.now(), this.options.windowMs);
  }

  private async noteSuccess(quotas: readonly Quota[]): Promise<void> {
    for (const { key, isClearedBySuccess } of quotas) {
      const window = this.windowOf(key);
      if (!isClearedBySuccess || window.count === 0) continue;
      window.count = 0;
      await this.shared?.forget(this.sharedKey(key));
    }
  }

  /** The open window of a key, or a new one. */
  private windowOf(key: string): Window {
    const now = this.clock.now();
    const { windowMs } = this.options;
    const known = this.windows.get(key);
    if (known && isOpen(known, now, windowMs)) return known;
    this.windows.delete(key);
    this.dropOld(now);
    // Attempts in progress move to the next window.
    const window = Object.assign(known ?? { underWay: 0, waiting: [] }, { until: now + windowMs, count: 0 });
    this.windows.set(key, window);
    return window;
  }

  private dropOld(now: number): void {
    for (const [key, window] of this.windows) {
      if (this.windows.size < maxWindows && isOpen(window, now, this.options.windowMs)) return;
      if (window.underWay > 0) continue;
      this.windows.delete(key);
    }
  }

  private refusalUntil(until: number): Error {
    return this.options.refusal(Math.max(1, Math.ceil((until - this.clock.now()) / 1000)));
  }

  private sharedKey(key: string): string {
    return `${this.options.name} ${key}`;
  }
}

const limitOf = (quotas: readonly Quota[], at: number) => quotas[at]?.limit ?? Infinity;

function isIdle({ underWay, waiting }: Window): boolean {
  return underWay === 0 && waiting.length === 0;
}

/** Setting the clock back ends windows that would begin in the future. */
function isOpen({ until }: Window, now: number, windowMs: number): boolean {
  return until > now && until <= now + windowMs;
}
