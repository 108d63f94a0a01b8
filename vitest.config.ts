import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Prism as proxy over the whole suite, where somebody asks for it: slow, since it is one process.
    globalSetup: process.env.TEST_PRISM ? ["test/support/prism-setup.ts"] : [],
    // The files of one worker share its modules: loading the service takes longer than most files' tests. Servers and
    // storages never meet, since all that they keep hangs on the objects that a test makes.
    isolate: false,
    fileParallelism: true,
    // On two cores too: much of a test's time is waiting for servers that it started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
