/** The package this program is part of: a folder with package.json, or the single executable that contains its files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { getAsset, isSea } from "node:sea";
import { fileURLToPath } from "node:url";
import { constants, Script } from "node:vm";

/** Whether this is the single executable (docs/settings.md), which has no package folder and no node_modules. */
export const isExecutable = isSea();

/**
 * Folder of package.json and the contracts: the same whether the program runs from src/ or from dist/src/. The executable reads its
 * files by `packagedFile` only.
 */
export const packageRoot = isExecutable ? "" : rootAbove(dirname(fileURLToPath(import.meta.url)));

/** Asset of the executable: the paths of its files, as JSON. */
export const pathsAsset = "paths.json";

/** @param path relative to the root of the package, with slashes. Throws if there is no such file. */
export function packagedFile(path: string): Buffer {
  return isExecutable ? Buffer.from(getAsset(path)) : readFileSync(join(packageRoot, path));
}

/** The files in a folder of the package and its subfolders: paths relative to the folder, sorted; none if there is no such folder. */
export function packagedPaths(folder: string): string[] {
  if (isExecutable) {
    const paths = JSON.parse(getAsset(pathsAsset, "utf8")) as string[];
    return paths.flatMap((path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : []));
  }
  const root = join(packageRoot, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll("\\", "/"))
    .sort();
}

/** A JSON file of an installed package, such as `i18n-iso-countries/codes.json`. The build of the executable lists these files. */
export function installedJson(path: string): unknown {
  if (isExecutable) return JSON.parse(getAsset(`node_modules/${path}`, "utf8"));
  return createRequire(import.meta.url)(path);
}

/** Imports a module that is not part of the package. @param address a URL, or the name of a package for the working folder */
export async function importFile(address: string): Promise<unknown> {
  if (!isExecutable) return import(address);
  // The main script of an executable cannot import files.
  const load = new Script("(address) => import(address)", {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as (address: string) => Promise<unknown>;
  return load(address);
}

/** The first lines of a program for a worker thread: `load(name)` loads an installed package. */
export const workerLoader = isExecutable
  ? `function load(name) {
  const module = { exports: {} };
  const text = require("node:sea").getAsset("node_modules/" + name, "utf8");
  require("node:vm").compileFunction(text, ["module", "exports", "require"])(module, module.exports, require);
  return module.exports;
}`
  : `const load = require("node:module").createRequire(${JSON.stringify(import.meta.url)});`;

export function packageVersion(): string {
  const { version } = JSON.parse(packagedFile("package.json").toString()) as { version: string };
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
  if (parent === folder) throw new Error("package.json is missing: the program must stay in its package");
  return rootAbove(parent);
}
