import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { keptThread } from "../scripts/kept-thread.js";

/** The tests of one room, named by `scripts/mutate.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [keptThread()],
  test: {
    include: JSON.parse(process.env.MUTATE_TESTS ?? "[]") as string[],
    setupFiles: ["scripts/no-mutant.ts"],
    // They start or end processes, or walk at random: too slow, or not the same twice.
    exclude: [
      "test/**/crash.test.ts",
      "test/shop/customers/accounts/sharing.test.ts",
      "test/shop/sales/invariants.test.ts",
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
