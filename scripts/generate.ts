/** `npm run generate`: spec/ → openrpc.json; openrpc.json and openapi.yaml → generated/. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { projectRoot } from "./spec/chapters.js";
import { outputs } from "./generate/outputs.js";

const files = await outputs();
// Nothing is written if OpenRPC's own parser refuses the document.
await parseOpenRPCDocument(files["openrpc.json"], { validate: true, dereference: false });

for (const [path, text] of Object.entries(files)) {
  const file = join(projectRoot, path);
  const changed = !existsSync(file) || readFileSync(file, "utf8") !== text;
  if (changed) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  console.log(`${changed ? "written  " : "unchanged"} ${path}`);
}
