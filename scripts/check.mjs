/**
 * `npm run check`: runs the checks of contracts, lint, types and format, as many at a time as there are processors, and
 * prints their output and duration. All at once, they took 53 s on two processors in place of 35 s.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { checkTools } from "./tools.mjs";

const packages = join(import.meta.dirname, "..", "node_modules");
const tools = checkTools();
// oxlint looks for it in the node_modules of the project only.
process.env.OXLINT_TSGOLINT_PATH = join(tools, ".bin", "tsgolint");

/** The longest first. */
const parts = {
  contracts: [join(packages, "tsx/dist/cli.mjs"), "scripts/check-contracts.ts"],
  lint: [join(tools, "oxlint/bin/oxlint"), "--type-aware"],
  types: [join(tools, "typescript/bin/tsc"), "--noEmit"],
  "types of the pages": [join(tools, "typescript/bin/tsc"), "--noEmit", "-p", "src/pages/browser"],
  format: [join(tools, "oxfmt/bin/oxfmt"), "--check"],
};

const waiting = Object.entries(parts);
process.exitCode = 0;
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));

async function runWaiting() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!(await run(...next))) process.exitCode = 1;
  }
}

/** Runs one part. @returns whether it passed */
function run(name, [program, ...parameters]) {
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...parameters]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  return new Promise((resolve) => {
    child.on("close", (status) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${status === 0 ? "passes" : "FAILS "}  ${name}, ${seconds} s`);
      if (status !== 0) console.log(output.trimEnd());
      resolve(status === 0);
    });
  });
}
