/**
 * `npm run contract:diff -- <git ref>`: what changed in both contracts since then, as breaking, additive or
 * documentation. Prints every change and writes the entry of CHANGELOG.md. Exit code 1 when a change breaks clients.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contractEntry, sectionOf, withEntry } from "./diff/changelog.js";
import { changesBetween, contractsAt, contractsNow } from "./diff/history.js";
import { projectRoot } from "./spec/chapters.js";

const [ref] = process.argv.slice(2);
if (ref === undefined) {
  console.error("Usage: npm run contract:diff -- <git ref>");
  process.exit(2);
}

const before = contractsAt(ref);
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
    `nothing written: ${version} is out; step the version in spec/openrpc.yaml, openapi.yaml and package.json`,
  );
} else {
  writeFileSync(file, withEntry(changelog, version, contractEntry(before.openrpc.info.version, found)));
  console.log(`written to CHANGELOG.md, section ${version}`);
}
if (all.some((one) => one.class === "breaking")) process.exitCode = 1;
