/** The one clock of a server: every timestamp, timeout and throttle asks it. */
import { milliseconds, timestamp } from "./values/dates.js";

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that the test control can freeze and move (interface.md 4). */
export class AdjustableClock implements Clock {
  private frozenAt: number | undefined;
  private shift = 0;

  constructor(private readonly real: Clock = systemClock) {}

  now(): number {
    return this.frozenAt ?? this.real.now() + this.shift;
  }

  get frozen(): boolean {
    return this.frozenAt !== undefined;
  }

  /** @param time `YYYY-MM-DD HH:MM:SS`, UTC */
  freeze(time: string): void {
    this.frozenAt = milliseconds(time);
  }

  advance(seconds: number): void {
    if (this.frozenAt === undefined) this.shift += seconds * 1000;
    else this.frozenAt += seconds * 1000;
  }

  /** Back to real time. */
  release(): void {
    this.frozenAt = undefined;
    this.shift = 0;
  }
}

/** The time of a clock as the service writes it. */
export function timeOf(clock: Clock): string {
  return timestamp(clock.now());
}
