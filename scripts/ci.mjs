/**
 * All that CI requires, one after the other: the README's test command, the checks, all other tests, the packing of a release,
 * the generators that client teams use.
 *
 * A test file that fails runs once more, alone. If it fails again, the run fails. If it passes, the end of the output names it,
 * so that the next commit mends it. A skipped test fails, too, unless `skips` gives the reason.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const report = join(root, "reports", "ci.json");
process.env.CI_REPORT = report;
mkdirSync(dirname(report), { recursive: true });

/** Names of tests that CI may skip, with the reason. */
const skips = new Map([
  ["encoding/xml of Go", "Go takes 450 MB, for one client of a door"],
  ["Docker builds it, and its server becomes healthy", "CI can start no container"],
]);

const failures = [];
/** Files that failed once and passed alone. */
const unsteady = [];
const total = { passed: 0, failed: 0, skipped: 0 };

tests("test");
command("check");
tests("test:all", "--project=!inside");
// `npm run check` has just passed.
command("release", "--without-check");
// Other people's generators, 550 MB of them.
command("generators");

for (const file of unsteady)
  console.log(`Failed once, passed alone; to be mended by the next commit: ${file}`);
for (const failure of failures) console.log(`FAILED  ${failure}`);
// Failures that are no tests count as one each.
const failed = Math.max(total.failed, failures.length);
console.log(`${total.passed} passed, ${failed} failed, ${total.skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);

function command(script, ...args) {
  const status = npm(script, args);
  if (status !== 0) failures.push(`npm run ${script} (exit ${status})`);
}

/** Runs the tests of an npm script, and then those of its files that failed. */
function tests(script, ...args) {
  const { status, files, errors } = vitest(script, args);
  for (const error of errors) failures.push(`outside of any test: ${error}`);
  const red = files.filter((file) => !file.passes);
  // The tests did not even start, or did not end.
  if (status !== 0 && red.length === 0 && errors.length === 0)
    failures.push(`npm run ${script} (exit ${status})`);
  for (const file of red) {
    const again = vitest(script, [...args, file.name]);
    file.tests = again.files.flatMap((one) => one.tests);
    if (again.status === 0) unsteady.push(file.name);
    else failures.push(file.name);
  }
  for (const file of files) count(file.tests);
}

function count(tests) {
  for (const { name, fullName, state } of tests) {
    if (state === "passed") total.passed++;
    else if (state === "failed") total.failed++;
    else if (skips.has(name)) total.skipped++;
    else
      failures.push(
        `skipped: ${fullName} (a program that it needs is missing, or scripts/ci.mjs lacks the reason)`,
      );
  }
}

/** @returns the exit code, the files that ran, and the errors outside of them, such as unhandled rejections */
function vitest(script, args) {
  rmSync(report, { force: true });
  const status = npm(script, [...args, "--reporter=default", "--reporter=./scripts/ci-reporter.mjs"]);
  if (!existsSync(report)) return { status, files: [], errors: [`npm run ${script} wrote no report`] };
  return { status, ...JSON.parse(readFileSync(report, "utf8")) };
}

/** @returns its exit code */
function npm(script, args) {
  const start = Date.now();
  console.log(`\n> npm run ${[script, "--", ...args].join(" ")}`);
  const { status } = spawnSync("npm", ["run", script, "--", ...args], { cwd: root, stdio: "inherit" });
  console.log(`npm run ${script}: exit ${status}, ${Math.round((Date.now() - start) / 1000)} s`);
  return status;
}
