/** The short form of `npm run walk -- sandboxes`: a few sandboxes and calls, all at once. */
import { expect, test } from "vitest";
import { seed } from "../../support/seed.js";
import { SandboxRegistry } from "../../../src/testing/sandboxes/sandboxes.js";
import { differsHere } from "../../support/storages.js";
import { compareSandboxes } from "./sandboxes.js";

const isElsewhere = differsHere("snapshots and sandboxes exist in the memory of one process");

test.skipIf(isElsewhere)(
  `sandboxes answer like separate servers, seed ${seed}`,
  { timeout: 600_000 },
  async () => {
    const { calls, violations } = await compareSandboxes({ seed, sandboxes: 4, calls: 600 });
    expect(violations).toEqual([]);
    expect(calls).toBeGreaterThanOrEqual(600);
  },
);

test("a sandbox counts while it is being created, and no longer if that fails", async () => {
  let fail = (_error: Error) => {};
  const base = new Promise<never>((_resolve, reject) => (fail = reject));
  const registry = new SandboxRegistry({
    openInstance: () => expect.fail("there is no state"),
    named: () => base,
    onError: () => {},
  });
  const creations = ["a", "b"].map((name) => registry.create({ name, from: "sample" }));
  expect([registry.has("a"), registry.has("b"), registry.has("c"), registry.size]).toEqual([
    true,
    true,
    false,
    2,
  ]);
  fail(new Error("no dataset"));
  for (const { status } of await Promise.allSettled(creations)) expect(status).toBe("rejected");
  expect([registry.has("a"), registry.size]).toEqual([false, 0]);
});

test.skipIf(isElsewhere)("a lack of isolation is detected", { timeout: 600_000 }, async () => {
  const { violations } = await compareSandboxes({ seed: 1, sandboxes: 2, calls: 2_000, areShared: true });
  expect(violations).not.toEqual([]);
});
