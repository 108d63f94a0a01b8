/** Checks that all production packages and generated files are used. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @param made the paths that `npm run generate` writes */
export function shippedProblems(root: string, made: readonly string[]): string[] {
  const files = trackedFiles(root);
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const shipped = files
    .filter((path) => /^(src|generated)\/.+\.(ts|cts|mts|js)$/.test(path))
    .map((path) => readFileSync(join(root, path), "utf8"));
  return [...unusedPackages(Object.keys(dependencies), shipped), ...orphans(files, made)];
}

/** The files of the working tree, without deleted ones that are not yet committed. */
export function trackedFiles(root: string): string[] {
  const list = (...flags: string[]) =>
    execFileSync("git", ["ls-files", ...flags], { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter(Boolean);
  const deleted = new Set(list("--deleted"));
  return [...new Set(list("--cached", "--others", "--exclude-standard"))].filter(
    (path) => !deleted.has(path),
  );
}

/** An import of types does not exist at run time, so it is not a reason to install a package. */
export function unusedPackages(names: readonly string[], sources: readonly string[]): string[] {
  const code = sources.map((text) => text.replace(/^import type [^;]*;/gm, "")).join("\n");
  const isImported = (name: string) =>
    new RegExp(`(?:from|import|\\w\\()\\s*"${name.replaceAll(".", "\\.")}["/]`).test(code);
  return names
    .filter((name) => !isImported(name))
    .map((name) => `package.json: no shipped file imports the production dependency ${name}`);
}

export function orphans(files: readonly string[], made: readonly string[]): string[] {
  return files
    .filter((path) => path.startsWith("generated/") && !made.includes(path))
    .map((path) => `${path}: no generator names it`);
}
