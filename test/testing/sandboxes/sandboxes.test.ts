/** The short form of `npm run walk -- sandboxes`: a few sandboxes and calls, all at once. */
import { expect, test } from "vitest";
import { differsHere } from "../../support/storages.js";
import { compareSandboxes } from "./sandboxes.js";

const seed = Number(process.env.SANDBOX_SEED ?? Math.floor(Math.random() * 2 ** 20));

const isElsewhere = differsHere("snapshots and sandboxes exist in the memory of one process");

test.skipIf(isElsewhere)(
  `sandboxes answer like separate servers, seed ${seed}`,
  { timeout: 120_000 },
  async () => {
    const { calls, violations } = await compareSandboxes({ seed, sandboxes: 4, calls: 600 });
    expect(violations).toEqual([]);
    expect(calls).toBeGreaterThanOrEqual(600);
  },
);

test.skipIf(isElsewhere)("a lack of isolation is detected", { timeout: 120_000 }, async () => {
  const { violations } = await compareSandboxes({ seed: 1, sandboxes: 2, calls: 2_000, areShared: true });
  expect(violations).not.toEqual([]);
});
