// Bundles the server's modules into a few files of dist/; without that, a start would read and link 300
// modules (D-93). Packages stay outside of the bundle, except for the used part of @open-rpc/server-js: as a
// dependency, it would install node-ipc, ws and more (D-88).
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Modules that are started, imported, or loaded by their address. Shared code goes into parts. */
export const entries = [
  "src/main",
  "src/index",
  "src/testing/embedded/start-server",
  "src/testing/embedded/control",
  "src/testing/kits/matchers",
  "src/testing/kits/playwright",
  "src/testing/kits/vitest",
  "src/testing/kits/vitest-setup",
  "generated/clients/typescript/client",
  "generated/clients/typescript/examples/day",
];

/** For programs that use `require`; each loads one of the entries. */
export const commonjsEntries = ["src/commonjs", "src/testing/embedded/control-commonjs"];

const bundledPackage = "@open-rpc/server-js";

/** Packages with both kinds of modules whose ES modules are many files: fast-xml-parser takes 70 ms, its CommonJS file 7 ms. */
const quickerByRequire = /^(fast-xml-parser|helmet|image-size)(\/|$)/;

/**
 * Modules that the package loads only to read documents from files and the web, to check parameters and to
 * make up answers. The Router constructs the validator of parameters, but the documents that it gets have no
 * parameters.
 */
const unused = /^(ajv|fs-extra|isomorphic-fetch|json-schema-faker|json-schema-ref-parser|lodash|node-fetch)$/;

const unusedParts = {
  name: "unused parts of @open-rpc/server-js",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: unused }, ({ path, importer }) =>
      /@open-rpc|@json-schema-tools/.test(importer) ? { path, namespace: "unused" } : undefined,
    );
    onLoad({ filter: /./, namespace: "unused" }, () => ({ contents: "module.exports = class {};" }));
  },
};

const packages = {
  name: "packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^create-require$/ }, ({ path }) => ({ path, namespace: "create-require" }));
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (isBuiltin(path))
        return kind === "require-call" ? { path, namespace: "builtin" } : { path, external: true };
      const isBundled = path.startsWith(bundledPackage) || importer.includes("node_modules");
      if (isBundled || kind === "entry-point") return undefined;
      return kind === "import-statement" && isCommonjs(path)
        ? { path, namespace: "required" }
        : { path, external: true };
    });
    // An `import` of a CommonJS package scans its source for the names of its exports, which can take longer
    // than running it.
    onLoad({ filter: /./, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require("create-require").fromHere(${JSON.stringify(path)});`,
    }));
    onLoad({ filter: /./, namespace: "create-require" }, () => ({
      contents:
        'import { createRequire } from "node:module"; export const fromHere = createRequire(import.meta.url);',
    }));
    // There is no require() in an ES module.
    onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Large modules that are loaded when they are needed. Bundled, they would be formatted again, in up to four times as many bytes. */
const copied = {
  name: "modules that are copied",
  setup({ onLoad }) {
    onLoad({ filter: /\/generated\/(documents|results)\.js$/ }, ({ path }) => ({
      contents: readFileSync(path),
      loader: "copy",
    }));
  },
};

/**
 * Whether the bundle loads a package by `require`: one whose only module is CommonJS, and those of `quickerByRequire`. Any other
 * package with both kinds stays imported, since the user's program may import the same one, such as vitest.
 */
function isCommonjs(path) {
  try {
    const file = createRequire(import.meta.url).resolve(path);
    if (!quickerByRequire.test(path) && file !== fileURLToPath(import.meta.resolve(path))) return false;
    return file.endsWith(".cjs") || (file.endsWith(".js") && manifestOf(file).type !== "module");
  } catch {
    return false;
  }
}

/** The nearest package.json, by which Node decides what kind of module a file is. */
function manifestOf(file) {
  const manifest = join(dirname(file), "package.json");
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : manifestOf(dirname(file));
}

/**
 * Writes the modules, and the licences of the bundled packages. @param modules the folder of the installed
 * tools
 */
export async function buildServer(modules = join(root, "node_modules")) {
  const out = join(root, "dist");
  const licences = (await bundle(modules, { outdir: out })).map(licenceText);
  writeFileSync(join(out, "LICENSES.txt"), licences.join(`\n${"-".repeat(80)}\n`));
  await esbuildIn(modules).build({
    entryPoints: commonjsEntries.map((name) => `${name}.cts`),
    ...{ absWorkingDir: root, outbase: root, outdir: out, outExtension: { ".js": ".cjs" } },
    format: "cjs",
    target: "node20",
  });
}

const licenceText = ({ name, version, license, text }) => `${name} ${version}, ${license}\n\n${text}`;

/**
 * The program as one CommonJS file with all packages, for the single executable. @param banner the first lines of the file
 * @returns the licences of the packages
 */
export async function bundleExecutable(outfile, banner) {
  const modules = join(root, "node_modules");
  const { metafile } = await esbuildIn(modules).build({
    entryPoints: ["src/main.ts"],
    absWorkingDir: root,
    outfile,
    nodePaths: [modules],
    plugins: [unusedParts],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    minify: true,
    keepNames: true,
    legalComments: "none",
    logLevel: "warning",
    define: { "import.meta.url": "executableUrl" },
    banner: { js: banner },
    // pg would use it if it were installed.
    external: ["pg-native"],
    metafile: true,
  });
  return packagesOf(metafile).map(licenceText);
}

/** A package with everything that it needs, as the text of one CommonJS file. */
export async function bundlePackage(name) {
  const { outputFiles } = await esbuildIn(join(root, "node_modules")).build({
    ...{ stdin: { contents: `module.exports = require("${name}");`, resolveDir: root }, write: false },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    minify: true,
  });
  return outputFiles[0].text;
}

/** The packages of the bundle. */
export function bundledPackages() {
  return bundle(join(root, "node_modules"), { write: false, outdir: "unused" });
}

function esbuildIn(modules) {
  return createRequire(join(modules, "esbuild", "package.json"))("esbuild");
}

async function bundle(modules, options) {
  const { metafile } = await esbuildIn(modules).build({
    entryPoints: entries.map((name) => `${name}.ts`),
    absWorkingDir: root,
    outbase: root,
    chunkNames: "src/parts/[name]-[hash]",
    assetNames: "src/parts/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    nodePaths: [modules],
    plugins: [unusedParts, packages, copied],
    metafile: true,
    logLevel: "warning",
    ...options,
  });
  return packagesOf(metafile);
}

function packagesOf(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const written = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => join(root, path));
  const folders = new Set(written.flatMap((path) => folderOf(path) ?? []));
  return [...folders].sort().map(packageIn);
}

/** The folder of the package that a file belongs to; undefined for a file of this project. */
function folderOf(file) {
  if (!file.includes("node_modules")) return undefined;
  const folder = dirname(file);
  const manifest = join(folder, "package.json");
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version !== undefined
    ? folder
    : folderOf(folder);
}

export function packageIn(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
  return {
    name,
    version,
    license: license ?? licenses?.map(({ type }) => type).join(" OR ") ?? "unknown",
    text: file === undefined ? "" : readFileSync(join(folder, file), "utf8"),
  };
}
