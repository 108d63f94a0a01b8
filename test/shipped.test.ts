/** The checks of `npm run check` for packages and generated files detect unused ones. */
import { expect, test } from "vitest";
import { collectionFile } from "../scripts/generate/collection.js";
import { allPaths, builtFiles } from "../scripts/generate/outputs.js";
import { differences } from "../scripts/lint/packed.js";
import {
  leftBehind,
  orphans,
  shippedProblems,
  trackedFiles,
  unusedPackages,
} from "../scripts/lint/shipped.js";
import { projectRoot } from "../scripts/spec/chapters.js";

test("every production package is imported, and every generated file has a generator", async () => {
  expect(shippedProblems(projectRoot, [...(await allPaths()), collectionFile])).toEqual([]);
});

test("git has all generated files but those that the build makes", async () => {
  const tracked = new Set(trackedFiles(projectRoot));
  const left = (await allPaths()).filter((path) => !tracked.has(path));
  expect(left.toSorted()).toEqual(builtFiles.toSorted());
});

test.each([
  ["an import", 'import { parse } from "yaml";', []],
  ["a part of it", 'import { parse } from "yaml/parse";', []],
  ["an import of a whole module", 'import "yaml";', []],
  ["one on demand", 'const { parse } = await import("yaml");', []],
  ["a require", 'const { parse } = require("yaml");', []],
  ["an export", 'export { parse } from "yaml";', []],
  ["a type alone", 'import type { Document } from "yaml";', ["yaml"]],
  ["another package", 'import { parse } from "yaml-lint";', ["yaml"]],
  ["nothing", "export const yaml = 1;", ["yaml"]],
])("a package with %s", (_what, source, missing) => {
  const found = unusedPackages(["yaml"], [source]);
  expect(found).toEqual(
    missing.map((name) => `package.json: no shipped file imports the production dependency ${name}`),
  );
});

test("a file without a generator, and compiled Python", () => {
  const files = [
    "generated/old.ts",
    "generated/new.ts",
    "src/main.ts",
    "generated/x/__pycache__/a.cpython-311.pyc",
  ];
  expect(orphans(files.slice(0, 3), ["generated/new.ts"])).toEqual([
    "generated/old.ts: no generator names it",
  ]);
  expect(leftBehind(files, "__pycache__/")).toEqual([
    "generated/x/__pycache__/a.cpython-311.pyc: compiled Python",
    ".gitignore: *.pyc is missing",
  ]);
});

test("an unexpected file in the package, and a missing one", () => {
  expect(
    differences(["LICENSE", "dist/src/main.js", "notes.txt"], ["LICENSE", "dist/src/main.js", "README.md"]),
  ).toEqual([
    "notes.txt: is in the package, but no source, generator or build step names it",
    'README.md: is missing in the package; build, and look at "files" of package.json',
  ]);
});
