/**
 * Mutation testing of one room, started by `npm run mutate` (scripts/mutate.ts), which names the room and its tests.
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  testRunner: "vitest",
  mutate: JSON.parse(process.env.MUTATE_FILES ?? "[]"),
  // Only the tests that reach a mutant run for it.
  coverageAnalysis: "perTest",
  vitest: { configFile: "config/vitest.mutate.config.ts", related: false },
  // What a text says is looked at by people and by golden exchanges, not by rules.
  mutator: { excludedMutations: ["StringLiteral"] },
  // A value that is worked out once, when a module is loaded, would need a new process for each of its mutants.
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATE_CONCURRENCY ?? 2),
  timeoutMS: 10_000,
  tempDirName: ".stryker-tmp",
  ignorePatterns: ["/data", "/dist", "/reports", "/coverage", "/generated/clients"],
  reporters: ["clear-text", "json", "progress-append-only"],
  clearTextReporter: { reportTests: false, allowColor: false, logTests: false },
  jsonReporter: { fileName: process.env.MUTATE_REPORT },
  thresholds: { high: 90, low: 85, break: null },
};
