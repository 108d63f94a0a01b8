/** How many rows a list may answer (conventions 9). */
import { expect, test } from "vitest";
import { rowCapProblem, searchLimit } from "../../../src/engine/filters/row-cap.js";

test.each([
  { found: 0, problem: false },
  { found: 10, problem: false },
  { found: 11, problem: true },
])("$found rows of at most 10: a problem is $problem", ({ found, problem }) =>
  expect(rowCapProblem(found, 10, "orders") !== undefined).toBe(problem),
);

test("one row more than allowed is looked for, no further", () => {
  expect(searchLimit(10)).toBe(11);
  expect(rowCapProblem(11, 10, "orders")).toMatch(/orders/);
});

test("0 is no cap", () => {
  expect(searchLimit(0)).toBeUndefined();
  expect(rowCapProblem(1_000_000, 0, "orders")).toBeUndefined();
});
