import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The first test that fails ends the run of a mutant: tables of rules before tests that start a shop, largest last. */
class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) => {
      const text = readFileSync(moduleId, "utf8");
      return / from ".*\/support\//.test(text) ? 1e6 + text.length : text.length;
    };
    return Promise.resolve(files.toSorted((one, other) => cost(one) - cost(other)));
  }
}

/** The tests of one room, named by `scripts/mutate.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: JSON.parse(process.env.MUTATE_TESTS ?? "[]") as string[],
    sequence: { sequencer: QuickFirst },
    // They start or end processes, or walk at random: too slow, or not the same twice.
    exclude: [
      "test/**/crash.test.ts",
      "test/shop/customers/accounts/sharing.test.ts",
      "test/shop/sales/invariants.test.ts",
    ],
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
