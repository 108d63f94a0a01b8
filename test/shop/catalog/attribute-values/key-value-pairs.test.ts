/** catalog 4.4 and 9.4: members as an object or as a list of {key, value}. */
import { expect, test } from "vitest";
import { pairsOf } from "../../../../src/shop/catalog/attribute-values/key-value-pairs.js";

test.each([
  { given: {}, want: [] },
  { given: [], want: [] },
  {
    given: { b: 1, a: null },
    want: [
      ["b", 1],
      ["a", null],
    ],
  },
  {
    given: [
      { key: "b", value: 1 },
      { key: "b", value: 2 },
    ],
    want: [
      ["b", 1],
      ["b", 2],
    ],
  },
  { given: [{ key: "a", value: undefined }], want: [["a", undefined]] },
  { given: undefined, want: undefined },
  { given: null, want: undefined },
  { given: "a", want: undefined },
  { given: [{ key: 1, value: 1 }], want: undefined },
  { given: [{ key: "a" }], want: undefined },
  { given: [{ key: "a", value: 1 }, 5], want: undefined },
])("$given", ({ given, want }) => expect(pairsOf(given)).toEqual(want));
