/**
 * The short form of `npm run walk -- fuzz`: one round with all addresses; a violation names the round that
 * reproduces it.
 */
import { expect, test } from "vitest";
import { seed } from "../support/seed.js";
import { fuzz } from "./fuzz.js";

test(
  `requests to all addresses and calls of all operations, seed ${seed}`,
  { timeout: 600_000 },
  async () => {
    const { rounds, calls, successes, violations } = await fuzz({ seed, calls: 2_000 });
    expect(violations).toEqual([]);
    expect(rounds).toBe(1);
    // Calls that are all refused would prove little.
    expect(successes).toBeGreaterThan(calls / 20);
  },
);
