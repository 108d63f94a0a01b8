#!/usr/bin/env node
// Compiles src/ and generated/ into dist/. With --if-stale it does so only when a source is newer than the last build,
// so that `npm start` on a built checkout starts at once.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "dist", ".built");

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(join(root, path)).mtimeMs);
  }
  return latest;
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return ["src", "generated"].every((folder) => newest(folder) <= built);
}

if (process.argv.includes("--if-stale") && isFresh()) process.exit(0);

console.error("Building dist/ …");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
if (!existsSync(tsc)) {
  console.error("The compiler is not installed: run `npm install` first (without --omit=dev).");
  process.exit(1);
}
// The clients once more for programs that use `require`.
for (const project of ["tsconfig.build.json", "tsconfig.commonjs.json"]) {
  const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, project)], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
writeFileSync(join(root, "dist", "commonjs", "package.json"), '{ "type": "commonjs" }\n');
copyFileSync(join(root, "generated", "validators.js"), join(root, "dist", "generated", "validators.js"));
writeFileSync(stamp, "");
