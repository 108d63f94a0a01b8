#!/usr/bin/env node
// Compiles src/ and generated/ into dist/ and bundles the pages. With --if-stale, it only does this if a source is newer than the last
// build, so that `npm start` in a built checkout starts at once. It also works without development packages, for production.
import { execFile, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { buildPages } from "./build-pages.mjs";
import { buildServer } from "./build-server.mjs";
import { generateIfStale, newest, root } from "./generated.mjs";

const stamp = join(root, "dist", ".built");
const clientFolder = "generated/clients/typescript";
const clientModules = ["client", "control"];
/** The files of the project that the package of the TypeScript client contains; npm packs no file from above its folder. */
const clientDocuments = ["LICENSE", "SECURITY.md"];

function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return [
    ...["src", "generated", "docs", "scripts/docs", "scripts/build-pages.mjs"],
    ...["openrpc.json", "openapi.yaml", "README.md", "CHANGELOG.md", ...clientDocuments],
  ].every((path) => newest(path) <= built);
}

const compiler = join(root, "node_modules", "typescript");
const hasTools = existsSync(compiler);
if (hasTools && !generateIfStale()) process.exit(1);
if (process.argv.includes("--if-stale") && isFresh()) process.exit(0);

const begin = Date.now();
console.error("Building dist/, which takes 10 to 40 s …");
if (hasTools) await build();
else if (!buildInCopy()) process.exit(1);
writeFileSync(stamp, "");
console.error(`Built dist/ in ${Math.round((Date.now() - begin) / 1000)} s.`);

async function build() {
  await compile();
  // Files that `store-api conform` and `store-api replay` read.
  for (const name of ["golden", "recordings"]) {
    const source = join(root, "test", name);
    if (!existsSync(source)) continue;
    rmSync(join(root, "dist", name), { recursive: true, force: true });
    cpSync(source, join(root, "dist", name), {
      recursive: true,
      filter: (path) => !/\.md$|\/reads-(xmlrpc|soap2)/.test(path),
    });
  }
}

/** Writes everything without checking types, which would triple the time of a first start; `npm run check` checks them. */
async function compile() {
  // Otherwise the package would contain outputs of sources that have been moved or removed since an earlier build.
  for (const folder of ["src", "generated"])
    rmSync(join(root, "dist", folder), { recursive: true, force: true });
  const project = join(root, "config", "tsconfig.build.json");
  await Promise.all([
    promisify(execFile)(process.execPath, [join(compiler, "bin", "tsc"), "-p", project]),
    buildServer().then(() => buildPages()),
  ]);
  copyDeclarations();
  writeCommonJs();
  fillClientPackage();
}

/** The compiler writes no declarations for generated modules that are JavaScript; those of other modules import theirs. */
function copyDeclarations() {
  for (const name of readdirSync(join(root, "generated")).filter((one) => one.endsWith(".d.ts")))
    copyFileSync(join(root, "generated", name), join(root, "dist", "generated", name));
}

/** The clients and the matchers as CommonJS, for programs that use `require`. */
function writeCommonJs() {
  const folder = join(root, "dist", "commonjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  for (const name of clientModules) writeModule(join(clientFolder, name), folder, "CommonJS");
  writeModule("src/testing/kits/matchers", folder, "CommonJS");
}

/** `generated/clients/typescript` is a separate package (a workspace), with ES modules and CommonJS. */
function fillClientPackage() {
  const folder = join(root, clientFolder);
  const commonjs = join(folder, "dist", "commonjs");
  mkdirSync(commonjs, { recursive: true });
  for (const name of clientModules) {
    writeModule(join(clientFolder, name), join(folder, "dist"), "ESNext");
    // One declaration for both, so that attributes declared by merging count for both. ES modules may import CommonJS.
    writeFileSync(join(folder, "dist", `${name}.d.ts`), `export * from "./commonjs/${name}.js";\n`);
  }
  mkdirSync(join(folder, "dist", "examples"), { recursive: true });
  writeModule(join(clientFolder, "examples", "day"), join(folder, "dist", "examples"), "ESNext");
  for (const name of ["package.json", ...clientModules.flatMap((one) => [`${one}.js`, `${one}.d.ts`])])
    copyFileSync(join(root, "dist", "commonjs", name), join(commonjs, name));
  for (const name of clientDocuments) copyFileSync(join(root, name), join(folder, name));
}

/** @param name the name of a source, without its extension @param kind the kind of modules */
function writeModule(name, folder, kind) {
  const source = readFileSync(join(root, `${name}.ts`), "utf8");
  const ts = createRequire(import.meta.url)("typescript");
  const compilerOptions = { target: "ES2023", module: kind, useDefineForClassFields: false };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  writeFileSync(join(folder, `${basename(name)}.js`), outputText);
  copyFileSync(join(root, "dist", `${name}.d.ts`), join(folder, `${basename(name)}.d.ts`));
}

/**
 * Without development packages (`npm ci --omit=dev`), builds in a temporary copy of the project that has them, and takes over
 * what was built. @returns whether it succeeded
 */
function buildInCopy() {
  console.error(
    "The development packages are not installed: they are fetched into a temporary folder for this build.",
  );
  const copy = mkdtempSync(join(tmpdir(), "store-api-build-"));
  try {
    const leftOut = new Set(["node_modules", "dist", "data", "reports", ".git"]);
    for (const name of readdirSync(root))
      if (!leftOut.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
    const run = (command, ...args) => {
      const shell = process.platform === "win32" && command !== process.execPath;
      const options = { cwd: copy, stdio: ["ignore", "ignore", "inherit"], shell };
      return spawnSync(command, args, options).status === 0;
    };
    const install = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
    if (!run("npm", ...install)) {
      console.error(
        "They could not be fetched. Run `npm install` (without --omit=dev), or copy a built dist/ here.",
      );
      return false;
    }
    if (!run(process.execPath, join("scripts", "build.mjs"))) return false;
    for (const name of ["dist", "generated"])
      cpSync(join(copy, name), join(root, name), { recursive: true, force: true });
    return true;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
