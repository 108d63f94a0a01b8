/** The one clock of a server: every timestamp, timeout and throttle asks it. */
import { milliseconds, timestamp } from "./values/dates.js";

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The setting of an adjustable clock: frozen at a time, or shifted from real time; milliseconds. */
export interface ClockState {
  readonly frozenAt: number | undefined;
  readonly shift: number;
}

export const realTime: ClockState = { frozenAt: undefined, shift: 0 };

/** A clock that the test control can freeze and move (docs/testing.md). */
export class AdjustableClock implements Clock {
  private frozenAt: number | undefined;
  private shift = 0;

  constructor(state: ClockState = realTime) {
    this.state = state;
  }

  now(): number {
    return this.frozenAt ?? Date.now() + this.shift;
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
    this.state = realTime;
  }

  get state(): ClockState {
    return { frozenAt: this.frozenAt, shift: this.shift };
  }

  set state({ frozenAt, shift }: ClockState) {
    this.frozenAt = frozenAt;
    this.shift = shift;
  }
}

/** The time of a clock as the service writes it. */
export function timeOf(clock: Clock): string {
  return timestamp(clock.now());
}
