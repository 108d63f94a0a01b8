/** What comes with the package: exchanges of a living OpenMage, its shop, and the rules for decided differences. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../engine/config/package.js";
import { readRules, type Rule } from "../replay/rules.js";

/** In a checkout where they are written; in the package where the build puts them. */
const folder = ["test/recordings", "dist/recordings"]
  .map((name) => join(packageRoot, name))
  .find((path) => existsSync(path));

/** @param name a file of the folder */
export function shippedFile(name: string): string {
  return join(folder ?? packageRoot, name);
}

export function shippedRules(): Rule[] {
  return readRules(shippedFile("rules.yaml"));
}

/** For golden exchanges at the other doors. */
export function shippedGoldenRules(): Rule[] {
  return [...readRules(shippedFile("golden-rules.yaml")), ...shippedRules()];
}

/** Recordings, and the shop that they begin with. */
export const shippedRecordings = {
  shop: "shop.yaml",
  files: [
    { file: "openmage-json.jsonl.gz", title: "OpenMage by JSON-RPC and REST" },
    { file: "openmage-xml.jsonl.gz", title: "OpenMage by XML-RPC and SOAP" },
  ],
} as const;
