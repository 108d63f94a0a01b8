/** The package this program is part of. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of package.json and the contracts: the same whether the program runs from src/ or from dist/src/. */
export const packageRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

/** Whether a release is newer than this one. */
export function isNewer(release: string | undefined): boolean {
  const order = new Intl.Collator("en", { numeric: true });
  return release !== undefined && order.compare(release, packageVersion()) > 0;
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("package.json is missing: the program was taken out of its package");
  return rootAbove(parent);
}
