/** catalog 1.2 and 1.5. */
import { describe, expect, test } from "vitest";
import {
  effectiveValue,
  readKeys,
  scopeInForce,
  withChanges,
  writeKey,
} from "../../../../src/shop/catalog/attribute-values/scoped-values.js";

const atDefault = { store_id: 0, website_id: 0 };
const german = { store_id: 3, website_id: 1 };

test.each([
  { scope: "global", at: atDefault, write: "0", read: ["0"] },
  { scope: "website", at: atDefault, write: "0", read: ["0"] },
  { scope: "store", at: atDefault, write: "0", read: ["0"] },
  { scope: "global", at: german, write: "0", read: ["0"] },
  { scope: "website", at: german, write: "w1", read: ["w1", "0"] },
  { scope: "store", at: german, write: "s3", read: ["s3", "0"] },
] as const)("a $scope value at store $at.store_id is kept under $write", ({ scope, at, write, read }) => {
  expect(writeKey(scope, at)).toBe(write);
  expect(readKeys(scope, at)).toEqual(read);
});

const values = {
  "0": { name: "Cup", price: 5, sku: "c" },
  w1: { price: 6, name: "of the website" },
  s3: { name: "Tasse", price: 7, meta_title: null, sku: "of the view" },
};

test.each([
  { code: "name", scope: "store", at: atDefault, want: "Cup" },
  { code: "name", scope: "store", at: german, want: "Tasse" },
  { code: "name", scope: "store", at: { store_id: 1, website_id: 1 }, want: "Cup" },
  { code: "price", scope: "website", at: german, want: 6 },
  { code: "price", scope: "website", at: { store_id: 2, website_id: 2 }, want: 5 },
  { code: "price", scope: "website", at: atDefault, want: 5 },
  { code: "sku", scope: "global", at: german, want: "c" },
  { code: "meta_title", scope: "store", at: german, want: null },
  { code: "meta_title", scope: "store", at: atDefault, want: null },
] as const)("$code by $scope at store $at.store_id is $want", ({ code, scope, at, want }) =>
  expect(effectiveValue(values, code, scope, at)).toBe(want),
);

test("null at a view hides the default", () => {
  const hidden = { "0": { meta_title: "for all" }, s3: { meta_title: null } };
  expect(effectiveValue(hidden, "meta_title", "store", german)).toBeNull();
});

describe("changes", () => {
  const before = { "0": { name: "Cup", price: 5 }, s3: { name: "Tasse" } };

  test.each([
    ["none: the same object", [], before],
    [
      "a value for a key without a value",
      [{ code: "price", key: "w1", value: 6 }],
      { ...before, w1: { price: 6 } },
    ],
    [
      "the removal of the last value of a view removes the key",
      [{ code: "name", key: "s3", value: undefined }],
      { "0": before["0"] },
    ],
    [
      "another value of the view stays",
      [
        { code: "meta_title", key: "s3", value: null },
        { code: "name", key: "s3", value: undefined },
      ],
      { "0": before["0"], s3: { meta_title: null } },
    ],
    [
      "the key of the defaults stays, even if it is empty",
      [
        { code: "name", key: "0", value: undefined },
        { code: "price", key: "0", value: undefined },
      ],
      { "0": {}, s3: { name: "Tasse" } },
    ],
    ["removal of a missing value", [{ code: "name", key: "w2", value: undefined }], before],
  ])("%s", (_title, changes, want) => expect(withChanges(before, changes)).toEqual(want));

  test("do not modify the original", () => {
    withChanges(before, [{ code: "name", key: "0", value: "Mug" }]);
    expect(before["0"].name).toBe("Cup");
    expect(withChanges(before, [])).toBe(before);
  });
});

test.each([
  { code: "cost", input: "price", scope: "website", setting: "global", want: "global" },
  { code: "cost", input: "price", scope: "website", setting: "website", want: "website" },
  { code: "tier_price", input: "text", scope: "website", setting: "global", want: "global" },
  { code: "group_price", input: "text", scope: "website", setting: "global", want: "global" },
  { code: "group_price", input: "text", scope: "website", setting: "website", want: "website" },
  { code: "name", input: "text", scope: "store", setting: "global", want: "store" },
] as const)("$code under PRICE_SCOPE=$setting is $want", ({ code, input, scope, setting, want }) =>
  expect(scopeInForce({ attribute_code: code, frontend_input: input, scope }, setting)).toBe(want),
);
