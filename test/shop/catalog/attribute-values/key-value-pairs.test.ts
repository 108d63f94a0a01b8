/** catalog 4.4 and 9.4: members as an object or as a list of {key, value}. */
import { expect, test } from "vitest";
import { pairsOf } from "../../../../src/shop/catalog/attribute-values/key-value-pairs.js";

test.each([
  [{}, []],
  [[], []],
  [
    { b: 1, a: null },
    [
      ["b", 1],
      ["a", null],
    ],
  ],
  [
    [
      { key: "b", value: 1 },
      { key: "b", value: 2 },
    ],
    [
      ["b", 1],
      ["b", 2],
    ],
  ],
  [[{ key: "a", value: undefined }], [["a", undefined]]],
  [undefined, undefined],
  [null, undefined],
  ["a", undefined],
  [[{ key: 1, value: 1 }], undefined],
  [[{ key: "a" }], undefined],
  [[{ key: "a", value: 1 }, 5], undefined],
])("%j", (given, want) => expect(pairsOf(given)).toEqual(want));
