/**
 * A part of `npm run check`: checks the contracts, whether the generated files are up to date, and the licences. With `--generated`,
 * they have just been generated.
 */
import { contractProblems, staleFiles } from "./lint-contract.js";
import { versionProblems } from "./diff/version.js";
import { redoclyProblems } from "./lint/redocly.js";
import { readModel } from "./spec/model.js";
import { shippedProblems } from "./lint/shipped.js";
import { collectionFile } from "./generate/collection.js";
import { allTexts } from "./generate/outputs.js";
import { registryProblems } from "./lint/registry-names.js";
import { licenceProblems } from "./lint/licences.js";

const made = process.argv.includes("--generated") ? undefined : await allTexts();
const problems = [
  ...contractProblems(),
  ...versionProblems(),
  ...(await redoclyProblems()),
  ...(await licenceProblems(process.cwd())),
  ...registryProblems(process.cwd()),
  ...(made === undefined ? [] : shippedProblems(process.cwd(), [...Object.keys(made), collectionFile])),
  ...staleFiles(made ?? {}).map((path) => `${path}: stale; run npm run generate`),
];

for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} problems`);
  process.exitCode = 1;
} else {
  console.log(
    `contracts: all ${Object.keys(readModel().operations).length} operations of the API documents, no problems`,
  );
}
