import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Playwright follows every promise of its process, also those of the files after it: all get three times as slow. */
const inBrowsers = ["console", "docs", "start"].map((name) => `test/pages/${name}.test.ts`);

const common = {
  // Prism as proxy over the whole suite, where somebody asks for it: slow, since it is one process.
  globalSetup: process.env.TEST_PRISM ? ["test/support/prism-setup.ts"] : [],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    fileParallelism: true,
    // On two cores too: much of a test's time is waiting for servers that it started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Not extended from here: `--maxWorkers` would mean nothing then.
    projects: [
      {
        test: {
          ...common,
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: inBrowsers,
          // The files of one worker share its modules: loading the service takes longer than most files' tests. Servers
          // and storages never meet, since all that they keep hangs on the objects that a test makes.
          isolate: false,
        },
      },
      // A worker for each file.
      { test: { ...common, name: "browser", include: inBrowsers, isolate: true } },
    ],
  },
});
