/** beyond 4, 5: the data of a custom option and its values. */
import { describe, expect, test } from "vitest";
import type { Problem } from "../../../../src/engine/values/problem.js";
import {
  readAdditionalFieldEntries,
  readOptionFields,
  readCustomOption,
  isTitle,
  customOptionType,
} from "../../../../src/shop/catalog/options/option-data.js";

function fields(entry: unknown) {
  const problems: Problem[] = [];
  const values = Object.entries(readOptionFields(entry, "additional_fields[0].", problems));
  return {
    values: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    wrong: problems.map(({ field }) => field),
  };
}

describe("an entry", () => {
  test.each<{ given: object; want: object }>([
    { given: {}, want: {} },
    { given: { title: null, price: null, sku: null, more: 1 }, want: {} },
    { given: { value_id: "7" }, want: { value_id: 7 } },
    { given: { title: "<b>Gold</b> " }, want: { title: "Gold " } },
    { given: { price: "2.00005" }, want: { price: 2.0001 } },
    { given: { price: -99_999_999.9999 }, want: { price: -99_999_999.9999 } },
    { given: { price_type: "percent" }, want: { price_type: "percent" } },
    { given: { price_type: "fixed" }, want: { price_type: "fixed" } },
    { given: { sku: "x".repeat(64) }, want: { sku: "x".repeat(64) } },
    { given: { sku: "", file_extension: "<i></i>" }, want: { sku: null, file_extension: null } },
    { given: { file_extension: "jpg, png" }, want: { file_extension: "jpg, png" } },
    {
      given: { sort_order: 0, max_characters: 4_294_967_295 },
      want: { sort_order: 0, max_characters: 4_294_967_295 },
    },
    { given: { image_size_x: "640", image_size_y: 480 }, want: { image_size_x: 640, image_size_y: 480 } },
  ])("$given", ({ given, want }) => expect(fields(given)).toEqual({ values: want, wrong: [] }));

  test.each<readonly [name: string, values: readonly unknown[]]>([
    ["value_id", [0, "x", -1]],
    ["title", ["", " ", "<b></b>", "x".repeat(256), ["x"]]],
    ["price", ["free", 100_000_000, -100_000_000]],
    ["price_type", ["Fixed", 1]],
    ["sku", ["x".repeat(65), {}]],
    ["file_extension", ["x".repeat(51), []]],
    ["sort_order", [-1, 1.5, 4_294_967_296]],
    ["max_characters", [-1, "many"]],
    ["image_size_x", [-1]],
    ["image_size_y", [-1]],
  ])("%s is none of %j", (name, values) => {
    for (const value of values)
      expect(fields({ [name]: value })).toEqual({ values: {}, wrong: [`additional_fields[0].${name}`] });
  });

  test.each([null, "text", 5, [1]])("is not %j", (entry) => {
    expect(fields(entry)).toEqual({ values: {}, wrong: ["additional_fields[0]"] });
  });
});

test.each([
  {
    given: { title: "Ink", is_require: "1", sort_order: 2 },
    want: { title: "Ink", is_require: true, sort_order: 2 },
  },
  { given: { is_require: 0 }, want: { is_require: false } },
  { given: {}, want: {} },
  { given: { title: "", is_require: 2, sort_order: -1 }, wrong: ["title", "is_require", "sort_order"] },
])("an option of $given", ({ given, want = {}, wrong = [] }) => {
  const problems: Problem[] = [];
  expect(readCustomOption({ ...given }, problems)).toEqual(want);
  expect(problems.map(({ field }) => field)).toEqual(wrong);
});

test.each([
  { given: [{ title: "Gold" }], isUsable: true },
  { given: [{}, { price: 1 }], isUsable: true },
  { given: [{}], isUsable: false },
  { given: [], isUsable: false },
  { given: ["Gold"], isUsable: false },
  { given: { title: "Gold" }, isUsable: false },
  { given: undefined, isUsable: false },
])("$given holds entries: $isUsable", ({ given, isUsable }) => {
  const problems: Problem[] = [];
  expect(readAdditionalFieldEntries(given, problems)).toBe(isUsable ? given : undefined);
  expect(problems.map(({ field }) => field)).toEqual(isUsable ? [] : ["additional_fields"]);
});

test("a product has at most 5000 values", () => {
  const entries = (count: number) => Array.from({ length: count }, () => ({ title: "Gold" }));
  expect(readAdditionalFieldEntries(entries(5000), [])).toHaveLength(5000);
  expect(readAdditionalFieldEntries(entries(5001), [])).toBeUndefined();
});

test("types are matched exactly", () => {
  expect([
    customOptionType({ type: "drop_down" }),
    customOptionType({ type: "Drop_Down" }),
    customOptionType({}),
  ]).toEqual([...["drop_down", undefined, undefined]]);
  expect(["x".repeat(255), 5, undefined, "<b></b>"].map(isTitle)).toEqual([true, true, false, false]);
});
