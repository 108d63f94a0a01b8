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

/** A file that every package has besides its own. */
const security = "SECURITY.md";

/** The server and the TypeScript client; both need a build. @param args such as the workspace */
export function packNpm(root: string, folder: string, ...args: string[]): void {
  npm(root, "pack", ...args, "--ignore-scripts", "--pack-destination", folder);
}

/** Source distribution and wheel, by the build backend of the folder, as pip would. */
export function packPython(root: string, folder: string, python: string): void {
  // Both read the folder in which they are.
  const build =
    "import sys; folder = sys.argv[1]; sys.path.insert(0, '.'); import build_backend as b; b.build_sdist(folder); b.build_wheel(folder)";
  // The same commit produces the same files.
  const env = { ...process.env, SOURCE_DATE_EPOCH: git(root, "log", "-1", "--format=%ct") };
  inFolder(clientFiles(root, "python"), (cwd) =>
    execFileSync(python, ["-B", "-c", build, folder], { cwd, env, stdio: "pipe" }),
  );
}

export function packPhp(root: string, folder: string): void {
  const files = clientFiles(root, "php").map(([path, source]) => [path, readFileSync(source, "utf8")]);
  writeFileSync(join(folder, phpZipName), zipOf(Object.fromEntries(files) as Record<string, string>));
}

export const phpTagOf = (version: string) => `php-v${version}`;

/**
 * Tags a commit that contains the PHP client alone, since Packagist reads packages from the root of a repository. Its parent is that of
 * the release before.
 */
export function splitPhp(root: string, version: string): void {
  const tag = phpTagOf(version);
  const tags = git(root, "tag", "--list", phpTagOf("*"), "--sort=-version:refname").split("\n");
  const parent = tags.find((one) => one !== "" && one !== tag);
  const place = mkdtempSync(join(tmpdir(), "store-api-index-"));
  const date = git(root, "log", "-1", "--format=%cI");
  const env = {
    ...process.env,
    ...{ GIT_DIR: git(root, "rev-parse", "--absolute-git-dir"), GIT_INDEX_FILE: join(place, "index") },
    ...{ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  };
  try {
    inFolder(clientFiles(root, "php"), (cwd) => {
      const made = (...args: string[]) => execFileSync("git", args, { cwd, env, encoding: "utf8" }).trim();
      made("--work-tree", cwd, "add", "--all", "--force", ".");
      const parents = parent === undefined ? [] : ["-p", parent];
      const commit = made("commit-tree", made("write-tree"), ...parents, "-m", `Release ${version}`);
      git(root, "tag", "--force", tag, commit);
    });
  } finally {
    rmSync(place, { recursive: true });
  }
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
  components: { readonly "bom-ref": string; readonly licenses?: readonly object[] }[];
  dependencies: { readonly ref: string; dependsOn: string[] }[];
}

/** The packages that the server installs, with names, versions and licences; the clients install none. */
export function writeSbom(root: string, name: string, file: string): void {
  const text = npm(root, "sbom", "--package-lock-only", "--workspaces=false", "--sbom-format=cyclonedx");
  const sbom = JSON.parse(text) as Sbom;
  // npm puts the name of the folder here.
  sbom.metadata.component.name = name;
  const licences = new Map<string, string>(
    installedPackages(root).map(({ name, version, licence }) => [`${name}@${version}`, licence]),
  );
  const isInstalled = (ref: string) => licences.has(ref);
  sbom.components = sbom.components.flatMap((one) => {
    const id = licences.get(one["bom-ref"]);
    return id === undefined ? [] : [{ licenses: [{ license: { id } }], ...one }];
  });
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
    [security, join(root, security)],
  ];
}

/** Copies files to a temporary folder for the time of a function. */
function inFolder(
  files: readonly (readonly [path: string, source: string])[],
  act: (folder: string) => void,
): void {
  const staging = mkdtempSync(join(tmpdir(), "store-api-staging-"));
  try {
    for (const [path, source] of files) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      copyFileSync(source, join(staging, path));
    }
    act(staging);
  } finally {
    rmSync(staging, { recursive: true });
  }
}

export function pythonWithToml(): string {
  const python = ["python3", "/usr/bin/python3"].find(
    (one) => spawnSync(one, ["-c", "import tomllib"], { stdio: "ignore" }).status === 0,
  );
  if (python !== undefined) return python;
  throw new Error("the Python package needs python3 3.11 or newer");
}
