/** The maximum number of rows of a list (conventions 9). */
import { expect, test } from "vitest";
import { rowCapProblem, searchLimit } from "../../../src/engine/calls/listing.js";

test.each([
  { found: 0, problem: false },
  { found: 10, problem: false },
  { found: 11, problem: true },
])("$found rows of at most 10: a problem is $problem", ({ found, problem }) =>
  expect(rowCapProblem(found, 10, "orders") !== undefined).toBe(problem),
);

test("the search stops at one row above the limit", () => {
  expect(searchLimit(10)).toBe(11);
  expect(rowCapProblem(11, 10, "orders")).toMatch(/orders/);
});

test("0 means no limit", () => {
  expect(searchLimit(0)).toBeUndefined();
  expect(rowCapProblem(1_000_000, 0, "orders")).toBeUndefined();
});
