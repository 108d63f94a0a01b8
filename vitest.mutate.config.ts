import { defineConfig } from "vitest/config";

/** The tests of one room, named by `scripts/mutate.ts`. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATE_TESTS ?? "[]") as string[],
    // They end processes, or walk at random: too slow, or not the same twice.
    exclude: ["test/**/crash.test.ts", "test/sales/invariants.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
