/** Conversion of JSON values to values of the documented types (conventions 10.2). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asNumber,
  cleanText,
  decimalText,
  kinds,
  round4,
  toData,
  toDecimal,
  toFlag,
  toId,
  toInt,
  toText,
} from "../../../src/engine/values/coercion.js";

describe("whole numbers", () => {
  test.each<[unknown, number]>([
    [5, 5],
    [5.0, 5],
    [-7, -7],
    ["5", 5],
    [" 5 ", 5],
    ["-7", -7],
    ["007", 7],
    [2 ** 53 - 1, 2 ** 53 - 1],
  ])("%j is %i", (value, number) => expect(toInt(value)).toBe(number));

  test.each([
    [1.5],
    ["1.5"],
    ["1e3"],
    [""],
    [" "],
    ["abc"],
    [true],
    [false],
    [null],
    [undefined],
    [[5]],
    [{}],
    ["+5"],
  ])("%j is none", (value) => expect(toInt(value)).toBeUndefined());

  test.each([[2 ** 53], [-(2 ** 53)], ["9007199254740992"], [1e300], [Infinity], [NaN], ["0x10"], ["٣"]])(
    "%j has no exact whole number",
    (value) => expect(toInt(value)).toBeUndefined(),
  );
});

describe("decimals", () => {
  test.each<[unknown, number]>([
    [5, 5],
    [1.5, 1.5],
    ["1.5", 1.5],
    ["-0.25", -0.25],
    [" 2.50 ", 2.5],
    ["19", 19],
  ])("%j is %d", (value, number) => expect(toDecimal(value)).toBe(number));

  test.each([
    ["1,5"],
    ["1.000,00"],
    ["1e3"],
    ["."],
    ["1."],
    [".5"],
    [""],
    ["NaN"],
    ["Infinity"],
    [NaN],
    [Infinity],
  ])("%j is none", (value) => expect(toDecimal(value)).toBeUndefined());

  test.each([[true], [null], [[1]], [{}], ["1 000"], ["5 EUR"]])("%j is none either", (value) =>
    expect(toDecimal(value)).toBeUndefined(),
  );
});

describe("flags", () => {
  test.each([[true], [1], ["1"]])("%j is true", (value) => expect(toFlag(value)).toBe(true));
  test.each([[false], [0], ["0"]])("%j is false", (value) => expect(toFlag(value)).toBe(false));
  test.each([["true"], ["false"], [""], [2], [-1], ["yes"], [null], [[]], [{}], ["01"], [" 1"]])(
    "%j is neither true nor false",
    (value) => expect(toFlag(value)).toBeUndefined(),
  );
});

describe("text", () => {
  test.each<[unknown, string]>([
    ["abc", "abc"],
    ["", ""],
    [" x ", " x "],
    [5, "5"],
    [19.99, "19.99"],
    [1e21, "1000000000000000000000"],
    [1e-7, "0.0000001"],
    [-0, "0"],
  ])("%j is %j", (value, text) => expect(toText(value)).toBe(text));

  test.each([[true], [null], [undefined], [["a"]], [{}]])("%j is none", (value) =>
    expect(toText(value)).toBeUndefined(),
  );

  test.each<[string, string | undefined]>([
    ["a\tb\nc\rd", "a\tb\nc\rd"],
    ["a\0b", "ab"],
    ["\0", ""],
    ["a\u0001b", undefined],
    ["\u001b[31m", undefined],
    ["\u007f", undefined],
    ["😀é", "😀é"],
    ["\ud83d", undefined],
  ])("%j is stored as %j", (given, stored) => expect(cleanText(given)).toBe(stored));
});

describe("IDs", () => {
  test.each<[unknown, number]>([
    [1, 1],
    ["007", 7],
    [" 7 ", 7],
    [4294967295, 4294967295],
  ])("%j is %i", (value, id) => expect(toId(value)).toBe(id));

  test.each([
    [0],
    [-1],
    [4294967296],
    [1.5],
    ["1.0"],
    ["1 2"],
    ["-1"],
    ["abc"],
    [true],
    [null],
    [[1]],
    [{}],
    ["1e1"],
  ])("%j matches nothing", (value) => expect(toId(value)).toBe(0));
});

describe("objects", () => {
  test("have no prototype: names of members of every object are ordinary keys", () => {
    const data = toData(JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}'));
    expect(Object.keys(data ?? {})).toEqual(["__proto__", "constructor"]);
    expect("toString" in (data ?? {})).toBe(false);
    expect(data?.polluted).toBeUndefined();
  });

  test("an empty list is an empty object, any other list is not", () => {
    expect(Object.keys(toData([]) ?? { none: 1 })).toEqual([]);
    for (const value of [[1], "x", 5, null, undefined, true]) expect(toData(value)).toBeUndefined();
  });
});

describe("4 decimals", () => {
  test.each<[number, number]>([
    [1.00005, 1.0001],
    [1.00004999, 1],
    [-1.00005, -1.0001],
    [0.1 + 0.2, 0.3],
    [19.99, 19.99],
    [1e-9, 0],
    [0.00005, 0.0001],
    [-0.00001, 0],
    [123456789.12345, 123456789.1235],
  ])("%d is stored as %d", (value, rounded) => expect(round4(value)).toBe(rounded));

  test("rounding once is enough, and moves by half a unit at most", () => {
    const price = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(price, (value) => {
        expect(round4(round4(value))).toBe(round4(value));
        expect(Math.abs(round4(value) - value)).toBeLessThanOrEqual(0.00005 + Math.abs(value) * 1e-15);
      }),
    );
  });

  test("any number has a decimal text that is parsed to the same number", () => {
    const number = fc.double({ min: -1e15, max: 1e15, noNaN: true }).map(round4);
    fc.assert(fc.property(number, (value) => toDecimal(decimalText(value)) === value));
  });
});

test.each([
  { kind: "increment_id", value: 100000001, want: "100000001" },
  { kind: "increment_id", value: "100000001", want: "100000001" },
  { kind: "increment_id", value: true, want: "" },
  { kind: "identifier_type", value: "SKU", want: "sku" },
  { kind: "identifier_type", value: "id", want: "id" },
  { kind: "identifier_type", value: "product", want: "id" },
  { kind: "text", value: "A\u0000b", want: "Ab" },
  { kind: "text", value: 12, want: "12" },
] as const)("$value read as $kind is $want", ({ kind, value, want }) => {
  expect(kinds[kind].read(value)).toBe(want);
});

test.each<[unknown, number | undefined]>([
  [1.5, 1.5],
  [0, 0],
  [true, 1],
  [false, 0],
  ["1", undefined],
  [null, undefined],
  [undefined, undefined],
  [[1], undefined],
])("%j as a stored value is compared as %j", (value, want) => expect(asNumber(value)).toBe(want));
