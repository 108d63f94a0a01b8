/**
 * `npm run torture`: puts the storage through loss of power, failing calls, damaged files and deaths of the process, and
 * prints one table. `--minutes 30` repeats with other seeds for so long (by default each scenario once); `--seed 7`
 * repeats what an earlier run found.
 */
import { parseArgs } from "node:util";
import { scenarios } from "../test/storage/torture/scenarios.js";
import type { Tally } from "../test/storage/torture/tally.js";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "0" }, seed: { type: "string" } },
});
const until = performance.now() + Number(values.minutes) * 60_000;
const totals = new Map<string, Tally>();
let failed = false;

let seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
do {
  for (const { run, isControl = false } of scenarios) {
    const tally = await run(seed);
    add(tally);
    // A control that finds nothing shows that the torture is blind.
    const isWrong = isControl ? tally.violations.length === 0 : tally.violations.length > 0;
    if (!isWrong) continue;
    failed = true;
    console.error(`${tally.scenario}, seed ${seed}:`);
    for (const violation of tally.violations.slice(0, 20)) console.error(`  ${violation}`);
  }
  seed += 1;
} while (performance.now() < until);

console.table(
  Object.fromEntries(
    [...totals.values()].map(({ scenario, rounds, faults, violations }) => [
      scenario,
      { rounds, "faults injected": faults, violations: violations.length },
    ]),
  ),
);
console.log(
  failed
    ? "Something was found; the lines above name it."
    : "No violations; the control found what it should.",
);
process.exitCode = failed ? 1 : 0;

function add(tally: Tally): void {
  const total = totals.get(tally.scenario);
  if (!total) {
    totals.set(tally.scenario, { ...tally, violations: [...tally.violations] });
    return;
  }
  total.rounds += tally.rounds;
  total.faults += tally.faults;
  total.violations.push(...tally.violations);
}
