import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedJson } from "../../../src/engine/extension/bounds.js";

test("any JSON value within the limit is written as JSON.stringify writes it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(boundedJson(value, text.length)).toBe(text);
      expect(boundedJson(value, text.length - 1)).toBeUndefined();
    }),
  );
});

test("a list takes what is written of it", () => {
  const list = Array.from({ length: 10_000 }, (_, index) => index % 10);
  expect(boundedJson(list, 20_001)).toBe(JSON.stringify(list));
  expect(boundedJson(list, 20_000)).toBeUndefined();
});

test.each<[what: string, value: unknown, json: string]>([
  ["undefined", undefined, "null"],
  ["members that are undefined", { a: undefined, b: 1 }, '{"b":1}'],
  ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
])("%s", (_, value, json) => expect(boundedJson(value, 100)).toBe(json));

test.each<[what: string, value: () => unknown]>([
  ["a long text", () => "x".repeat(60_000_000)],
  ["a long list", () => Array.from({ length: 5_000_000 }, () => 0)],
  ["a list of one long text", () => Array.from({ length: 1_000 }, () => "x".repeat(60_000))],
  ["long names", () => ({ ["x".repeat(60_000_000)]: 1 })],
  ["a text of escapes", () => "\u0001".repeat(100_000)],
  ["what toJSON makes", () => ({ toJSON: () => "x".repeat(60_000_000) })],
])("%s beyond the limit is not written", (_, value) => {
  expect(boundedJson(value(), 500_000)).toBeUndefined();
});

test("what is not valid JSON throws", () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => boundedJson(circle, 1000)).toThrow("circular");
  expect(() => boundedJson(1n, 1000)).toThrow("BigInt");
});
