// What is used of @open-rpc/server-js, bundled into dist/src/engine/open-rpc in place of the imports (D-88): who installs the package
// would get node-ipc, ws and more with it, which nothing here loads.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "src", "engine", "open-rpc");

/** What the package would load, and needs only to read documents from files and the web and to make up answers. */
const unused = /^(json-schema-faker|json-schema-ref-parser|fs-extra|isomorphic-fetch|node-fetch)$/;

const withoutUnused = {
  name: "without what is unused",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: unused }, ({ path }) => ({ path, namespace: "unused" }));
    onLoad({ filter: /./, namespace: "unused" }, () => ({ contents: "module.exports = {};" }));
  },
};

/** Writes the bundle with the licences of all that is in it. */
export async function buildOpenRpc(modules = join(root, "node_modules")) {
  const out = join(root, "dist", "src", "engine", "open-rpc");
  for (const name of readdirSync(out)) if (!name.endsWith(".d.ts")) rmSync(join(out, name));
  const packages = await bundle(modules, { outdir: out, minify: true });
  const licences = packages.map(
    ({ name, version, license, text }) => `${name} ${version}, ${license}\n\n${text}`,
  );
  writeFileSync(join(out, "LICENSES.txt"), licences.join(`\n${"-".repeat(80)}\n`));
}

/** The packages of the bundle. */
export function bundledPackages() {
  return bundle(join(root, "node_modules"), { write: false, outdir: "unused" });
}

async function bundle(modules, options) {
  const esbuild = createRequire(join(modules, "esbuild", "package.json"))("esbuild");
  const { metafile } = await esbuild.build({
    entryPoints: [join(sources, "error.ts"), join(sources, "router.ts")],
    absWorkingDir: root,
    bundle: true,
    // Both parts have one class of errors between them.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    nodePaths: [modules],
    plugins: [withoutUnused],
    metafile: true,
    logLevel: "warning",
    // The package is CommonJS and asks for modules of Node.js by require().
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    ...options,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const written = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => join(root, path));
  const folders = new Set(written.flatMap((path) => folderOf(path) ?? []));
  return [...folders].sort().map(packageIn);
}

/** The folder of the package that a file belongs to; undefined for a file of ours. */
function folderOf(file) {
  if (!file.includes("node_modules")) return undefined;
  const folder = dirname(file);
  const manifest = join(folder, "package.json");
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version !== undefined
    ? folder
    : folderOf(folder);
}

function packageIn(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
  return {
    name,
    version,
    license: license ?? licenses?.map(({ type }) => type).join(" OR ") ?? "unknown",
    text: file === undefined ? "" : readFileSync(join(folder, file), "utf8"),
  };
}
