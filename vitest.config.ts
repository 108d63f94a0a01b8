import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Playwright follows every promise of its process, also those of the files after it: all get three times as slow. */
const inBrowsers = ["console", "docs", "start"].map((name) => `test/pages/${name}.test.ts`);

export default defineConfig({
  test: {
    // Prism as proxy over the whole suite, where somebody asks for it: slow, since it is one process.
    globalSetup: process.env.TEST_PRISM ? ["test/support/prism-setup.ts"] : [],
    fileParallelism: true,
    // On two cores too: much of a test's time is waiting for servers that it started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: inBrowsers,
          // The files of one worker share its modules: loading the service takes longer than most files' tests. Servers
          // and storages never meet, since all that they keep hangs on the objects that a test makes.
          isolate: false,
        },
      },
      // A worker for each file.
      { extends: true, test: { name: "browser", include: inBrowsers, isolate: true } },
    ],
  },
});
