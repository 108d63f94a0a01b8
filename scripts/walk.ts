/**
 * `npm run walk`: the long forms of the random tests, one after the other, and one table of what they found.
 *
 *     npm run walk -- --minutes 30                     all of them for so long, in turns
 *     npm run walk -- model --seed 7                   one of them: model, clients, crash, fuzz, sandboxes, forks
 *     npm run walk -- fuzz --calls 1000000             so many calls
 *     npm run walk -- sandboxes --sandboxes 50
 */
import { parseArgs } from "node:util";
import { newTally, type Tally } from "../test/storage/torture/tally.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "0" },
    seed: { type: "string" },
    calls: { type: "string", default: "20000" },
    sandboxes: { type: "string", default: "50" },
  },
});
const calls = Number(values.calls);
const until = performance.now() + Number(values.minutes) * 60_000;

type Run = (seed: number) => Promise<Tally>;

const scenarios: Readonly<Record<string, Run>> = {
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
    const { compareSandboxes } = await import("../test/sandboxes/sandboxes.js");
    const memory = new MemoryCurve();
    const report = (so: { calls: number }) => memory.note("sandboxes", so.calls);
    return compareSandboxes({ seed, sandboxes: Number(values.sandboxes), calls, report });
  },
  forks: async () => (await import("../test/sandboxes/forks.js")).measureForks(1_000, 10_000),
};

/** The heap after a collection, every 20,000 calls; it needs `node --expose-gc`, which the npm script gives. */
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

  /** Flat: the last third is no tenth above the middle one. */
  violations(): string[] {
    const third = Math.floor(this.heaps_mb.length / 3);
    if (third < 3) return [];
    const most = (from: number) => Math.max(...this.heaps_mb.slice(from, from + third));
    const [middle, last] = [most(third), most(2 * third)];
    return last > middle * 1.1 ? [`the heap rises: ${middle} MB, then ${last} MB`] : [];
  }
}

const wanted = positionals.length > 0 ? positionals : ["model", "clients", "crash", "fuzz", "sandboxes"];
const totals = new Map<string, Tally>();
let seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 20));
do {
  for (const name of wanted) {
    const run = scenarios[name];
    if (!run) throw new Error(`there is no ${name}; there are: ${Object.keys(scenarios).join(", ")}`);
    const tally = await run(seed);
    for (const violation of tally.violations) console.error(`${name}, seed ${seed}: ${violation}`);
    const total = totals.get(tally.scenario) ?? newTally(tally.scenario);
    totals.set(tally.scenario, total);
    total.rounds += tally.rounds;
    total.faults += tally.faults;
    total.violations.push(...tally.violations);
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
