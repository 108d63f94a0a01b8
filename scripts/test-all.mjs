#!/usr/bin/env node
// `npm run test:all`: installs the packages for tests with a browser, PostgreSQL or third-party programs, then runs all tests.
// Arguments go to vitest, for example `npm run test:all -- --project outside`. `--random` gives the tests random values of another
// seed, which is printed (test/support/seed.ts).
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { checkTools, outsideTools, run } from "./tools.mjs";

const args = process.argv.slice(2);
const random = args.indexOf("--random");
if (random >= 0) {
  args.splice(random, 1);
  const seed = (process.env.TEST_SEED = String(randomInt(2 ** 20)));
  const told = `Random values of seed ${seed}: TEST_SEED=${seed} npm run test:all repeats them.`;
  console.log(told);
  process.on("exit", () => console.log(told));
}

outsideTools();
const tools = checkTools();
run(process.execPath, [join(tools, "typescript/bin/tsc"), "--noEmit", "-p", "test/outside"]);
// `npm run check` leaves this folder out, since it lacks its packages.
process.env.OXLINT_TSGOLINT_PATH = join(tools, ".bin", "tsgolint");
const lint = ["-c", "config/oxlint.outside.json", "--type-aware", "test/outside"];
run(process.execPath, [join(tools, "oxlint/bin/oxlint"), ...lint]);
run("npx", ["vitest", "run", ...args]);
