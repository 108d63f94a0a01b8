/**
 * `npm run generate`: spec/ → openrpc.json; openrpc.json and openapi.yaml → generated/. The build calls it with `--built` for the
 * files that are not in git.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { builtFiles, steps, textsOf, type Outputs } from "./generate/outputs.js";
import { projectRoot } from "./spec/chapters.js";

const isBuild = process.argv.includes("--built");

/** Those of the outputs that this run writes. */
function wanted(outputs: Outputs): Outputs {
  if (!isBuild) return outputs;
  return Object.fromEntries(Object.entries(outputs).filter(([path]) => builtFiles.includes(path)));
}

/** Writes the files that changed, and reports them. */
function writeOutputs(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(projectRoot, path);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`written ${path}`);
  }
}

for (const step of steps) {
  const files = await textsOf(wanted(step()));
  const document = files["openrpc.json"];
  // Nothing is written if OpenRPC's own parser refuses the document.
  if (document !== undefined) await parseOpenRPCDocument(document, { validate: true, dereference: false });
  writeOutputs(files);
}
// By which scripts/generated.mjs sees whether they are there and up to date.
writeFileSync(join(projectRoot, "generated", ".made"), `${builtFiles.join("\n")}\n`);
