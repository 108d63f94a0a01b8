/** Judges the packages of a release: their folders, the links of their documents, and the entries and types of the npm packages. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, relative } from "node:path";
import { checkTools } from "../tools.mjs";

interface Kind {
  /** The name of the file, without the version. */
  readonly name: RegExp;
  /** All folders that contain files. One that ends in a slash also has folders below. */
  readonly folders: readonly string[];
  /** The options of Are the Types Wrong for each run; none for a package of another language. */
  readonly types?: readonly (readonly string[])[];
}

const below = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`);

const kinds: readonly Kind[] = [
  {
    name: /^store-management-api\.tgz$/,
    folders: [
      ...[".", "deploy", "docs", "docs/pictures", "docs/reference", "spec"],
      ...["dist", ...below("dist", "commonjs", "generated/", "golden/", "recordings/", "src/")],
      ...["dist/pages", "dist/pages/assets", "dist/pages/docs/"],
      ...["examples/datasets", "examples/own-operations", "examples/own-operations/oca", "examples/testing"],
      ...below("examples/testing", "jest-commonjs", "jest-esm", "junit", "node-test", "parallel-jest"),
      ...below("examples/testing", "parallel-vitest", "phpunit", "playwright", "pytest", "vitest"),
      ...["generated", ...below("generated/clients/php", ".", "examples", "src/")],
      ...below("generated/clients/python", ".", "examples", "store_api"),
      ...below("generated/clients/typescript", ".", "examples"),
      ...["php", "python", "typescript"].map((language) => `src/addons/clients/${language}/files/`),
    ].map((folder) => folder.replace("/.", "")),
    types: [
      // TypeScript resolves no YAML. The kits of vitest and Playwright are ES modules, as these are.
      [
        "--profile",
        "node16",
        "--exclude-entrypoints",
        "openapi.yaml",
        "vitest",
        "vitest-setup",
        "playwright",
      ],
      ["--profile", "esm-only", "--entrypoints", "vitest", "vitest-setup", "playwright"],
    ],
  },
  {
    name: /^store-management-api-client\.tgz$/,
    folders: [".", "dist", "dist/commonjs", "dist/examples"],
    types: [["--profile", "node16"]],
  },
  { name: /^store-management-api-client\.zip$/, folders: [".", "examples", "src/"] },
  {
    name: /^store_management_api-py3-none-any\.whl$/,
    folders: ["store_api", "store_management_api.dist-info", "store_management_api.dist-info/licenses"],
  },
  {
    name: /^store_management_api\.tar\.gz$/,
    folders: [".", "examples", "store_api"],
  },
];

/** One line for each problem of the packages in a folder, one of each kind. @param python unpacks zips */
export function packedProblems(folder: string, version: string, python: string): string[] {
  const unversioned = (name: string) => name.replace(`-${version}`, "");
  const files = readdirSync(folder);
  return kinds.flatMap(({ name, folders, types }) => {
    const file = files.find((one) => name.test(unversioned(one)));
    if (file === undefined) return [`${folder}: has no package ${name.source}`];
    const place = mkdtempSync(join(tmpdir(), "store-api-packed-"));
    try {
      unpack(join(folder, file), place, python);
      const paths = filesIn(place);
      return [
        ...folderProblems(paths.map(unversioned), folders),
        ...deadLinks(paths, (path) => readFileSync(join(place, path), "utf8")),
        ...(types === undefined ? [] : npmProblems(join(folder, file), types)),
      ].map((problem) => `${file}: ${problem}`);
    } finally {
      rmSync(place, { recursive: true });
    }
  });
}

export function folderProblems(paths: readonly string[], folders: readonly string[]): string[] {
  const covers = (listed: string, folder: string) =>
    folder === listed || (listed.endsWith("/") && `${folder}/`.startsWith(listed));
  const found = [...new Set(paths.map((path) => posix.dirname(path)))];
  return [
    ...found
      .filter((folder) => !folders.some((listed) => covers(listed, folder)))
      .map((folder) => `${folder} is in the package, but not in the list of scripts/release/packed.ts`),
    ...folders
      .filter((listed) => !found.some((folder) => covers(listed, folder)))
      .map((listed) => `${listed} has no file in the package`),
  ];
}

/** Relative links of packed Markdown files, also of pictures, that name no packed file or folder. */
export function deadLinks(packed: readonly string[], read: (path: string) => string): string[] {
  const isPacked = new Set(packed.flatMap((path) => [path, ...foldersAbove(path)]));
  return packed
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      linksOf(read(path))
        .filter((link) => !isPacked.has(posix.join(posix.dirname(path), link).replace(/\/$/, "")))
        .map((link) => `${path} links ${link}, which is not in the package; write its path as code`),
    );
}

/** The relative links outside of code blocks, without their anchors. */
function linksOf(text: string): string[] {
  const prose = text.replace(/```[^]*?```/g, "");
  const links = [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function foldersAbove(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

function npmProblems(tarball: string, types: NonNullable<Kind["types"]>): string[] {
  const judged = (program: string, ...args: string[]) => {
    const file = join(checkTools(), program);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8" });
    return status === 0 ? [] : [stdout + stderr];
  };
  const plain = ["--format", "ascii", "--no-emoji", "--no-color"];
  return [
    ...judged("publint/src/cli.js", "run", "--strict", tarball),
    ...types.flatMap((options) =>
      judged("@arethetypeswrong/cli/dist/index.js", tarball, ...plain, ...options),
    ),
  ];
}

/** @param file a tarball, zip or wheel */
function unpack(file: string, place: string, python: string): void {
  if (/\.t?gz$/.test(file)) execFileSync("tar", ["-xzf", file, "-C", place, "--strip-components=1"]);
  else execFileSync(python, ["-m", "zipfile", "-e", file, place]);
}

function filesIn(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(place, join(parentPath, name)).replaceAll("\\", "/"));
}

/** The paths that `npm pack` would put into the package of a folder. */
export function packedFiles(folder: string): string[] {
  const pack = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const [{ files }] = JSON.parse(
    execFileSync("npm", pack, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  ) as [{ files: readonly { path: string }[] }];
  return files.map(({ path }) => path);
}
