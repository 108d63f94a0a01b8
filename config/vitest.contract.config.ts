import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * The tests that a change of the contract fails although no line of code is wrong: what is left to be written down in documents,
 * examples and golden exchanges. `npm run check -- --fix` runs them.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: [
      "test/{contract,contract-calls,contract-documents,golden,layout,readme}.test.ts",
      "test/docs/!(operations).test.ts",
      "test/engine/calls/{order-of-checks,argument-table}.test.ts",
      "test/engine/doors/{golden,dress}.test.ts",
      "test/shop/**/{address,account,customer,product,category}.test.ts",
    ],
    globalSetup: ["scripts/generated.mjs"],
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ["dot"],
  },
});
