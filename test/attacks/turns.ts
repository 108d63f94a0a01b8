/**
 * The duration of turns of the event loop in processor time, which other work on the machine does not change.
 */
import { openSync, readFileSync, readSync, closeSync, existsSync } from "node:fs";

/** On Linux, the first number in this file is the processor time of each thread in nanoseconds. */
const threadTimes = "/proc/self/schedstat";

export interface LongestTurn {
  /** Milliseconds of processor time of the thread that runs the event loop. */
  readonly cpuMs: number;
  /** Milliseconds on the clock. */
  readonly wallMs: number;
}

/** Measures every turn of this process's event loop. */
export class TurnWatch {
  private readonly file = existsSync(threadTimes) ? openSync(threadTimes, "r") : undefined;
  private readonly buffer = Buffer.alloc(64);
  private longest = { cpuMs: 0, wallMs: 0 };
  private lastCpu = this.cpu();
  private lastWall = performance.now();
  /** A timer of 1 ms fires in every turn, so two measurements are a turn and a short wait apart. */
  private readonly timer = setInterval(() => this.look(), 1);

  private look(): void {
    const [cpu, wall] = [this.cpu(), performance.now()];
    this.longest.cpuMs = Math.max(this.longest.cpuMs, cpu - this.lastCpu);
    this.longest.wallMs = Math.max(this.longest.wallMs, wall - this.lastWall);
    [this.lastCpu, this.lastWall] = [cpu, wall];
  }

  /** Since the last query. */
  take(): LongestTurn {
    this.look();
    const longest = this.longest;
    this.longest = { cpuMs: 0, wallMs: 0 };
    return longest;
  }

  private cpu(): number {
    if (this.file === undefined) return performance.now();
    const length = readSync(this.file, this.buffer, 0, 64, 0);
    return Number(this.buffer.toString("latin1", 0, length).split(" ", 1)[0]) / 1e6;
  }

  stop(): void {
    clearInterval(this.timer);
    if (this.file !== undefined) closeSync(this.file);
  }
}

/** On Linux, this file has the time of all processors by kind of work, in hundredths of a second. */
const machineTimes = "/proc/stat";
const stolenTime = 8;

/**
 * Milliseconds that the host of a virtual machine has taken from its processors since it started. The
 * processor time of a thread includes this time.
 */
export function stolenMs(): number {
  if (!existsSync(machineTimes)) return 0;
  const [all = ""] = readFileSync(machineTimes, "latin1").split("\n", 1);
  return Number(all.split(/\s+/)[stolenTime] ?? 0) * 10;
}
