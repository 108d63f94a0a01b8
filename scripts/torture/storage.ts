/** The storage under loss of power, failing calls, damaged files and deaths of the process. */
import { scenarios } from "../../test/engine/storage/torture/scenarios.js";
import type { Tally } from "../../test/engine/storage/torture/tally.js";

/** Whether everything held. Each scenario once, and with other seeds until the time is over. */
export async function tortureStorage(firstSeed: number, until: number): Promise<boolean> {
  const totals = new Map<string, Tally>();
  let failed = false;
  let seed = firstSeed;
  do {
    for (const { run, isControl = false } of scenarios) {
      const tally = await run(seed);
      add(totals, tally);
      // A control that finds nothing shows that the torture is blind.
      const isWrong = isControl ? tally.violations.length === 0 : tally.violations.length > 0;
      if (!isWrong) continue;
      failed = true;
      console.error(`${tally.scenario}, seed ${seed}:`);
      for (const violation of tally.violations.slice(0, 20)) console.error(`  ${violation}`);
    }
    seed += 1;
  } while (performance.now() < until);
  show(totals);
  console.log(
    failed
      ? "Something was found; the lines above name it."
      : "No violations; the control found what it should.",
  );
  return !failed;
}

function show(totals: ReadonlyMap<string, Tally>): void {
  const rows = [...totals.values()].map(({ scenario, rounds, faults, violations }) => [
    scenario,
    { rounds, "faults injected": faults, violations: violations.length },
  ]);
  console.table(Object.fromEntries(rows));
}

function add(totals: Map<string, Tally>, tally: Tally): void {
  const total = totals.get(tally.scenario);
  if (!total) {
    totals.set(tally.scenario, { ...tally, violations: [...tally.violations] });
    return;
  }
  total.rounds += tally.rounds;
  total.faults += tally.faults;
  total.violations.push(...tally.violations);
}
