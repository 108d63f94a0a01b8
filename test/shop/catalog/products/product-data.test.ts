import { describe, expect, test } from "vitest";
import type { Website } from "../../../../src/shop/data/entities/shop.js";
import type { Problem } from "../../../../src/engine/values/problem.js";
import {
  productMembers,
  readCategoryIds,
  readSku,
  readWebsiteIds,
} from "../../../../src/shop/catalog/products/product-data.js";
import { toData } from "../../../../src/engine/values/coercion.js";

function withProblems<Value>(read: (problems: Problem[]) => Value): { value: Value; fields: string[] } {
  const problems: Problem[] = [];
  const value = read(problems);
  return { value, fields: problems.map(({ field }) => field) };
}

describe("members", () => {
  test.each([
    ["null is absent", { name: "A", price: null }, { name: "A" }],
    ["aliases", { websites: [1], categories: [2] }, { website_ids: [1], category_ids: [2] }],
    ["the documented name takes precedence", { websites: [1], website_ids: [2] }, { website_ids: [2] }],
    [
      "an alias is used if the other name is null",
      { websites: [1], website_ids: null },
      { website_ids: [1] },
    ],
    ["a map", { additional_attributes: { single_data: { a: 1 } } }, { a: 1 }],
    ["pairs", { additional_attributes: { multi_data: [{ key: "a", value: [1] }] } }, { a: [1] }],
    [
      "direct members take precedence, unless they are null",
      { a: 1, b: null, additional_attributes: { single_data: { a: 2, b: 2 } } },
      { a: 1, b: 2 },
    ],
    ["no additional attributes", { additional_attributes: [] }, {}],
    ["no prototype", JSON.parse('{"__proto__": {"name": "A"}}') as object, {}],
  ])("%s", (_title, data, want) => {
    const { value, fields } = withProblems((problems) => productMembers(toData(data)!, problems));
    expect(fields).toEqual([]);
    expect(value).toMatchObject(want);
    expect(value.name).toBe((want as { name?: string }).name);
  });

  test("null among the additional attributes also counts as absent", () => {
    const data = { additional_attributes: { single_data: { a: null, b: 1 } } };
    const { value } = withProblems((problems) => productMembers(toData(data)!, problems));
    expect({ ...value, additional_attributes: undefined }).toEqual({ b: 1 });
  });

  test.each([
    [5, ["additional_attributes"]],
    [["a"], ["additional_attributes"]],
    [{ single_data: 5 }, ["additional_attributes.single_data"]],
    [
      { single_data: [{ key: "a" }], multi_data: [{ value: 1 }] },
      ["additional_attributes.single_data", "additional_attributes.multi_data"],
    ],
  ])("additional attributes of the shape %j are refused", (additional_attributes, want) => {
    const { fields } = withProblems((problems) =>
      productMembers(toData({ additional_attributes })!, problems),
    );
    expect(fields).toEqual(want);
  });
});

test.each([
  [" mug-1 ", "mug-1"],
  [1001, "1001"],
  ["0", "0"],
  ["x".repeat(64), "x".repeat(64)],
  ["😀".repeat(64), "😀".repeat(64)],
  ["\v mug-1", "mug-1"],
  ["\0 mug-1", "mug-1"],
  ["x".repeat(65), undefined],
  ["", undefined],
  ["  ", undefined],
  ["a\tb", undefined],
  ["a\u0007b", undefined],
  [true, undefined],
  [["a"], undefined],
])("the SKU %j is read as %j", (given, want) => {
  const { value, fields } = withProblems((problems) => readSku(given, problems));
  expect(value).toBe(want);
  expect(fields).toEqual(want === undefined ? ["sku"] : []);
});

const websites = [
  { website_id: 0, code: "admin" },
  { website_id: 1, code: "base" },
  { website_id: 2, code: "second" },
] as Website[];
const website = (value: unknown) =>
  websites.find(
    ({ website_id, code }) => website_id === value || code === value || String(website_id) === value,
  );

test.each([
  { given: [2, "1", "base"], want: [1, 2], problems: 0 },
  { given: "second", want: [2], problems: 0 },
  { given: [], want: [], problems: 0 },
  { given: [0, "admin", 99, [1], 1], want: [1], problems: 4 },
  { given: "", want: [], problems: 1 },
  { given: Array<number>(1001).fill(1), want: [], problems: 1 },
])("websites $given are $want", ({ given, want, problems }) => {
  const named = { website, meant: () => "" };
  const { value, fields } = withProblems((found) => readWebsiteIds(given, "website_ids", named, found));
  expect([value, fields.length]).toEqual([want, problems]);
});

test.each([
  { given: [5, "3", 5], want: [5, 3], problems: 0 },
  { given: "3, 4,,3", want: [3, 4], problems: 0 },
  { given: 7, want: [7], problems: 0 },
  { given: [" 5 ", "\u00a06"], want: [5, 6], problems: 0 },
  { given: Array<number>(1000).fill(3), want: [3], problems: 0 },
  { given: Array<number>(1001).fill(3), want: [], problems: 1 },
  { given: "", want: [], problems: 0 },
  { given: [1, 0, -2, "x", 2.5, [3], true], want: [], problems: 7 },
])("categories $given are $want", ({ given, want, problems }) => {
  const { value, fields } = withProblems((found) => readCategoryIds(given, "category_ids", found));
  expect([value, fields.length]).toEqual([want, problems]);
});
