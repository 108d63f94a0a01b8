import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { urlKey } from "../../../../src/shop/catalog/attribute-values/url-key.js";

describe("urlKey", () => {
  test.each([
    { text: "Kitchen", want: "kitchen" },
    { text: "Küche", want: "kuche" },
    { text: "Weiße Tassen", want: "weisse-tassen" },
    { text: "Ærø", want: "aero" },
    { text: "Cups & Mugs", want: "cups-and-mugs" },
    { text: "R&B", want: "randb" },
    { text: "me@home", want: "meathome" },
    { text: "Teflon™ pan", want: "teflontm-pan" },
    { text: "Привет, мир", want: "privet-mir" },
    { text: "Объект", want: "obekt" },
    { text: "Ελληνικά", want: "ellinika" },
    { text: "Men's", want: "men-s" },
    { text: "Men’s", want: "men-s" },
    { text: "cafe\u0301", want: "cafe" },
    { text: "I ☕ mugs 😀", want: "i-mugs" },
    { text: "  --a__b..c--  ", want: "a-b-c" },
    { text: "50% off!", want: "50-off" },
    { text: "already-a-key", want: "already-a-key" },
    { text: "!!!", want: null },
    { text: "", want: null },
    { text: "😀", want: null },
    { text: ":cup:", want: "cup" },
  ])("$text → $want", ({ text, want }) => expect(urlKey(text)).toBe(want));

  test("consists of words of a-z and 0-9 joined by single dashes, has at most 255 characters, and is stable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const key = urlKey(text);
        if (key === null) return;
        expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(key.length).toBeLessThanOrEqual(255);
        expect(urlKey(key)).toBe(key);
      }),
    );
  });
});
