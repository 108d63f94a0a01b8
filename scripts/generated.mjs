/**
 * The generated files that are not in git (scripts/generate/outputs.ts): made again when something that they are made of is newer.
 * Vitest calls `setup` before all tests.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
/** Lists the files that scripts/generate.ts has made; its time is that of the last run. */
const stamp = join(root, "generated", ".made");
const sources = [
  ...["spec", "openapi.yaml", "generated/operations.ts", "scripts/generate", "scripts/spec"],
  ...["src/engine/chapters", "src/shop/data", "src/shop/states"],
];

/** The time of the newest file at or below a path. */
export function newest(path) {
  const stats = statSync(join(root, path));
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(join(root, path)).map((name) => newest(join(path, name))));
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const { mtimeMs } = statSync(stamp);
  const files = readFileSync(stamp, "utf8").split("\n").filter(Boolean);
  return (
    files.every((file) => existsSync(join(root, file))) && sources.every((path) => newest(path) <= mtimeMs)
  );
}

/** @returns whether the files are there; false if they cannot be made */
export function generateIfStale() {
  if (isFresh()) return true;
  console.error("Generating what is not in git …");
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const { status } = spawnSync(process.execPath, [tsx, join("scripts", "generate.ts"), "--built"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return status === 0;
}

export function setup() {
  if (!generateIfStale()) throw new Error("the contract cannot be generated; run npm run generate");
}
