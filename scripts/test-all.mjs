#!/usr/bin/env node
// `npm run test:all`: installs the packages for tests with a browser, PostgreSQL or third-party programs, then runs all tests.
// Arguments go to vitest, for example `npm run test:all -- --project outside`.
import { join } from "node:path";
import { checkTools, outsideTools, run } from "./tools.mjs";

outsideTools();
run(process.execPath, [join(checkTools(), "typescript/bin/tsc"), "--noEmit", "-p", "test/outside"]);
run("npx", ["vitest", "run", ...process.argv.slice(2)]);
