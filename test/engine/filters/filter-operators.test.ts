/** The errors of operators for invalid operands, and their conversion of valid ones (conventions 9.2). */
import { expect, test } from "vitest";
import type { FilterField } from "../../../src/engine/filters/filter-field.js";
import { parseFilters } from "../../../src/engine/filters/filters.js";

const fields: Readonly<Record<string, FilterField>> = {
  name: { path: "name", type: "text" },
  website_ids: { path: "website_ids", type: "membership" },
  created_at: { path: "created_at", type: "datetime" },
};
const parse = (filters: object) =>
  parseFilters(filters as Record<string, unknown>, new Map(Object.entries(fields)));

test.each([
  [{ name: { regexp: "x" } }, "name: regexp is not supported; use like, with % and _."],
  [{ website_ids: { regexp: "x" } }, "website_ids: regexp is not supported; use like, with % and _."],
  [{ name: { moreq: 1 } }, /moreq is not an operator that can be used here; the operators are eq, /],
  [{ website_ids: { like: 1 } }, /like is not an operator that can be used here; the operators are eq, /],
  [{ name: { in: "x".repeat(131_073) } }, /is too long for a list\.$/],
])("%j is refused", (filters, message) => {
  const parsed = parse(filters);
  expect("problem" in parsed && parsed.problem).toEqual(
    typeof message === "string" ? message : expect.stringMatching(message),
  );
});

test.each([
  [{ name: { finset: 5 } }, { op: "finset", value: "5" }],
  [{ name: { finset: 1e21 } }, { op: "finset", value: "1000000000000000000000" }],
  [{ name: { finset: "a" } }, { op: "finset", value: "a" }],
  [{ created_at: { from: "2025-06-01" } }, { op: "gteq", value: "2025-06-01 00:00:00" }],
])("%j asks for %j", (filters, want) => {
  expect(parse(filters)).toMatchObject({ query: { where: [want] } });
});

test("a text of the longest length is a list", () => {
  expect(parse({ name: { in: "x".repeat(131_072) } })).toHaveProperty("query");
});
