/** An attack does something to a server and reports violations. */
import { fork, type ChildProcess } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { bundleOf } from "../support/programs.js";
import { json, Probe } from "./probe.js";
import { nextMessage, type ServerOptions } from "./server-process.js";
import { Sockets } from "./sockets.js";
import { stolenMs } from "./turns.js";

/** `short` is a size for tests, `long` the size that once did harm. */
export type Size = "short" | "long";

export interface Attack {
  readonly title: string;
  /** A separate server. */
  readonly server?: ServerOptions;
  /** The number of bytes that memory may grow by. */
  readonly growth?: number;
  /**
   * The violations that the attack itself finds; memory, turns of the event loop and health are measured for
   * all attacks.
   */
  readonly run: (target: Target, size: Size) => Promise<readonly string[]>;
}

export interface Target {
  readonly probe: Probe;
  readonly sockets: Sockets;
}

export interface Outcome {
  readonly attack: string;
  /** Processor time of the longest turn of the event loop. */
  readonly turnMs: number;
  /** The longest wait for /health/live of another client, on the clock. */
  readonly healthMs: number;
  readonly memoryMB: number;
  /**
   * Time that the host of this virtual machine took from its processors during the attack; turns and waits
   * may be longer by it.
   */
  readonly stolenMs: number;
  readonly violations: readonly string[];
}

const usualGrowth = 400 * 1024 * 1024;

/**
 * Processor time. One request may use 100 ms of a turn; in a flood, the turns of many sockets are one turn of
 * the event loop.
 */
const longestTurnMs = { long: 1000, short: 500 };

/** On the clock: only checked if the machine is otherwise idle, and by no test. */
const longestHealthMs = { long: 1000, short: Infinity };

function isMachineCalm(): boolean {
  return (loadavg()[0] as number) < availableParallelism();
}

/** Runs an attack on a separate server. */
export async function carryOut(attack: Attack, size: Size): Promise<Outcome> {
  const probe = await Probe.start(attack.server);
  try {
    return await carryOutOn(probe, attack, size);
  } finally {
    await probe.stop();
  }
}

/** Runs an attack on an existing server. */
export async function carryOutOn(probe: Probe, attack: Attack, size: Size): Promise<Outcome> {
  const health = new HealthWatch(probe.server.address);
  const sockets = new Sockets(probe.server.address);
  try {
    await probe.post("/api/jsonrpc", [json({ jsonrpc: "2.0", id: 1, method: "globalFaults" })]);
    await health.take();
    const before = await probe.server.measure();
    const isCalm = isMachineCalm();
    const stolenBefore = stolenMs();
    const own = await attack.run({ probe, sockets }, size);
    const { turn, memory } = await probe.server.measure();
    const { longest, failures } = await health.take();
    const growth = memory.rss - before.memory.rss;
    const violations = [
      ...own,
      ...(growth > (attack.growth ?? usualGrowth) ? [`memory grew by ${megabytes(growth)} MB`] : []),
      ...(turn.cpuMs > longestTurnMs[size] ? [`a turn took ${Math.round(turn.cpuMs)} ms`] : []),
      ...(isCalm && longest > longestHealthMs[size] ? [`/health/live took ${Math.round(longest)} ms`] : []),
      ...(failures > 0 ? [`/health/live failed ${failures} times`] : []),
    ];
    return {
      attack: attack.title,
      turnMs: Math.round(turn.cpuMs),
      healthMs: Math.round(longest),
      memoryMB: megabytes(growth),
      stolenMs: stolenMs() - stolenBefore,
      violations: probe.server.isAlive ? violations : ["the server is gone"],
    };
  } finally {
    sockets.closeAll();
    health.stop();
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

interface Waits {
  readonly longest: number;
  readonly failures: number;
  readonly asked: number;
}

class HealthWatch {
  private readonly child: ChildProcess;

  constructor(address: string) {
    this.child = fork(bundleOf("test/attacks/health-watch.ts"), [address], { execArgv: [] });
  }

  /** Since the last query. */
  async take(): Promise<Waits> {
    this.child.send("take");
    return (await nextMessage(this.child)) as Waits;
  }

  stop(): void {
    this.child.kill("SIGKILL");
  }
}
