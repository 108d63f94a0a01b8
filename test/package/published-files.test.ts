/** The release judges its packages: which faults it finds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deadLinks, folderProblems } from "../../scripts/release/packed.js";
import { root, run } from "./released.js";

test("reports a folder that is not in the list, and one without files", () => {
  const paths = ["README.md", "dist/src/parts/a.js", "dist/old/b.js", "src/build/c.py"];
  expect(folderProblems(paths, [".", "dist/src/", "docs", "src"])).toEqual([
    "dist/old is in the package, but not in the list of scripts/release/packed.ts",
    "src/build is in the package, but not in the list of scripts/release/packed.ts",
    "docs has no file in the package",
    "src has no file in the package",
  ]);
});

test.each([
  ["a document that is not packed", "[decisions](docs/builders/decisions.md)", "docs/builders/decisions.md"],
  ["a picture that is not packed", "![console](docs/pictures/console.png)", "docs/pictures/console.png"],
  ["a path with an anchor", "[start](docs/other.md#start)", "docs/other.md"],
])("reports %s", (_name, text, link) => {
  expect(deadLinks(["README.md", "docs/settings.md"], () => text)).toContain(
    `README.md links ${link}, which is not in the package; write its path as code`,
  );
});

test("accepts packed files and folders, other sites, anchors and blocks of code", () => {
  const text =
    "[a](docs/settings.md#x) [b](docs) [c](https://shop.test/x.md) [d](#here)\n```md\n[e](none.md)\n```\n";
  expect(deadLinks(["README.md", "docs/settings.md"], (path) => (path === "README.md" ? text : ""))).toEqual(
    [],
  );
});

test("a user of the package gets the same versions as we: our overrides do not apply there", async () => {
  const { overrides, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    overrides: Record<string, unknown>;
    dependencies: Record<string, string>;
  };
  const { stdout } = await run("npm", ["ls", "--omit=dev", "--all", "--parseable"], { cwd: root });
  const names = stdout.split("\n").map((path) => path.split("node_modules/").at(-1) ?? "");
  expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(overrides).filter((name) => names.includes(name))).toEqual([]);
});
