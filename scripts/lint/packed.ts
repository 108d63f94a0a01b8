/**
 * The packages that npm would publish are exact lists of files: each is named by a source, a generator or the build. Their documents
 * link only files that are in the package, too.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseJsonConfigFileContent, readConfigFile, sys } from "typescript";
import { commonjsEntries, entries } from "../build-server.mjs";
import { trackedFiles } from "./shipped.js";

/** Needs a build. */
export function packedProblems(root: string): string[] {
  if (!existsSync(join(root, "dist", ".built"))) return ["dist: not built; run npm run build"];
  const [packed, packedClient] = [packedFiles(root), packedFiles(join(root, clientFolder))];
  const ofClient = [
    ...differences(packedClient, clientFiles),
    ...deadLinks(packedClient, (path) => readFileSync(join(root, clientFolder, path), "utf8")),
  ];
  return [
    ...differences(packed, [...named(root)]),
    ...deadLinks(packed, (path) => readFileSync(join(root, path), "utf8")),
    ...ofClient.map((problem) => `${clientFolder}/${problem}`),
  ];
}

/** Relative links of packed Markdown files, also of pictures, that name no packed file or folder. */
export function deadLinks(packed: readonly string[], read: (path: string) => string): string[] {
  const isPacked = new Set(packed.flatMap((path) => [path, ...foldersOf(path)]));
  return packed
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      linksOf(read(path))
        .filter((link) => !isPacked.has(posix.join(posix.dirname(path), link).replace(/\/$/, "")))
        .map((link) => `${path}: links ${link}, which is not in the package; write its path as code`),
    );
}

/** The relative links outside of code blocks, without their anchors. */
function linksOf(text: string): string[] {
  const prose = text.replace(/```[^]*?```/g, "");
  const links = [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** The paths that `npm pack` would put into the package of a folder. */
export function packedFiles(folder: string): string[] {
  const pack = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const [{ files }] = JSON.parse(
    execFileSync("npm", pack, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  ) as [{ files: readonly { path: string }[] }];
  return files.map(({ path }) => path);
}

export function differences(packed: readonly string[], expected: readonly string[]): string[] {
  const [isPacked, isExpected] = [new Set(packed), new Set(expected)];
  return [
    ...packed
      .filter((path) => !isExpected.has(path))
      .map((path) => `${path}: is in the package, but no source, generator or build step names it`),
    ...expected
      .filter((path) => !isPacked.has(path))
      .map((path) => `${path}: is missing in the package; build, and look at "files" of package.json`),
  ];
}

const documents = [
  ...["package.json", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...["openrpc.json", "openapi.yaml", "spec/README.md", "spec/customers.xsd"],
  ...["docs/pictures/console.png", "docs/pictures/docs.png"],
  ...["generated/openapi.json", "generated/rpc.openapi.json", "generated/dataset.schema.json"],
  ...["generated/llms.txt", "generated/postman.json", "generated/sample.jsonl"],
];

/** Files of the build whose names differ from those of their sources. */
const builtBeside = [
  ...["client", "control", "matchers"].flatMap((name) => [`commonjs/${name}.d.ts`, `commonjs/${name}.js`]),
  "commonjs/package.json",
  "LICENSES.txt",
  "pages/manifest.json",
];

const clientFolder = "generated/clients/typescript";

/** The package of the TypeScript client: its modules in both forms, and no other code. */
const clientFiles = [
  ...["package.json", "README.md", "LICENSE", "SECURITY.md"],
  ...["dist", "dist/commonjs"].flatMap((folder) =>
    ["client", "control"].flatMap((name) => [`${folder}/${name}.js`, `${folder}/${name}.d.ts`]),
  ),
  "dist/commonjs/package.json",
];

function* named(root: string): Generator<string> {
  yield* documents;
  const tracked = trackedFiles(root);
  // docs/builders is for those who change this project.
  yield* tracked.filter((path) => /^docs\/(reference\/)?[^/]+\.md$/.test(path));
  yield* tracked.filter((path) => /^(deploy|examples)\//.test(path));
  const clients = tracked.filter((path) => path.startsWith("generated/clients/"));
  yield* clients.filter((path) => path !== `${clientFolder}/package.json`);
  for (const path of [...builtBeside, ...declarations(root), ...modules(root), ...pages(root)])
    yield `dist/${path}`;
  // Files that `store-api generate` copies into clients for users' chapters, in addition to the generated
  // ones.
  const ofClients = /^scripts\/generate\/clients\/(\w+\/files\/.+)$/;
  for (const path of tracked) {
    const [, file] = ofClients.exec(path) ?? [];
    if (file !== undefined) yield `dist/client-files/${file}`;
  }
  // The folders of golden exchanges and recordings also contain their documentation, and reads that only tests replay.
  const replayed = tracked.filter((path) =>
    /^test\/(golden|recordings)\/(?!reads-(xmlrpc|soap2)).*(?<!\.md)$/.test(path),
  );
  yield* replayed.map((path) => path.replace("test/", "dist/"));
}

/** The sources of the build, as the compiler lists them. */
function declarations(root: string): string[] {
  const file = join(root, "config", "tsconfig.build.json");
  const { config } = readConfigFile(file, (path) => sys.readFile(path)) as { config: unknown };
  const { fileNames } = parseJsonConfigFileContent(config, sys, join(root, "config"));
  return fileNames
    .map((path) => path.slice(root.length).replace(/^\//, ""))
    .filter((path) => !/\.d\.[cm]?ts$/.test(path))
    .map((path) => path.replace(/\.(c?)tsx?$/, ".d.$1ts"));
}

/** Modules that programs load, and the parts that these import. Source maps stay out: the package has no sources. */
function modules(root: string): string[] {
  const found = new Set(entries.map((name) => `${name}.js`));
  for (const path of found) {
    const text = readFileSync(join(root, "dist", path), "utf8");
    for (const [, part = ""] of text.matchAll(/"(\.{1,2}\/(?:[\w.]+\/)*[\w-]+-[A-Z0-9]{8}\.js)"/g))
      found.add(posix.join(posix.dirname(path), part));
  }
  return [...found, ...commonjsEntries.map((name) => `${name}.cjs`)];
}

/** The files that their manifest lists. */
function pages(root: string): string[] {
  const folder = join(root, "dist", "pages");
  const { assets, docs } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
    assets: Readonly<Record<string, string>>;
    docs: { pages: Readonly<Record<string, { file: string }>> };
  };
  return [
    ...Object.values(assets).map((name) => `pages/assets/${name}`),
    ...Object.values(docs.pages).map(({ file }) => `pages/docs/${file}`),
  ];
}
