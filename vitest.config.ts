import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * Tests that need a second process, a database, other people's programs, or a quarter of a minute: `npm run test:all` runs
 * them, `npm test` does not. What needs packages of its own besides, a browser above all, lies in test/outside.
 */
const outside = [
  "addons/postgres/!(address)",
  "attacks",
  "addons/living/{commands/import,hostile-exchanges,import/compared}",
  "addons/mcp/mcp",
  "addons/clients/*",
  "addons/pages/examples",
  "cli/{backup,exec,interrupted}",
  "conformance-whole",
  "contract-types",
  "docs/operations",
  "deploy/*",
  "engine/doors/*clients*",
  "engine/http/idempotency-{crash,postgres}",
  "engine/http/{prism,prism-rpc,row-stream,tls-and-cors,xml}",
  "engine/storage/{folder,torture,uploads}",
  "engine/storage/own-collections",
  "fuzz/fuzz",
  "golden-storages",
  "inputs",
  "log",
  "main",
  "model/crashes",
  "package/*",
  "recipes",
  "removed-addons",
  "scripts",
  "shop/customers/accounts/sharing",
  "shop/states/customer-attributes",
  "shop/rest/{named-fields,oauth/signers}",
  "shop/mail/{crash,mail-lease}",
  "engine/files/image-folder",
  "shop/sales/crash",
  "support/published",
  "testing/control/state-uploads",
].map((name) => `test/${name}.test.ts`);
/** Files with a browser, and one that measures: code that other files have compiled for their values would be slower there. */
const alone = ["test/outside/**/*.test.ts", "test/engine/xml/bounds.test.ts"];

const common = {
  // Prism as proxy over the whole suite, where somebody asks for it: slow, since it is one process.
  globalSetup: ["scripts/generated.mjs", ...(process.env.TEST_PRISM ? ["test/support/prism-setup.ts"] : [])],
  setupFiles: ["test/support/seed.ts"],
  // Not what a test takes, but when it counts as hanging, also on a busy machine.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // What a test waits for may come late on a busy machine; vitest's second would be a bet on speed.
  expect: { poll: { timeout: 100_000 } },
  exclude: ["**/node_modules/**"],
};
/**
 * The files of one worker share its modules: loading the service takes longer than most files' tests. Servers and
 * storages never meet, since all that they keep hangs on the objects that a test makes.
 */
const shared = { ...common, isolate: false };

export default defineConfig({
  test: {
    fileParallelism: true,
    // On two cores too: much of a test's time is waiting for servers that it started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Not extended from here: `--maxWorkers` would mean nothing then.
    projects: [
      {
        test: {
          ...shared,
          name: "inside",
          include: ["test/**/*.test.ts"],
          exclude: [...common.exclude, ...outside, ...alone],
        },
      },
      { test: { ...shared, name: "outside", include: outside } },
      // A worker for each file: Playwright follows every promise of its process, and slows down those after it.
      { test: { ...common, name: "alone", include: alone, isolate: true } },
    ],
  },
});
