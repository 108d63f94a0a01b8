/** `npm run contract:diff`: lists the changes of both contracts since the last release and writes them to CHANGELOG.md. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { contractEntry, latestRelease, sectionOf, withEntry } from "./diff/changelog.js";
import {
  changesBetween,
  contractsAt,
  contractsNow,
  firstCommitWith,
  type Contracts,
} from "./diff/history.js";
import { projectRoot } from "./spec/chapters.js";

const summary = `Lists the changes of openrpc.json and openapi.yaml since the last release (breaking, additive, documentation), and writes them
to CHANGELOG.md. The exit code is 1 if a change breaks clients, and 2 if the comparison is not possible.`;

const [ref = lastRelease() ?? ""] = new Command("npm run contract:diff --")
  .description(summary)
  .argument("[ref]", "a commit, branch or tag of git; by default the last release")
  .parse().args;
const before = contractsBefore(ref);
const after = contractsNow();
const found = changesBetween(before, after);
for (const [contract, changes] of Object.entries(found)) {
  for (const { class: kind, at, what } of changes)
    console.log(`${kind.padEnd(13)} ${contract} ${at}: ${what}`);
}
const all = Object.values(found).flat();
const counts = ["breaking", "additive", "documentation"].map(
  (kind) => `${all.filter((one) => one.class === kind).length} ${kind}`,
);
console.log(counts.join(", "));

const file = join(projectRoot, "CHANGELOG.md");
const changelog = existsSync(file) ? readFileSync(file, "utf8") : "# Changelog\n\n";
const { version } = after.openrpc.info;
if (sectionOf(changelog, version)?.isReleased) {
  console.log(
    `nothing written: ${version} is released; raise the version in spec/openrpc.yaml, openapi.yaml and package.json`,
  );
} else {
  writeFileSync(file, withEntry(changelog, version, contractEntry(before.openrpc.info.version, found)));
  console.log(`written to CHANGELOG.md, section ${version}`);
}
if (all.some((one) => one.class === "breaking")) process.exitCode = 1;

function lastRelease(): string | undefined {
  const file = join(projectRoot, "CHANGELOG.md");
  const heading = existsSync(file) ? latestRelease(readFileSync(file, "utf8")) : undefined;
  return heading === undefined ? undefined : firstCommitWith(heading);
}

function contractsBefore(ref: string): Contracts {
  try {
    return contractsAt(ref);
  } catch (error) {
    console.error(`there are no contracts at ${ref}: ${(error as Error).message}`);
    process.exit(2);
  }
}
