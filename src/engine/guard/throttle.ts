/** Slows down guessing: counts failed logins per name and address, and per address (conventions 11.2). */
import { hash } from "node:crypto";
import type { Clock } from "../clock.js";
import type { SharedFailures } from "../storage/shared.js";
import { globalFault } from "../calls/faults.js";
import { QueueFull } from "./fair-queue.js";

export interface ThrottleLimits {
  readonly perUserAndAddress: number;
  readonly perAddress: number;
  readonly windowSeconds: number;
}

/** More counters than this are never kept: the oldest go first. */
const maxCounters = 100_000;

/** Attempts that wait for the outcome of others with the same name, or from the same address; further ones are refused. */
const maxWaiting = 100;

/** What is known of one name and address, or of one address. */
interface Counter {
  readonly key: string;
  /** Times of the failures that count, oldest first. */
  failures: number[];
  /** Attempts whose outcome is not known yet: each may become a failure. */
  underWay: number;
  waiting: (() => void)[];
}

export class LoginThrottle {
  /** By hash, so that no name is kept, however long; those that failed last stand last. */
  private readonly counters = new Map<string, Counter>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: ThrottleLimits,
    /** Where several processes count together. */
    private readonly shared?: SharedFailures,
  ) {}

  /**
   * One attempt to log in: what `check` finds, undefined for wrong credentials. Throws `access_denied`, without a check
   * and with `retry_after` after too many failures. An attempt counts before anything is waited for; those that run
   * at once wait where they could all be failures beyond the limit, so guessing side by side is no way around it.
   */
  async attempt<Found>(
    username: string,
    address: string,
    check: () => Promise<Found | undefined>,
  ): Promise<Found> {
    const counters = await this.begin(username, address);
    try {
      const found = await check();
      if (found === undefined) await this.noteFailure(counters);
      else await this.noteSuccess(counters);
      if (found !== undefined) return found;
    } catch (error) {
      throw error instanceof QueueFull ? refusal(1) : error;
    } finally {
      for (const { counter } of counters) this.end(counter);
    }
    throw refusal();
  }

  /** An attempt with credentials that nobody can have: a failure of the address, without a check. */
  async refuse(address: string): Promise<never> {
    const counted = [{ counter: this.counterOf(addressKey(address)), limit: this.limits.perAddress }];
    await this.refresh(counted);
    const retryAfter = this.retryAfter(counted);
    if (retryAfter > 0) throw refusal(retryAfter);
    await this.noteFailure(counted);
    throw refusal();
  }

  async clear(): Promise<void> {
    for (const [key, { underWay }] of this.counters) if (underWay === 0) this.counters.delete(key);
    for (const counter of this.counters.values()) counter.failures = [];
    await this.shared?.clear();
  }

  /** Counts an attempt as under way, once it may be. Between the last look at the counters and counting nothing is awaited. */
  private async begin(username: string, address: string): Promise<readonly Counted[]> {
    for (;;) {
      const counted = [
        { counter: this.counterOf(nameKey(username, address)), limit: this.limits.perUserAndAddress },
        { counter: this.counterOf(addressKey(address)), limit: this.limits.perAddress },
      ];
      await this.refresh(counted);
      const retryAfter = this.retryAfter(counted);
      if (retryAfter > 0) throw refusal(retryAfter);
      const full = counted.find(({ counter, limit }) => this.room(counter, limit) <= 0);
      if (!full) {
        for (const { counter } of counted) counter.underWay += 1;
        return counted;
      }
      const { waiting } = full.counter;
      if (waiting.length >= maxWaiting) throw refusal(1);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  /** Those that wait look again, in the order in which they came. */
  private end(counter: Counter): void {
    counter.underWay -= 1;
    const waiting = counter.waiting;
    counter.waiting = [];
    for (const goOn of waiting) goOn();
    const isIdle = waiting.length === 0 && counter.underWay === 0 && this.recent(counter).length === 0;
    if (isIdle) this.counters.delete(counter.key);
  }

  private counterOf(key: string): Counter {
    let counter = this.counters.get(key);
    if (!counter) this.counters.set(key, (counter = { key, failures: [], underWay: 0, waiting: [] }));
    return counter;
  }

  /** Counters whose failures count no longer, and the oldest of too many. */
  private dropOld(): void {
    for (const counter of this.counters.values()) {
      const isOver = this.counters.size > maxCounters || this.recent(counter).length === 0;
      if (!isOver || counter.underWay > 0) return;
      this.counters.delete(counter.key);
    }
  }

  /** What other processes have counted since. */
  private async refresh(counted: readonly Counted[]): Promise<void> {
    if (!this.shared) return;
    const from = this.clock.now() - this.limits.windowSeconds * 1000;
    const keys = counted.map(({ counter }) => counter.key);
    const recent = await this.shared.recent(keys, Math.round(from));
    for (const [at, { counter }] of counted.entries()) counter.failures = [...(recent[at] ?? [])];
  }

  private async noteFailure(counted: readonly Counted[]): Promise<void> {
    const now = this.clock.now();
    for (const { counter, limit } of counted) {
      counter.failures = [...this.recent(counter), now].slice(-limit);
      this.counters.delete(counter.key);
      this.counters.set(counter.key, counter);
    }
    this.dropOld();
    await this.shared?.add(
      counted.map(({ counter }) => counter.key),
      Math.round(now),
    );
  }

  /** Forgets the failures of the name at the address; those of the address stay. */
  private async noteSuccess([first]: readonly Counted[]): Promise<void> {
    if (!first) return;
    const hadFailures = first.counter.failures.length > 0;
    first.counter.failures = [];
    if (hadFailures) await this.shared?.forget(first.counter.key);
  }

  /** How many further attempts could all fail without passing the limit. */
  private room(counter: Counter, limit: number): number {
    return limit - this.recent(counter).length - counter.underWay;
  }

  /** Seconds until another attempt is looked at; 0 = now. */
  private retryAfter(counted: readonly Counted[]): number {
    return counted.reduce(
      (longest, { counter, limit }) => Math.max(longest, this.secondsLeft(counter, limit)),
      0,
    );
  }

  private secondsLeft(counter: Counter, limit: number): number {
    const oldestThatCounts = this.recent(counter).at(-limit);
    if (oldestThatCounts === undefined) return 0;
    const until = oldestThatCounts + this.limits.windowSeconds * 1000;
    return Math.max(1, Math.ceil((until - this.clock.now()) / 1000));
  }

  /** Failures inside the window; a clock that was set back forgets those of the future. */
  private recent({ failures }: Counter): number[] {
    const now = this.clock.now();
    const from = now - this.limits.windowSeconds * 1000;
    return failures.filter((time) => time > from && time <= now);
  }
}

interface Counted {
  readonly counter: Counter;
  readonly limit: number;
}

function refusal(retry_after?: number) {
  return globalFault("access_denied", retry_after === undefined ? undefined : { data: { retry_after } });
}

const nameKey = (username: string, address: string) => keyOf(`${username.toLowerCase()}\0${address}`);
const addressKey = (address: string) => keyOf(`\0${address}`);

function keyOf(text: string): string {
  return hash("sha256", text, "base64");
}
