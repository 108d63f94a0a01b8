/**
 * The program as a single file with Node.js inside, for machines without Node.js: `npx tsx scripts/release/executable.ts <folder>`
 * makes it for this platform. Node's own tool injects the bundle and the files of the package into a copy of the running Node.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pathsAsset } from "../../src/engine/config/package.js";
import { bundleExecutable, bundlePackage } from "../build-server.mjs";
import { projectRoot } from "../spec/chapters.js";
import { packedFiles } from "./packed.js";

/** The first lines of the bundle. Node warns of the loader by which handlers of chapters are imported, since it is experimental. */
const banner = `"use strict";
const executableUrl = require("node:url").pathToFileURL(process.execPath).href;
const printWarning = process.listeners("warning");
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (warning.name !== "ExperimentalWarning") for (const print of printWarning) print(warning);
});`;

/** Files of installed packages that the program reads by itself (installedJson). */
const installedFiles = ["i18n-iso-countries/codes.json", "i18n-iso-countries/langs/en.json"];

/** Packages that worker threads load (workerLoader). */
const workerPackages = ["yaml"];

/** In the npm package, but not needed here: the bundle contains the modules, and the pages contain the documentation. */
const notEmbedded = /^(dist\/(src|generated|commonjs)|docs|examples|deploy)\/|^[A-Z]+\.md$/;

const postject = "postject@1.0.0-alpha.6";
/** Marks the place in the binary of Node.js; the same for all versions. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Such as `linux-x64`: the platform of this process. */
const platform = `${process.platform}-${process.arch}`;

/** Packs the executable of this platform and its licences: `store-api-<version>-<platform>.tar.gz`. */
export async function packExecutable(root: string, folder: string, version: string): Promise<void> {
  const staging = mkdtempSync(join(tmpdir(), "store-api-platform-"));
  try {
    await makeExecutable(staging, root);
    execFileSync("tar", [
      "-czf",
      join(folder, `store-api-${version}-${platform}.tar.gz`),
      "-C",
      staging,
      ".",
    ]);
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/**
 * Writes `store-api` (on Windows `store-api.exe`) and LICENSES.txt to a folder. Needs a build, and the network when npx first fetches
 * postject.
 * @returns the path of the executable
 */
async function makeExecutable(folder: string, root = projectRoot): Promise<string> {
  const staging = mkdtempSync(join(tmpdir(), "store-api-executable-"));
  try {
    const main = join(staging, "main.cjs");
    const licences = await bundleExecutable(main, banner);
    const assets = await writeAssets(root, staging);
    const blob = join(staging, "program.blob");
    const config = join(staging, "config.json");
    writeFileSync(
      config,
      JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true, assets }),
    );
    execFileSync(process.execPath, ["--experimental-sea-config", config], {
      stdio: "pipe",
    });

    mkdirSync(folder, { recursive: true });
    const file = join(folder, process.platform === "win32" ? "store-api.exe" : "store-api");
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    inject(file, blob);
    writeFileSync(join(folder, "LICENSES.txt"), [nodeLicence(), ...licences].join(`\n${"-".repeat(80)}\n`));
    return file;
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** @returns the files by the names under which the program reads them */
async function writeAssets(root: string, staging: string): Promise<Record<string, string>> {
  const paths = packedFiles(root)
    .filter((path) => !notEmbedded.test(path))
    .sort();
  const written = (name: string, text: string) => {
    const file = join(staging, name.replaceAll("/", "-"));
    writeFileSync(file, text);
    return file;
  };
  return {
    ...Object.fromEntries(paths.map((path) => [path, join(root, path)])),
    ...Object.fromEntries(
      installedFiles.map((path) => [`node_modules/${path}`, join(root, "node_modules", path)]),
    ),
    ...Object.fromEntries(
      await Promise.all(
        workerPackages.map(
          async (name) =>
            [`node_modules/${name}`, written(`${name}.cjs`, await bundlePackage(name))] as const,
        ),
      ),
    ),
    [pathsAsset]: written(pathsAsset, JSON.stringify(paths)),
  };
}

/** On macOS, a changed file needs a new signature to run. */
function inject(file: string, blob: string): void {
  const isMac = process.platform === "darwin";
  if (isMac) execFileSync("codesign", ["--remove-signature", file]);
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  const args = ["--yes", postject, file, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse, ...segment];
  execFileSync("npx", args, { stdio: "pipe", shell: process.platform === "win32" });
  if (isMac) execFileSync("codesign", ["--sign", "-", file]);
}

/** The text, if this Node.js came with it, else where it is. */
function nodeLicence(): string {
  const file = resolve(dirname(process.execPath), "..", "LICENSE");
  const text = existsSync(file)
    ? readFileSync(file, "utf8")
    : `https://github.com/nodejs/node/blob/${process.version}/LICENSE`;
  return `Node.js ${process.version}\n\n${text}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(projectRoot, "reports", `store-api-${platform}`));
  const file = await makeExecutable(folder);
  console.log(`${file} (${Math.round(statSync(file).size / 1e6)} MB)`);
}
