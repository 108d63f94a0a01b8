import { describe, expect, test } from "vitest";
import { customAttributes } from "../../../../src/shop/customers/accounts/custom-attributes.js";
import type { CustomAttribute } from "../../../../src/shop/data/entities/customer.js";

const level: CustomAttribute = { code: "level", type: "int", visible_on_front: true, required: false };
const since: CustomAttribute = { code: "since", type: "date", visible_on_front: false, required: true };

describe("customAttributes", () => {
  test.each([
    ["none", [], undefined, []],
    ["of the setting", [level], undefined, [level]],
    ["of the dataset", [], [since], [since]],
    ["of both; the setting takes precedence", [level], [{ ...level, type: "text" }, since], [level, since]],
    ["visible and optional by default", [], [{ code: "level", type: "int" }], [level]],
    ["flags as numbers", [], [{ ...since, visible_on_front: 0, required: 1 }], [since]],
  ])("%s", (_title, setting, dataset, want) => {
    expect(customAttributes(setting, dataset)).toEqual(want);
  });

  test.each([
    ["no list", {}, "customer_attributes must be a list."],
    ["no object", [1], "customer_attributes[0] must be an object."],
    ["no code", [{ type: "int" }], "customer_attributes[0].code must be text."],
    ["an unknown type", [{ code: "a", type: "list" }], /\.type must be text, int, date, boolean/],
    ["a flag that is none", [{ ...level, required: "yes" }], /must be true or false/],
    ["a code of the wrong form", [{ ...level, code: "Level" }], /small letters/],
    ["twice the same", [level, level], "The customer attribute level is named twice."],
    ["a field of REST", [{ ...level, code: "taxvat" }], /field of all customers/],
    ["a field of JSON-RPC", [{ ...level, code: "is_subscribed" }], /field of all customers/],
    ["a secret", [{ ...level, code: "password_hash" }], /field of all customers/],
    [
      "more than 100",
      Array.from({ length: 101 }, (_, index) => ({ code: `a${index}`, type: "int" })),
      "A shop has at most 100 customer attributes.",
    ],
  ])("refuses %s", (_title, dataset, message) => {
    expect(() => customAttributes([], dataset)).toThrow(message);
  });

  test("accepts 100, with codes of 30 characters", () => {
    const codes = Array.from({ length: 100 }, (_, at) => `a${at}`.padEnd(30, "_"));
    const dataset = codes.map((code) => ({ code, type: "int" }));
    expect(customAttributes([], dataset).map(({ code }) => code)).toEqual(codes);
    expect(() => customAttributes([], [{ ...level, code: "a".repeat(31) }])).toThrow("small letters");
    expect(() => customAttributes([], [{ ...level, visible_on_front: 2 }])).toThrow("true or false");
    expect(() => customAttributes([], [{ ...level, code: "website_id" }])).toThrow("field of all customers");
  });

  test("refuses repeated codes in the setting, and those that every customer has", () => {
    expect(() => customAttributes([level, level], undefined)).toThrow("named twice");
    expect(() => customAttributes([{ ...level, code: "email" }], undefined)).toThrow(
      "field of all customers",
    );
  });
});
