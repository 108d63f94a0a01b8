/** `npm run generate`: spec/ → openrpc.json; openrpc.json and openapi.yaml → generated/. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "./spec/chapters.js";
import { outputs } from "./generate/outputs.js";

for (const [path, text] of Object.entries(await outputs())) {
  const file = join(projectRoot, path);
  const changed = !existsSync(file) || readFileSync(file, "utf8") !== text;
  if (changed) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  console.log(`${changed ? "written  " : "unchanged"} ${path}`);
}
