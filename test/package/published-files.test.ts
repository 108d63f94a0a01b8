import { expect, test } from "vitest";
import { packedProblems } from "../../scripts/lint/packed.js";
import { projectRoot } from "../../scripts/spec/chapters.js";

test("npm would publish exactly the files that a source, a generator or the build names", () => {
  expect(packedProblems(projectRoot)).toEqual([]);
});
