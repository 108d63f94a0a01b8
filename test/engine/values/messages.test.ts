import { describe, expect, test } from "vitest";
import { cutText, messageOf, notFound, quote } from "../../../src/engine/values/messages.js";
import { fold, isLonger, shorten } from "../../../src/engine/values/text.js";

const long = "x".repeat(200);

describe("a caller's value in a message", () => {
  test.each([
    { value: 'a"b', want: '"a\\"b"' },
    { value: 1.5, want: "1.5" },
    { value: true, want: "true" },
    { value: null, want: "null" },
    { value: undefined, want: "nothing" },
    { value: [long], want: `["${"x".repeat(78)}…` },
    { value: ["\u200b".repeat(200)], want: `["${"\\u200b".repeat(13)}…` },
    { value: { long }, want: `{"long":"${"x".repeat(71)}…` },
  ])("$value: $want", ({ value, want }) => expect(quote(value)).toBe(want));

  test("long text is shortened inside its quotes", () => {
    expect(quote(long)).toBe(`"${"x".repeat(79)}…`);
    expect(quote("x".repeat(78))).toBe(`"${"x".repeat(78)}"`);
    expect(cutText(long)).toBe(`${"x".repeat(80)}…`);
    expect(cutText("x".repeat(80))).toBe("x".repeat(80));
  });
});

test("the message of anything thrown", () => {
  expect([messageOf(new TypeError("no")), messageOf("no"), messageOf(undefined)]).toEqual([
    "no",
    "no",
    "undefined",
  ]);
});

test("an impossible ID is not mentioned", () => {
  expect([notFound("Product", 7), notFound("Product", 0)]).toEqual(["Product 7 was not found.", undefined]);
});

test.each([
  { text: "abc", max: 3, want: false },
  { text: "abcd", max: 3, want: true },
  { text: "😀😀😀", max: 3, want: false },
  { text: "😀😀😀😀", max: 3, want: true },
  { text: "", max: 0, want: false },
  { text: "a", max: 0, want: true },
])("$text is longer than $max characters: $want", ({ text, max, want }) => {
  expect(isLonger(text, max)).toBe(want);
});

test("shortened text ends with an ellipsis, and never with half a character", () => {
  expect([shorten("abc", 3), shorten("abcd", 3)]).toEqual(["abc", "abc…"]);
  expect(shorten("ab😀", 3).isWellFormed()).toBe(true);
});

test("folding ignores upper and lower case", () => {
  expect(fold("STRASSE Σς")).toBe(fold("strasse ΣΣ"));
  expect(fold("A")).toBe("a");
});
