/** Attacks over sockets, each on a server in a separate process. */
import { attacks } from "../../test/attacks/attacks.js";
import { carryOut, type Outcome } from "../../test/attacks/attack.js";

/** Whether all attacks were repelled, in all rounds. @param only text that the titles of the attacks must contain */
export async function tortureByAttacks(rounds: number, only = ""): Promise<boolean> {
  const outcomes = new Map<string, Outcome[]>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const attack of attacks.filter(({ title }) => title.includes(only))) {
      const outcome = await carryOut(attack, "long");
      outcomes.set(attack.title, [...(outcomes.get(attack.title) ?? []), outcome]);
      for (const violation of outcome.violations) console.error(`${attack.title}: ${violation}`);
    }
  }
  const rows = [...outcomes].map(([title, all]) => [
    title,
    {
      rounds: all.length,
      "longest turn (CPU ms)": Math.max(...all.map(({ turnMs }) => turnMs)),
      "longest /health/live (ms)": Math.max(...all.map(({ healthMs }) => healthMs)),
      "taken by the host (ms)": Math.max(...all.map(({ stolenMs }) => stolenMs)),
      "memory grew by (MB)": Math.max(...all.map(({ memoryMB }) => memoryMB)),
      violations: all.flatMap(({ violations }) => violations).length,
    },
  ]);
  console.table(Object.fromEntries(rows));
  const held = [...outcomes.values()].flat().every(({ violations }) => violations.length === 0);
  console.log(held ? "All attacks were repelled." : "There were violations; see the lines above.");
  return held;
}
