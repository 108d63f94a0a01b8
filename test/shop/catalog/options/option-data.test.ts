/** beyond 4, 5: the data of a custom option and its values. */
import { expect, test } from "vitest";
import type { Problem } from "../../../../src/engine/values/problem.js";
import { readAdditionalFieldEntries } from "../../../../src/shop/catalog/options/option-data.js";

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
