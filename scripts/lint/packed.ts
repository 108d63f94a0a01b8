/** The packages that npm would publish are exact lists of files: each is named by a source, a generator or the build. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJsonConfigFileContent, readConfigFile, sys } from "typescript";
import { trackedFiles } from "./shipped.js";

/** Needs a build. */
export function packedProblems(root: string): string[] {
  if (!existsSync(join(root, "dist", ".built"))) return ["dist: not built; run npm run build"];
  return [
    ...differences(packedFiles(root), [...named(root)]),
    ...differences(packedFiles(join(root, clientFolder)), clientFiles).map(
      (problem) => `${clientFolder}/${problem}`,
    ),
  ];
}

function packedFiles(folder: string): string[] {
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
      .map((path) => `${path}: is in the package, and nothing names it`),
    ...expected
      .filter((path) => !isPacked.has(path))
      .map(
        (path) =>
          `${path}: belongs into the package and is missing; build, and look at "files" of package.json`,
      ),
  ];
}

const documents = [
  ...["package.json", "README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"],
  ...["openrpc.json", "openapi.yaml", "spec/customers.xsd"],
  ...["generated/openapi.json", "generated/rpc.openapi.json", "generated/dataset.schema.json"],
];

/** Written by the build without a source of their own name. */
const builtBeside = [
  ...["client", "control", "matchers"].flatMap((name) => [`commonjs/${name}.d.ts`, `commonjs/${name}.js`]),
  "commonjs/package.json",
  ...["validators.js", "results.js", "documents.js"].map((name) => `generated/${name}`),
  "src/engine/open-rpc/LICENSES.txt",
  "pages/manifest.json",
];

const clientFolder = "generated/clients/typescript";

/** The package of the TypeScript client: its modules in both forms, and nothing else to run. */
const clientFiles = [
  ...["package.json", "README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"],
  ...["dist", "dist/commonjs"].flatMap((folder) =>
    ["client", "control"].flatMap((name) => [`${folder}/${name}.js`, `${folder}/${name}.d.ts`]),
  ),
  "dist/commonjs/package.json",
];

function* named(root: string): Generator<string> {
  yield* documents;
  const tracked = trackedFiles(root);
  yield* tracked.filter((path) => /^docs\/(reference\/)?[^/]+\.md$/.test(path));
  const clients = tracked.filter((path) => path.startsWith("generated/clients/"));
  yield* clients.filter((path) => path !== `${clientFolder}/package.json`);
  for (const path of [...builtBeside, ...compiled(root), ...bundled(root), ...pages(root)])
    yield `dist/${path}`;
  // Beside the goldens stands what explains them to us.
  const goldens = tracked.filter((path) => path.startsWith("test/golden/") && !path.endsWith(".md"));
  yield* goldens.map((path) => path.replace("test/", "dist/"));
}

/** What the compiler makes of the sources of the build. */
function compiled(root: string): string[] {
  const file = join(root, "config", "tsconfig.build.json");
  const { config } = readConfigFile(file, (path) => sys.readFile(path)) as { config: unknown };
  const { fileNames } = parseJsonConfigFileContent(config, sys, join(root, "config"));
  return fileNames
    .map((path) => path.slice(root.length).replace(/^\//, ""))
    .filter((path) => !/\.d\.[cm]?ts$/.test(path))
    .flatMap((path) => {
      const [, stem = "", kind = ""] = /^(.*)\.(c?)tsx?$/.exec(path) ?? [];
      const isBundled = stem.startsWith("src/engine/open-rpc/");
      return [`${kind}js`, `d.${kind}ts`, ...(isBundled ? [] : [`${kind}js.map`])].map(
        (end) => `${stem}.${end}`,
      );
    });
}

/** The parts that the bundles of @open-rpc/server-js share, as they import them. */
function bundled(root: string): string[] {
  const folder = "src/engine/open-rpc";
  const texts = ["error.js", "router.js"].map((name) =>
    readFileSync(join(root, "dist", folder, name), "utf8"),
  );
  const parts = texts.flatMap((text) =>
    [...text.matchAll(/from\s*"\.\/(chunk-\w+\.js)"/g)].map(([, part]) => part),
  );
  return [...new Set(parts)].map((part) => `${folder}/${part}`);
}

/** As their manifest has them. */
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
