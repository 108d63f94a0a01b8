/** Packages that only some commands need: their first use installs them, so that the first `npm install` stays small (D-92). */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Linter, formatter and the native compiler. @returns the folder of the packages */
export function checkTools() {
  install(
    "config/check",
    "the linters, the formatter, the native TypeScript compiler and the checks of packages (152 MB, about 1 minute)",
  );
  return join(root, "config", "check", "node_modules");
}

export function outsideTools() {
  install("test/outside", "the browser, PostgreSQL and other people's clients (560 MB, 1 to 2 minutes)");
}

function install(folder, what) {
  const installed = join(root, folder, "node_modules", ".package-lock.json");
  const lock = join(root, folder, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error(`First use: installing ${what} into ${folder} …`);
  run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], folder);
}

/** Runs a program in the foreground, and ends this process if it fails. @param folder from the project root */
export function run(command, args, folder = ".") {
  const shell = process.platform === "win32" && command !== process.execPath;
  const { status } = spawnSync(command, args, { cwd: join(root, folder), stdio: "inherit", shell });
  if (status !== 0) process.exit(status ?? 1);
}
