/** Tests the storage with power loss, failing system calls, damaged files and killed processes. */
import { scenarios } from "../../test/engine/storage/torture/scenarios.js";
import { addTally, type Tally } from "../../test/engine/storage/torture/tally.js";

/** Whether there was no violation. Runs each scenario once, and again with other seeds until the time is over. */
export async function tortureStorage(firstSeed: number, until: number): Promise<boolean> {
  const totals = new Map<string, Tally>();
  let failed = false;
  let seed = firstSeed;
  do {
    for (const { run, isControl = false } of scenarios) {
      const tally = await run(seed);
      addTally(totals, tally);
      // A control without violations shows that the test cannot detect them.
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
      ? "There were violations; see the lines above."
      : "No violations; the control detected the expected ones.",
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
