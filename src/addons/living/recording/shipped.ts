/** The recordings in the package: exchanges of a living OpenMage, its shop, and the rules for decided differences. */
import { join } from "node:path";
import { packagedFile, packagedPaths, packageRoot } from "../../../engine/config/package.js";
import { readRules, type DifferenceRule } from "../replay/rules.js";

/** The source folder in a checkout, the output folder of the build in the package. */
function folder(): string {
  return ["test/recordings", "dist/recordings"].find((name) => packagedPaths(name).length > 0) ?? "";
}

/** The path on disk. @param name of a file in the folder */
export function shippedFile(name: string): string {
  return join(packageRoot, folder(), name);
}

export function shippedRules(): DifferenceRule[] {
  return rulesOf("rules.yaml");
}

/** The rules for golden exchanges by doors other than JSON-RPC. */
export function shippedGoldenRules(): DifferenceRule[] {
  return [...rulesOf("golden-rules.yaml"), ...shippedRules()];
}

function rulesOf(name: string): DifferenceRule[] {
  const path = `${folder()}/${name}`;
  return readRules(path, () => packagedFile(path).toString());
}

/** The recordings, and the state of the shop that each starts with. */
export const shippedRecordings = [
  { file: "openmage-json.jsonl.gz", title: "OpenMage by JSON-RPC and REST", shop: "shop.yaml" },
  { file: "openmage-xml.jsonl.gz", title: "OpenMage by XML-RPC and SOAP", shop: "shop.yaml" },
  {
    file: "openmage-reads.jsonl.gz",
    title: "A whole OpenMage, read by XML-RPC and SOAP v2",
    shop: "reads-shop.json.gz",
  },
  {
    file: "openmage-beyond.jsonl.gz",
    title: "Carts, links, options, downloads and tags by XML-RPC",
    shop: "reads-shop.json.gz",
  },
] as const;
