/**
 * `npm run check`: runs the checks of contracts, lint, types and format, as many at a time as there are processors, and
 * prints their output and duration. All at once, they took 53 s on two processors in place of 35 s.
 *
 * `npm run check -- --fix` first generates and formats. Then it also runs the
 * tests that hold the contract, so that one run prints all that is left to do.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { generateIfStale } from "./generated.mjs";
import { checkTools } from "./tools.mjs";

const [option, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (option !== undefined && option !== "--fix")) {
  const isHelp = option === "--help";
  console[isHelp ? "log" : "error"](
    "Usage: npm run check [-- --fix]\n\n--fix  generate and format before, and run the tests of the contract, too",
  );
  process.exit(isHelp ? 0 : 2);
}
const isFixing = option === "--fix";

const packages = join(import.meta.dirname, "..", "node_modules");
const tools = checkTools();
// oxlint looks for it in the node_modules of the project only.
process.env.OXLINT_TSGOLINT_PATH = join(tools, ".bin", "tsgolint");

const tsx = join(packages, "tsx/dist/cli.mjs");
/** In this order, since each uses what the one before has written. */
const fixes = {
  generate: [tsx, "scripts/generate.ts"],
  "fix of lint and format": ["scripts/format.mjs"],
};

/** The longest first. */
const parts = {
  ...(isFixing
    ? {
        "tests of the contract": [
          join(packages, "vitest/vitest.mjs"),
          "run",
          "--config",
          "config/vitest.contract.config.ts",
        ],
      }
    : {}),
  contracts: [tsx, "scripts/check-contracts.ts"],
  build: ["scripts/build.mjs", "--if-stale"],
  lint: [join(tools, "oxlint/bin/oxlint"), "--type-aware"],
  types: [join(tools, "typescript/bin/tsc"), "--noEmit"],
  "types of the pages": [join(tools, "typescript/bin/tsc"), "--noEmit", "-p", "src/addons/pages/browser"],
  format: [join(tools, "oxfmt/bin/oxfmt"), "--check"],
};

process.exitCode = 0;
if (isFixing) {
  for (const [name, command] of Object.entries(fixes)) {
    // What the linter cannot fix is reported by the part below. 1 of contract:diff says that a change breaks clients.
    await run(name, command, name === "generate" ? [0] : [0, 1]);
  }
}
// What is generated and not in git comes first, since all parts read it; the build is one of them.
generateIfStale();
const waiting = Object.entries(parts);
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));

async function runWaiting() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(...next);
}

/** Runs one part, and notes in the exit code of this process whether it passed. @param good the exit codes of success */
function run(name, [program, ...parameters], good = [0]) {
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...parameters]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  return new Promise((resolve) => {
    child.on("close", (status) => {
      const passes = good.includes(status);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${passes ? "passes" : "FAILS "}  ${name}, ${seconds} s`);
      if (!passes) {
        console.log(output.trimEnd());
        process.exitCode = 1;
      }
      resolve();
    });
  });
}
