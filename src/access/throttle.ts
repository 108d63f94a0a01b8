/** Slows down guessing: counts failed logins per name and address, and per address (conventions 11.2). */
import type { Clock } from "../clock.js";
import { globalFault } from "../faults.js";

export interface ThrottleLimits {
  readonly perUserAndAddress: number;
  readonly perAddress: number;
  readonly windowSeconds: number;
}

/** More keys than this are never kept: the oldest go first. */
const maxKeys = 100_000;

export class LoginThrottle {
  private readonly failures = new Map<string, number[]>();
  /** Attempts whose outcome is not known yet. */
  private readonly running = new Map<string, number>();
  private waiting: (() => void)[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly limits: ThrottleLimits,
  ) {}

  /**
   * One attempt to log in: what `check` finds, undefined for wrong credentials. Throws `access_denied`, without a check
   * and with `retry_after` after too many failures. Attempts that run at once wait where they could all be failures
   * beyond the limit, so guessing side by side is no way around it.
   */
  async attempt<Found>(
    username: string,
    address: string,
    check: () => Promise<Found | undefined>,
  ): Promise<Found> {
    await this.turn(username, address);
    const retry_after = this.retryAfter(username, address);
    if (retry_after > 0) throw globalFault("access_denied", { data: { retry_after } });
    const ended = this.begin(username, address);
    try {
      const found = await check();
      if (found === undefined) this.failed(username, address);
      else this.succeeded(username, address);
      if (found !== undefined) return found;
    } finally {
      ended();
    }
    throw globalFault("access_denied");
  }

  /** Resolves when one more failure, after those under way, would not pass a limit, or when a limit is reached. */
  private async turn(username: string, address: string): Promise<void> {
    const { perUserAndAddress, perAddress } = this.limits;
    const isFull = (key: string, limit: number) =>
      this.underWay(key) > 0 && this.recent(key).length + this.underWay(key) >= limit;
    while (
      this.retryAfter(username, address) === 0 &&
      (isFull(userKey(username, address), perUserAndAddress) || isFull(addressKey(address), perAddress))
    ) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  private underWay(key: string): number {
    return this.running.get(key) ?? 0;
  }

  /** Counts an attempt as under way; answers what ends it. */
  private begin(username: string, address: string): () => void {
    const keys = [userKey(username, address), addressKey(address)];
    for (const key of keys) this.running.set(key, this.underWay(key) + 1);
    return () => {
      for (const key of keys) {
        const left = this.underWay(key) - 1;
        if (left > 0) this.running.set(key, left);
        else this.running.delete(key);
      }
      const waiting = this.waiting;
      this.waiting = [];
      for (const goOn of waiting) goOn();
    };
  }

  /** Seconds until another attempt is looked at; 0 = now. */
  private retryAfter(username: string, address: string): number {
    return Math.max(
      this.wait(userKey(username, address), this.limits.perUserAndAddress),
      this.wait(addressKey(address), this.limits.perAddress),
    );
  }

  private failed(username: string, address: string): void {
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

  private succeeded(username: string, address: string): void {
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
