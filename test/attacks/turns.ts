/** How long one turn of the event loop holds it: in time of the processor, which others on the machine do not change. */
import { openSync, readFileSync, readSync, closeSync, existsSync } from "node:fs";

/** Linux counts the processor time of each thread here, in nanoseconds, as the first number. */
const threadTimes = "/proc/self/schedstat";

export interface LongestTurn {
  /** Milliseconds of processor time of the thread that runs the event loop. */
  readonly cpuMs: number;
  /** Milliseconds on the clock. */
  readonly wallMs: number;
}

/** Looks at every turn of this process's event loop. */
export class TurnWatch {
  private readonly file = existsSync(threadTimes) ? openSync(threadTimes, "r") : undefined;
  private readonly buffer = Buffer.alloc(64);
  private longest = { cpuMs: 0, wallMs: 0 };
  private lastCpu = this.cpu();
  private lastWall = performance.now();
  /** A timer of 1 ms fires in every turn, so two looks are a turn and a moment of waiting apart. */
  private readonly timer = setInterval(() => this.look(), 1);

  private look(): void {
    const [cpu, wall] = [this.cpu(), performance.now()];
    this.longest.cpuMs = Math.max(this.longest.cpuMs, cpu - this.lastCpu);
    this.longest.wallMs = Math.max(this.longest.wallMs, wall - this.lastWall);
    [this.lastCpu, this.lastWall] = [cpu, wall];
  }

  /** Since the last time that this was asked. */
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

/** Linux counts here, in hundredths of a second, what each kind of work had of all processors. */
const machineTimes = "/proc/stat";
const stolenTime = 8;

/**
 * Milliseconds that the host of a virtual machine took from its processors since it started. A thread that had one of
 * them is told that it used it.
 */
export function stolenMs(): number {
  if (!existsSync(machineTimes)) return 0;
  const [all = ""] = readFileSync(machineTimes, "latin1").split("\n", 1);
  return Number(all.split(/\s+/)[stolenTime] ?? 0) * 10;
}
