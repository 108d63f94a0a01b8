/**
 * `npm run check`: runs the checks of contracts, lint, types and format, as many at a time as there are processors, and
 * prints their output and duration. All at once, they took 53 s on two processors in place of 35 s.
 *
 * `npm run check -- --fix` is for the work on a change: it first generates and formats, and then checks what the change can break,
 * with the tests of the contract (`*.contract.test.ts`), so that one run prints all that is left to do.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { generateIfStale, newest } from "./generated.mjs";
import { checkTools } from "./tools.mjs";

const usage = `Usage: npm run check [-- --fix [--golden]]

--fix     generate and format before; lint only files that differ from the last commit; run the tests of the contract
--golden  where they differ, write the answers of the service into golden exchanges, the examples of spec/ and docs/fidelity.md, to be
          read in git diff`;
const options = new Set(process.argv.slice(2));
const isFixing = options.delete("--fix");
const isWriting = options.delete("--golden");
if (options.size > 0 || (isWriting && !isFixing)) {
  const isHelp = options.has("--help");
  console[isHelp ? "log" : "error"](usage);
  process.exit(isHelp ? 0 : 2);
}

const packages = join(import.meta.dirname, "..", "node_modules");
const tools = checkTools();
// oxlint looks for it in the node_modules of the project only.
process.env.OXLINT_TSGOLINT_PATH = join(tools, ".bin", "tsgolint");
if (isWriting) process.env.GOLDEN = "write";

const tsx = join(packages, "tsx/dist/cli.mjs");
/** In this order, since each uses what the one before has written. */
const fixes = {
  generate: [tsx, "scripts/generate.ts"],
  "fix of lint and format": ["scripts/format.mjs"],
};

const tsc = join(tools, "typescript/bin/tsc");
const lint = [join(tools, "oxlint/bin/oxlint"), "--type-aware"];
const tests = [join(packages, "vitest/vitest.mjs"), "run", "--project", "inside", "--reporter=dot"];
const types = {
  types: [tsc, "--noEmit"],
  "types of the pages": [tsc, "--noEmit", "-p", "src/addons/pages/browser"],
  "types of declarations": [tsc, "--noEmit", "-p", "config/tsconfig.declarations.json"],
};
/** The longest first. */
const parts = isFixing
  ? {
      // In one worker, so that the service is loaded once.
      "tests of the contract": [...tests, "--maxWorkers=1", ".contract.test"],
      contracts: [tsx, "scripts/check-contracts.ts", "--generated"],
      ...types,
      "lint of changed files": [...lint, ...changedSources()],
    }
  : {
      contracts: [tsx, "scripts/check-contracts.ts"],
      build: ["scripts/build.mjs", "--if-stale"],
      "what nothing uses": [join(tools, "knip/bin/knip.js"), "--config", "config/knip.jsonc"],
      lint,
      ...types,
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
// The tests have written results of examples.
if (isWriting && newest("spec") > newest("generated/.made")) await run("generate", fixes.generate);

async function runWaiting() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(...next);
}

/** Sources that differ from the last commit, new ones included. The linter takes none for all; this file is clean. */
function changedSources() {
  const git = (...args) => spawnSync("git", args, { encoding: "utf8" }).stdout.split("\n");
  const names = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  const sources = names.filter((name) => /\.(ts|tsx|mjs)$/.test(name) && existsSync(name));
  return ["scripts/check.mjs", ...sources];
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
