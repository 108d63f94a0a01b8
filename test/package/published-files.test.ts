import { expect, test } from "vitest";
import { deadLinks, packedProblems } from "../../scripts/lint/packed.js";
import { projectRoot } from "../../scripts/spec/chapters.js";

test("npm would publish exactly the files that a source, a generator or the build names", () => {
  expect(packedProblems(projectRoot)).toEqual([]);
});

test.each([
  ["a document that is not packed", "[decisions](docs/builders/decisions.md)", "docs/builders/decisions.md"],
  ["a picture that is not packed", "![console](docs/pictures/console.png)", "docs/pictures/console.png"],
  ["a path with an anchor", "[start](docs/other.md#start)", "docs/other.md"],
])("reports %s", (_name, text, link) => {
  expect(deadLinks(["README.md", "docs/settings.md"], () => text)).toContain(
    `README.md: links ${link}, which is not in the package; write its path as code`,
  );
});

test("accepts packed files and folders, other sites, anchors and blocks of code", () => {
  const text =
    "[a](docs/settings.md#x) [b](docs) [c](https://shop.test/x.md) [d](#here)\n```md\n[e](none.md)\n```\n";
  expect(deadLinks(["README.md", "docs/settings.md"], (path) => (path === "README.md" ? text : ""))).toEqual(
    [],
  );
});
