/** The packages of a release, each created from committed files only. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { phpZipName } from "../../src/addons/pages/client-names.js";
import { zipOf } from "../../src/addons/pages/zip.js";
import { changesDocument } from "../diff/changelog.js";
import { changesBetween, contractsAt, contractsNow, lastRelease } from "../diff/history.js";
import { installedPackages } from "../lint/licences.js";
import { trackedFiles } from "../lint/shipped.js";
import { git } from "./checks.js";

/** Files that every package has besides its own. */
const documents = ["LICENSE", "SECURITY.md"];

/** The server and the TypeScript client; both need a build. @param args such as the workspace */
export function packNpm(root: string, folder: string, ...args: string[]): void {
  npm(root, "pack", ...args, "--ignore-scripts", "--pack-destination", folder);
}

/** Source distribution and wheel, by setuptools as pip would: the folder's description and metadata belong to them. */
export function packPython(root: string, folder: string, python: string): void {
  const staging = mkdtempSync(join(tmpdir(), "store-api-python-"));
  try {
    for (const [path, source] of clientFiles(root, "python")) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      copyFileSync(source, join(staging, path));
    }
    const included = [`include ${documents.join(" ")}`, "recursive-include examples *.py"];
    writeFileSync(join(staging, "MANIFEST.in"), included.map((line) => `${line}\n`).join(""));
    // Both change the arguments of the process.
    const build =
      "import sys; folder = sys.argv[1]; from setuptools import build_meta as b; b.build_sdist(folder); b.build_wheel(folder)";
    // The same commit produces the same files.
    const env = { ...process.env, SOURCE_DATE_EPOCH: git(root, "log", "-1", "--format=%ct") };
    execFileSync(python, ["-c", build, folder], { cwd: staging, env, stdio: "pipe" });
  } finally {
    rmSync(staging, { recursive: true });
  }
}

export function packPhp(root: string, folder: string): void {
  const files = clientFiles(root, "php").map(([path, source]) => [path, readFileSync(source, "utf8")]);
  writeFileSync(join(folder, phpZipName), zipOf(Object.fromEntries(files) as Record<string, string>));
}

/** The list of contract changes since the last release, for the page of the release. Nothing before the first release. */
export function writeContractChanges(file: string): void {
  const after = contractsNow();
  const ref = lastRelease(after.openrpc.info.version);
  if (ref === undefined) return;
  const before = contractsAt(ref);
  const versions = [before, after].map(({ openrpc }) => openrpc.info.version) as [string, string];
  writeFileSync(file, changesDocument(...versions, changesBetween(before, after)));
}

interface Sbom {
  readonly metadata: { readonly component: { name: string } };
  components: { readonly "bom-ref": string }[];
  dependencies: { readonly ref: string; dependsOn: string[] }[];
}

/** The packages that the server installs, with names, versions and licences; the clients install none. */
export function writeSbom(root: string, name: string, file: string): void {
  const text = npm(root, "sbom", "--package-lock-only", "--workspaces=false", "--sbom-format=cyclonedx");
  const sbom = JSON.parse(text) as Sbom;
  // npm puts the name of the folder here.
  sbom.metadata.component.name = name;
  const installed = new Set(installedPackages(root).map((one) => `${one.name}@${one.version}`));
  const isInstalled = (ref: string) => installed.has(ref);
  sbom.components = sbom.components.filter((one) => isInstalled(one["bom-ref"]));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => isInstalled(ref) || ref.startsWith(`${name}@`))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isInstalled) }));
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
}

function npm(root: string, ...args: string[]): string {
  return execFileSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: "pipe",
    shell: process.platform === "win32",
  });
}

/** The paths of files in the package, with their sources. */
function clientFiles(root: string, language: "php" | "python"): [path: string, source: string][] {
  const client = `generated/clients/${language}/`;
  const own = trackedFiles(root).filter((path) => path.startsWith(client));
  return [
    ...own.map((path): [string, string] => [path.slice(client.length), join(root, path)]),
    ...documents.map((path): [string, string] => [path, join(root, path)]),
  ];
}

export function pythonWithSetuptools(): string {
  const python = ["python3", "/usr/bin/python3"].find(
    (one) => spawnSync(one, ["-c", "import setuptools, wheel"], { stdio: "ignore" }).status === 0,
  );
  if (python !== undefined) return python;
  throw new Error(
    "the Python package needs python3 with setuptools and wheel (python3-setuptools, python3-wheel)",
  );
}
