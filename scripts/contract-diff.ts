/** `npm run contract:diff`: lists the changes of both contracts since the last release. */
import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { changesDocument } from "./diff/changelog.js";
import { changesBetween, contractsAt, contractsNow, lastRelease, type Contracts } from "./diff/history.js";

const summary = `Lists the changes of openrpc.json and openapi.yaml since the last release (breaking, additive, documentation). npm run release
writes them to a file beside the packages; --out writes this file alone. The exit code is 1 if a change breaks clients, and 2 if the
comparison is not possible.`;

const command = new Command("npm run contract:diff --")
  .description(summary)
  .argument("[ref]", "a commit, branch or tag of git; by default the last release")
  .option("--out <file>", "write the list to this file, as Markdown")
  .parse();
const { out } = command.opts<{ out?: string }>();
const [ref = lastRelease() ?? ""] = command.args;
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
if (out !== undefined)
  writeFileSync(out, changesDocument(before.openrpc.info.version, after.openrpc.info.version, found));
if (all.some((one) => one.class === "breaking")) process.exitCode = 1;

function contractsBefore(ref: string): Contracts {
  try {
    return contractsAt(ref);
  } catch (error) {
    console.error(`there are no contracts at ${ref}: ${(error as Error).message}`);
    process.exit(2);
  }
}
