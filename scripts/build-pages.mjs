// The pages: scripts and styles bundled by esbuild into dist/pages/assets, with a hash in their names, and a list of them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "dist", "pages");

/** The entries; each becomes one asset. */
const entries = {
  enhance: "src/addons/pages/browser/enhance.ts",
  entrance: "src/addons/pages/browser/entrance.ts",
  docs: "src/addons/pages/browser/docs/main.ts",
  try: "src/addons/pages/browser/docs/try.tsx",
  viewer: "src/addons/pages/browser/docs/viewer.ts",
  "viewer-style": "src/addons/pages/look/viewer.css",
  look: "src/addons/pages/look/look.css",
  "docs-style": "src/addons/pages/look/docs.css",
  console: "src/addons/pages/console/main.tsx",
};

/** Copied as they are. */
const files = ["src/addons/pages/look/icon.svg"];

/** @param modules the folder of node_modules that has the tools */
export async function buildPages(modules = join(root, "node_modules")) {
  const require = createRequire(join(modules, "-"));
  const esbuild = require("esbuild");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, "assets"), { recursive: true });
  const present = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)));
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present),
    outdir: join(target, "assets"),
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    metafile: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
    tsconfig: join(root, "src/addons/pages/browser/tsconfig.json"),
    nodePaths: [modules],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const assets = {};
  for (const path of Object.keys(metafile.outputs)) {
    const file = basename(path);
    assets[file.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, "")] = file;
  }
  for (const path of files) assets[basename(path)] = addAsset(basename(path), readFileSync(join(root, path)));
  const docs = await writeDocs(esbuild, modules);
  assets["search.txt"] = addAsset("search.txt", docs.search);
  writeFileSync(join(target, "manifest.json"), JSON.stringify({ assets, docs: docs.index }, null, 2));
}

/** TypeScript code generates the documentation; it is bundled for this one run. */
async function writeDocs(esbuild, modules) {
  const program = join(target, "make-docs.mjs");
  await esbuild.build({
    ...{
      absWorkingDir: root,
      entryPoints: ["scripts/docs/files.ts"],
      outfile: program,
      nodePaths: [modules],
    },
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  try {
    const { docsFiles } = await import(pathToFileURL(program).href);
    const docs = docsFiles(root);
    mkdirSync(join(target, "docs"));
    for (const [name, text] of Object.entries(docs.files)) writeFileSync(join(target, "docs", name), text);
    return docs;
  } finally {
    rmSync(program);
  }
}

/** Writes an asset that esbuild does not produce. @returns its name */
function addAsset(name, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const extension = extname(name);
  const file = `${basename(name, extension)}-${hash}${extension}`;
  writeFileSync(join(target, "assets", file), content);
  return file;
}
