/**
 * Programs of the tree, for separate processes. The first test of a worker that starts a program bundles it
 * into one file, because compiling all sources at every start takes longer than the start itself.
 */
import { buildSync } from "esbuild";
import { mkdirSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Below node_modules, so that the programs find their packages. */
const folder = join(root, "node_modules", ".cache", "store-api-tests");

const bundles = new Map<string, string>();

/** @param program its path from the root: "src/main.ts" */
export function bundleOf(program: string): string {
  const known = bundles.get(program) ?? bundle(program);
  bundles.set(program, known);
  return known;
}

function bundle(program: string): string {
  const file = join(folder, program.replaceAll("/", "-").replace(/\.ts$/, ".mjs"));
  // Another worker may write or read it at this moment.
  const own = `${file}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  buildSync({
    ...{ entryPoints: [resolve(root, program)], outfile: own, bundle: true, packages: "external" },
    ...{ platform: "node", target: "node20", format: "esm", logLevel: "error" },
  });
  renameSync(own, file);
  return file;
}
