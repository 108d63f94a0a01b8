import fc from "fast-check";
import { expect, test } from "vitest";
import { stripTags } from "../../../src/engine/values/strip-tags.js";

test.each([
  ["Care", "Care"],
  ["<b>Care</b>", "Care"],
  ["<a>Care</A><z/><Z>", "Care"],
  ["a <{b}> and <`c>", "a <{b}> and <`c>"],
  ["1 < 2 > 0", "1 < 2 > 0"],
  ["a<3", "a<3"],
  ["a<!-- hidden -->b", "ab"],
  ["<?php x ?>b", "b"],
  ["cut <b", "cut "],
  ["<<b>script>alert()<</b>/script>", "alert()"],
  ["", ""],
])("%s → %s", (text, want) => expect(stripTags(text)).toBe(want));

test("leaves nothing that a browser treats as a tag, and does not change text without tags", () => {
  const text = fc.string({ unit: fc.constantFrom("<", ">", "/", "!", "?", "b", "S", " ", "ü") });
  fc.assert(
    fc.property(text, (given) => {
      expect(stripTags(given)).not.toMatch(/<[a-z/!?]/i);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (given) => {
      fc.pre(!/<[a-z/!?]/i.test(given));
      expect(stripTags(given)).toBe(given);
    }),
  );
});
