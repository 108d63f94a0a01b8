/** The short form of `npm run torture`: one pass of each scenario; the seed is printed when something is found. */
import { describe, expect, test } from "vitest";
import { seed } from "../../support/seed.js";
import { scenarios } from "./torture/scenarios.js";
import type { Tally } from "./torture/tally.js";

describe.concurrent(`torture of the storage, seed ${seed}`, () => {
  test.each(scenarios.map((scenario, at) => ({ at, ...scenario })))(
    "scenario $at",
    async ({ run, isControl }) => {
      const { scenario, rounds, faults, violations }: Tally = await run(seed);
      expect(rounds, scenario).toBeGreaterThan(1);
      expect(faults, scenario).toBeGreaterThan(1);
      // A disk that ignores syncs loses writes: a torture that does not notice would prove nothing.
      if (isControl) expect(violations.length).toBeGreaterThan(faults / 10);
      else expect(violations, scenario).toEqual([]);
    },
  );
});
