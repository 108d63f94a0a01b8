/** catalog 4.4, `default_value`. */
import { describe, expect, test } from "vitest";
import { readDefault } from "../../../../src/shop/catalog/attribute-values/attribute-default.js";
import type { Problem } from "../../../../src/engine/values/problem.js";
import { productAttribute } from "../installed-attributes.js";

function read(code: string, given: unknown, choices?: ReadonlySet<string>) {
  const problems: Problem[] = [];
  const text = readDefault(productAttribute(code), given, choices, problems);
  return problems.length > 0 ? problems.map(({ field }) => field) : text;
}

describe("stored as text", () => {
  test.each([
    { of: "text", code: "name", given: "Cup", want: "Cup" },
    { of: "text", code: "name", given: 5, want: "5" },
    { of: "text", code: "name", given: "<b>Cup</b>", want: "Cup" },
    { of: "text", code: "name", given: "x".repeat(255), want: "x".repeat(255) },
    { of: "text", code: "name", given: "", want: "" },
    { of: "text", code: "name", given: "<p></p>", want: "" },
    { of: "text", code: "name", given: undefined, want: undefined },
    { of: "text", code: "name", given: null, want: undefined },
    { of: "price", code: "price", given: " 12.50 ", want: "12.50" },
    { of: "price", code: "price", given: 12.5, want: "12.5" },
    { of: "date", code: "news_from_date", given: "2025-01-31", want: "2025-01-31" },
    { of: "date", code: "news_from_date", given: "", want: "" },
    { of: "yes or no", code: "gift_message_available", given: true, want: "1" },
    { of: "yes or no", code: "gift_message_available", given: "0", want: "0" },
    { of: "text area", code: "description", given: "x".repeat(65_535), want: "x".repeat(65_535) },
    { of: "what the service writes", code: "old_id", given: "any", want: "any" },
    { of: "what the service writes", code: "url_path", given: "x".repeat(255), want: "x".repeat(255) },
  ])("$of: $given", ({ code, given, want }) => expect(read(code, given)).toEqual(want));
});

describe("refused", () => {
  test.each([
    { of: "text", code: "name", given: "x".repeat(256) },
    { of: "text", code: "name", given: { a: 1 } },
    { of: "text", code: "name", given: "a\u0007b" },
    { of: "price", code: "price", given: "x" },
    { of: "price", code: "price", given: -1 },
    { of: "date", code: "news_from_date", given: "2025-02-30" },
    { of: "date", code: "news_from_date", given: 5 },
    { of: "yes or no", code: "gift_message_available", given: "maybe" },
    { of: "text area", code: "description", given: "x".repeat(65_536) },
    { of: "what the service writes", code: "url_path", given: "x".repeat(256) },
    { of: "what the service writes", code: "url_path", given: ["a"] },
    { of: "text, false", code: "name", given: false },
  ])("$of: $given", ({ code, given }) => expect(read(code, given)).toEqual(["default_value"]));
});

test("of a select: one of its options", () => {
  const options = new Set(["7", "9"]);
  expect(read("color", "7", options)).toBe("7");
  expect(read("color", 9, options)).toBe("9");
  expect(read("color", "8", options)).toEqual(["default_value"]);
  expect(read("color", "7", new Set())).toEqual(["default_value"]);
});
