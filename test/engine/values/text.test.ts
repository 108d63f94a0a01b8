import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asText,
  fold,
  foldedText,
  fromWire,
  isLonger,
  shorten,
  textOrJson,
  wire,
  WireParts,
} from "../../../src/engine/values/text.js";

test.each([
  { text: "abc", max: 3, want: false },
  { text: "abcd", max: 3, want: true },
  { text: "👍👍👍", max: 3, want: false },
  { text: "👍👍👍👍", max: 3, want: true },
])("$text is longer than $max characters: $want", ({ text, max, want }) => {
  expect(isLonger(text, max)).toBe(want);
});

test.each([
  { text: "abc", max: 3, want: "abc" },
  { text: "abcd", max: 3, want: "abc…" },
])("$text in $max characters is $want", ({ text, max, want }) => expect(shorten(text, max)).toBe(want));

test("case folds away, accents stay, and a final sigma is a sigma", () => {
  expect(fold("ÉTÉ")).toBe("été");
  expect(fold("ΟΔΟΣ")).toBe(fold("οδοσ"));
});

test.each<{ value: unknown; want: string | undefined; folded: string | undefined }>([
  { value: "Ab", want: "Ab", folded: "ab" },
  { value: "", want: "", folded: "" },
  { value: 1.5, want: "1.5", folded: "1.5" },
  { value: 0, want: "0", folded: "0" },
  { value: 1e21, want: "1e+21", folded: "1e+21" },
  { value: true, want: "1", folded: "1" },
  { value: false, want: "0", folded: "0" },
  { value: null, want: undefined, folded: undefined },
  { value: undefined, want: undefined, folded: undefined },
  { value: ["Ab"], want: undefined, folded: undefined },
  { value: { a: 1 }, want: undefined, folded: undefined },
])("$value as a stored value is compared as $folded", ({ value, want, folded }) => {
  expect([asText(value), foldedText(value)]).toEqual([want, folded]);
});

test.each(["plain", "été", "👍", ""])("%j comes back from its wire form", (text) => {
  expect(fromWire(wire(text))).toBe(text);
});

test.each([
  { value: "text", want: "text" },
  { value: { a: [1] }, want: '{"a":[1]}' },
  { value: null, want: "null" },
  { value: undefined, want: "" },
])("$value as a text", ({ value, want }) => expect(textOrJson(value)).toBe(want));

describe("text for the wire", () => {
  test("has one character for each byte of its UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(Buffer.from(wire(text), "latin1")).toEqual(Buffer.from(text));
      }),
    );
  });

  test("in parts has the same bytes", () => {
    const parts = new WireParts([wire("Grüße"), wire(", "), wire("世界")]);
    expect(parts.length).toBe(Buffer.byteLength("Grüße, 世界"));
    expect(Buffer.from(parts.toString(), "latin1").toString()).toBe("Grüße, 世界");
  });
});
