/** The commands of `npm run …` have help, and refuse unknown options with one line. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const scripts = {
  bench: "scripts/bench/bench.ts",
  collection: "scripts/collection.ts",
  "contract:diff": "scripts/contract-diff.ts",
  docs: "scripts/docs/export.ts",
  entered: "scripts/entered.ts",
  generators: "scripts/generators/run.ts",
  pictures: "test/outside/pictures.ts",
  release: "scripts/release.ts",
  torture: "scripts/torture.ts",
  walk: "scripts/walk.ts",
};

async function run(script: string, ...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", script, ...args], { cwd: root });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number]>,
  ]);
  return { out, error, code };
}

test.concurrent.each(Object.entries(scripts))("npm run %s -- --help", async (name, file) => {
  const { out, code } = await run(file, "--help");
  expect(out).toMatch(new RegExp(`^Usage: npm run ${name} -- .*\\n\\n[A-Z][^]*Options:\\n`));
  expect(code).toBe(0);
});

test.concurrent("an unknown option", async () => {
  const { out, error, code } = await run(scripts.torture, "--nonsense");
  expect([out, error]).toEqual(["", "error: unknown option '--nonsense'\n"]);
  expect(code).toBe(1);
});
