/** `npm run walk`: runs the long forms of the random tests one after the other, and prints one table of violations. */
import { Argument, Command } from "commander";
import { addTally, type Tally } from "../test/engine/storage/torture/tally.js";
import { amount, randomSeed } from "./numbers.js";

const summary = `Runs the long forms of the random tests one after the other, and prints one table of violations, and each violation with its
seed. The exit code is 1 if there were violations.

    model      random call sequences, compared with a model of the shop
  clients    concurrent clients; the model must reproduce the answers in some order
  crash      the same, with kills of the server
  fuzz       valid and almost valid calls and requests of the contracts
  sandboxes  many sandboxes at once, each compared with a separate server
  forks      1,000 forks of 10,000 products: time and memory`;

interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly calls: number;
  readonly sandboxes: number;
}

const names = ["model", "clients", "crash", "fuzz", "sandboxes", "forks"] as const;
const command = new Command("npm run walk --")
  .description(summary)
  .addArgument(new Argument("[names...]", "the tests to run; default: all but forks").choices(names))
  .option("--minutes <n>", "continue with other seeds for this time", amount, 0)
  .option("--seed <n>", "repeat an earlier run with this seed", amount, randomSeed(2 ** 20))
  .option("--calls <n>", "number of calls in fuzz and sandboxes", amount, 20_000)
  .option("--sandboxes <n>", "number of concurrent sandboxes", amount, 50)
  .parse();
const { minutes, seed: firstSeed, calls, sandboxes } = command.opts<Options>();
const until = performance.now() + minutes * 60_000;

type Run = (seed: number) => Promise<Tally>;

const scenarios: Readonly<Record<(typeof names)[number], Run>> = {
  model: async (seed) => (await import("../test/model/long-walks.js")).walkModel(seed, 200),
  clients: async (seed) => (await import("../test/model/long-walks.js")).walkTogether(seed, 20),
  crash: async (seed) => (await import("../test/model/crashes.js")).crash({ seed, rounds: 12 }),
  fuzz: async (seed) => {
    const { fuzz } = await import("../test/fuzz/fuzz.js");
    const memory = new MemoryCurve();
    const tally = await fuzz({ seed, calls, report: (so) => memory.note("fuzz", so.calls) });
    tally.violations.push(...memory.violations());
    return tally;
  },
  sandboxes: async (seed) => {
    const { compareSandboxes } = await import("../test/testing/sandboxes/sandboxes.js");
    const memory = new MemoryCurve();
    const report = (so: { calls: number }) => memory.note("sandboxes", so.calls);
    return compareSandboxes({ seed, sandboxes, calls, report });
  },
  forks: async () => (await import("../test/testing/sandboxes/forks.js")).measureForks(1_000, 10_000),
};

/** The heap after garbage collection, every 20,000 calls. Needs `node --expose-gc`, which the npm script sets. */
class MemoryCurve {
  private readonly heaps_mb: number[] = [];
  private noted = 0;

  note(what: string, made: number): void {
    if (made < this.noted + 20_000) return;
    this.noted = made;
    globalThis.gc?.();
    const heap = Math.round(process.memoryUsage().heapUsed / 1e6);
    this.heaps_mb.push(heap);
    console.error(`${what}: ${made} calls, heap ${heap} MB`);
  }

  /** A violation if the maximum of the last third is more than 10 % above that of the middle third. */
  violations(): string[] {
    const third = Math.floor(this.heaps_mb.length / 3);
    if (third < 3) return [];
    const most = (from: number) => Math.max(...this.heaps_mb.slice(from, from + third));
    const [middle, last] = [most(third), most(2 * third)];
    return last > middle * 1.1 ? [`the heap rises: ${middle} MB, then ${last} MB`] : [];
  }
}

const wanted =
  command.args.length > 0 ? names.filter((name) => command.args.includes(name)) : names.slice(0, -1);
const totals = new Map<string, Tally>();
let seed = firstSeed;
do {
  for (const name of wanted) {
    const tally = await scenarios[name](seed);
    for (const violation of tally.violations) console.error(`${name}, seed ${seed}: ${violation}`);
    addTally(totals, tally);
  }
  seed += 1_000;
} while (performance.now() < until);

console.table(
  Object.fromEntries(
    [...totals.values()].map(({ scenario, rounds, violations }) => [
      scenario,
      { rounds, violations: violations.length },
    ]),
  ),
);
process.exitCode = [...totals.values()].some(({ violations }) => violations.length > 0) ? 1 : 0;
