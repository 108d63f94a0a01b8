/** Slows down guessing: counts failed logins per name and address, and per address (conventions 11.2). */
import type { Clock } from "../clock.js";

export interface ThrottleLimits {
  readonly perUserAndAddress: number;
  readonly perAddress: number;
  readonly windowSeconds: number;
}

/** More keys than this are never kept: the oldest go first. */
const maxKeys = 100_000;

export class LoginThrottle {
  private readonly failures = new Map<string, number[]>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: ThrottleLimits,
  ) {}

  /** Seconds until another attempt is looked at; 0 = now. */
  retryAfter(username: string, address: string): number {
    return Math.max(
      this.wait(userKey(username, address), this.limits.perUserAndAddress),
      this.wait(addressKey(address), this.limits.perAddress),
    );
  }

  failed(username: string, address: string): void {
    for (const key of [userKey(username, address), addressKey(address)]) {
      const times = this.recent(key);
      times.push(this.clock.now());
      this.failures.delete(key);
      this.failures.set(key, times);
    }
    for (const key of this.failures.keys()) {
      if (this.failures.size <= maxKeys) break;
      this.failures.delete(key);
    }
  }

  succeeded(username: string, address: string): void {
    this.failures.delete(userKey(username, address));
  }

  clear(): void {
    this.failures.clear();
  }

  private wait(key: string, limit: number): number {
    const times = this.recent(key);
    const oldestThatCounts = times.at(-limit);
    if (oldestThatCounts === undefined) return 0;
    return Math.max(
      1,
      Math.ceil((oldestThatCounts + this.limits.windowSeconds * 1000 - this.clock.now()) / 1000),
    );
  }

  /** Failures inside the window; a clock that was set back forgets those of the future. */
  private recent(key: string): number[] {
    const now = this.clock.now();
    const from = now - this.limits.windowSeconds * 1000;
    return (this.failures.get(key) ?? []).filter((time) => time > from && time <= now);
  }
}

const userKey = (username: string, address: string) => `${username.toLowerCase()}\0${address}`;
const addressKey = (address: string) => `\0${address}`;
