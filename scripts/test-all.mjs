#!/usr/bin/env node
// `npm run test:all`: installs what only the tests with a browser, PostgreSQL or other people's programs need, then runs all tests.
// Arguments go to vitest, for example `npm run test:all -- --project outside`.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "test", "outside");
const installed = join(folder, "node_modules", ".package-lock.json");
const lock = join(folder, "package-lock.json");

function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.error("Installing the browser, PostgreSQL and other people's clients into test/outside …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], folder);
}
run(process.execPath, ["node_modules/typescript-7/bin/tsc", "--noEmit", "-p", "test/outside"]);
run("npx", ["vitest", "run", ...process.argv.slice(2)]);
