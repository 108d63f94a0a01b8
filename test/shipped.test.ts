/** The checks of `npm run check` for packages and generated files detect unused ones. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./support/closed.js";
import { allPaths, builtFiles } from "../scripts/generate/outputs.js";
import { installedProblems } from "../scripts/lint/licences.js";
import { orphans, trackedFiles, unusedPackages } from "../scripts/lint/shipped.js";
import { projectRoot } from "../scripts/spec/chapters.js";

test("git has all generated files but those that the build makes", async () => {
  const tracked = new Set(trackedFiles(projectRoot));
  const left = allPaths().filter((path) => !tracked.has(path));
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

test("a file without a generator", () => {
  const files = ["generated/old.ts", "generated/new.ts", "src/main.ts"];
  expect(orphans(files, ["generated/new.ts"])).toEqual(["generated/old.ts: no generator names it"]);
});

test("a package without a free licence is told, one for development alone is not", async () => {
  const folder = await temporaryFolder();
  const packages = {
    "": { license: "GPL-3.0" },
    "node_modules/one": { version: "1.0.0", license: "(MIT OR GPL-2.0)" },
    "node_modules/two": { version: "2.0.0", license: "MIT AND GPL-2.0" },
    "node_modules/two/node_modules/three": { version: "3.0.0", license: "GPL-3.0" },
    "node_modules/tool": { version: "4.0.0", license: "GPL-3.0", dev: true },
  };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  expect(installedProblems(folder)).toEqual([
    "two@2.0.0: licence MIT AND GPL-2.0",
    "three@3.0.0: licence GPL-3.0",
  ]);
});
