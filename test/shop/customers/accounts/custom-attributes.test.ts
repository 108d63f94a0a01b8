import { describe, expect, test } from "vitest";
import { customAttributes } from "../../../../src/shop/customers/accounts/custom-attributes.js";
import type { CustomAttribute } from "../../../../src/shop/data/entities/customer.js";

const level: CustomAttribute = { code: "level", type: "int", visible_on_front: true, required: false };
const since: CustomAttribute = { code: "since", type: "date", visible_on_front: false, required: true };

describe("customAttributes", () => {
  test.each([
    { title: "none", setting: [], dataset: undefined, want: [] },
    { title: "of the setting", setting: [level], dataset: undefined, want: [level] },
    { title: "of the dataset", setting: [], dataset: [since], want: [since] },
    {
      title: "of both; the setting takes precedence",
      setting: [level],
      dataset: [{ ...level, type: "text" }, since],
      want: [level, since],
    },
    {
      title: "visible and optional by default",
      setting: [],
      dataset: [{ code: "level", type: "int" }],
      want: [level],
    },
    {
      title: "flags as numbers",
      setting: [],
      dataset: [{ ...since, visible_on_front: 0, required: 1 }],
      want: [since],
    },
  ])("$title", ({ setting, dataset, want }) => {
    expect(customAttributes(setting, dataset)).toEqual(want);
  });

  test.each([
    { title: "no list", dataset: {}, message: "customer_attributes must be a list." },
    { title: "no object", dataset: [1], message: "customer_attributes[0] must be an object." },
    { title: "no code", dataset: [{ type: "int" }], message: "customer_attributes[0].code must be text." },
    {
      title: "an unknown type",
      dataset: [{ code: "a", type: "list" }],
      message: /\.type must be text, int, date, boolean/,
    },
    {
      title: "a flag that is none",
      dataset: [{ ...level, required: "yes" }],
      message: /must be true or false/,
    },
    { title: "a code of the wrong form", dataset: [{ ...level, code: "Level" }], message: /small letters/ },
    {
      title: "twice the same",
      dataset: [level, level],
      message: "The customer attribute level is named twice.",
    },
    { title: "a field of REST", dataset: [{ ...level, code: "taxvat" }], message: /field of all customers/ },
    {
      title: "a field of JSON-RPC",
      dataset: [{ ...level, code: "is_subscribed" }],
      message: /field of all customers/,
    },
    { title: "a secret", dataset: [{ ...level, code: "password_hash" }], message: /field of all customers/ },
    {
      title: "more than 100",
      dataset: Array.from({ length: 101 }, (_, index) => ({ code: `a${index}`, type: "int" })),
      message: "A shop has at most 100 customer attributes.",
    },
  ])("refuses $title", ({ dataset, message }) => {
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
