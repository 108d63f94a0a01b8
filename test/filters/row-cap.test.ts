import { describe, expect, test } from "vitest";
import { contractFields } from "../../src/filters/contract-fields.js";
import { parseFilters } from "../../src/filters/filters.js";
import { rowCapProblem, searchLimit } from "../../src/filters/row-cap.js";

test.each([
  { max: 0, limit: undefined, found: 1_000_000, problem: false },
  { max: 3, limit: 4, found: 3, problem: false },
  { max: 3, limit: 4, found: 4, problem: true },
  { max: 1, limit: 2, found: 0, problem: false },
])("at most $max rows: looks for $limit, $found are too many: $problem", ({ max, limit, found, problem }) => {
  expect(searchLimit(max)).toBe(limit);
  const text = problem ? `More than ${max} orders match; narrow the filters.` : undefined;
  expect(rowCapProblem(found, max, "orders")).toBe(text);
});

describe("the fields of the contract", () => {
  test.each([
    { key: "order_id", want: { path: "id", type: "number" } },
    { key: "entity_id", want: { path: "id", type: "number" } },
    { key: "created_at", want: { path: "created_at", type: "datetime" } },
    { key: "billing_name", want: undefined },
    { key: "protect_code", want: undefined },
  ])("$key: $want", ({ key, want }) => {
    expect(contractFields("sales_order.list")(key)).toEqual(want);
  });

  test("an operation without filters has none", () => {
    expect(contractFields("sales_order.info")("increment_id")).toBeUndefined();
  });
});

describe("queries", () => {
  const fields = (key: string) =>
    key === "n"
      ? ({ path: "n", type: "number" } as const)
      : key === "t"
        ? ({ path: "t", type: "text" } as const)
        : undefined;
  const query = (filters: Record<string, unknown>) => parseFilters(filters, fields);
  const number = (op: string, value?: unknown) => ({
    path: "n",
    type: "number",
    op,
    ...(value === undefined ? {} : { value }),
  });

  test.each([
    { title: "nothing", filters: {}, want: {} },
    { title: "one test", filters: { n: 1 }, want: { where: [number("eq", 1)] } },
    { title: "a choice", filters: { n: [null, 1] }, want: { any: [[number("in", [1]), number("null")]] } },
    { title: "an unset value once", filters: { n: [null, ""] }, want: { where: [number("null")] } },
    {
      title: "of lower bounds the lowest",
      filters: { n: [{ gt: 5 }, { gt: 3 }, { gt: 4 }] },
      want: { where: [number("gt", 3)] },
    },
    {
      title: "of upper bounds the highest",
      filters: { n: [{ lteq: 5 }, { lteq: 7 }, { lteq: 6 }] },
      want: { where: [number("lteq", 7)] },
    },
    {
      title: "bounds of different kinds stay",
      filters: { n: [{ gteq: 5 }, { lt: 3 }] },
      want: { any: [[number("gteq", 5), number("lt", 3)]] },
    },
    { title: "equal tests once", filters: { n: [{ eq: 5 }, { eq: 5 }] }, want: { where: [number("eq", 5)] } },
    {
      title: "other tests are not bounds",
      filters: { n: [{ neq: 5 }, { neq: 3 }] },
      want: { any: [[number("neq", 5), number("neq", 3)]] },
    },
  ])("$title", ({ filters, want }) => expect(query(filters)).toEqual({ query: want }));

  test("50 attributes are taken, 51 are not", () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1]));
    const anyField = () => ({ path: "n", type: "number" }) as const;
    expect(parseFilters(many(50), anyField)).toHaveProperty("query");
    expect(parseFilters(many(51), anyField)).toEqual({ problem: "Filters hold at most 50 conditions." });
  });

  test("a mistake of ours is not taken for one of the caller", () => {
    const broken = () => {
      throw new TypeError("ours");
    };
    expect(() => parseFilters({ n: 1 }, broken)).toThrow("ours");
  });

  test("regexp is refused with the way out, other names with those there are", () => {
    const problem = (filters: Record<string, unknown>) => (query(filters) as { problem: string }).problem;
    expect(problem({ t: { regexp: "a" } })).toMatch("regexp is not offered; use like");
    expect(problem({ t: { nope: "a" } })).toMatch(/eq, .*like/);
  });

  test("finset looks for a number as text", () => {
    expect(query({ t: { finset: 7 } })).toMatchObject({ query: { where: [{ op: "finset", value: "7" }] } });
    expect(query({ t: { finset: "a" } })).toMatchObject({ query: { where: [{ op: "finset", value: "a" }] } });
  });
});
