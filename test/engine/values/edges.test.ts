/** The boundaries of values. */
import { describe, expect, test } from "vitest";
import { round4, toFlag, toId, sanitize } from "../../../src/engine/values/coercion.js";
import { toDateTime, toDay, updateTime } from "../../../src/engine/values/dates.js";
import { isEmail } from "../../../src/engine/values/email.js";
import { Exact } from "../../../src/engine/values/money.js";

test.each([
  { value: 5, want: 5 },
  { value: " 5 ", want: 5 },
  { value: "5.0", want: 0 },
  { value: "-5", want: 0 },
  { value: "x5", want: 0 },
  { value: "5x", want: 0 },
  { value: 5.5, want: 0 },
  { value: 0, want: 0 },
  { value: 4294967295, want: 4294967295 },
  { value: 4294967296, want: 0 },
  { value: true, want: 0 },
])("the ID $value: $want", ({ value, want }) => expect(toId(value)).toBe(want));

test.each([
  { value: "yes", want: undefined },
  { value: 2, want: undefined },
  { value: "1", want: true },
  { value: 0, want: false },
])("the flag $value: $want", ({ value, want }) => expect(toFlag(value)).toBe(want));

test.each([
  { value: 0.00005, want: 0.0001 },
  { value: -0.00005, want: -0.0001 },
  { value: 0.00004, want: 0 },
  { value: 0.0000009, want: 0 },
  { value: 1e21, want: 1e21 },
  { value: -3e22, want: -3e22 },
  { value: -0.00001, want: 0 },
  { value: 0, want: 0 },
])("$value to 4 decimals: $want", ({ value, want }) => expect(round4(value)).toBe(want));

describe("NUL characters", () => {
  test("are removed from texts, also in lists and objects", () => {
    expect(sanitize({ a: ["x\0y", 1, null], b: { c: "\0" }, d: "plain" })).toEqual({
      a: ["xy", 1, null],
      b: { c: "" },
      d: "plain",
    });
    expect([sanitize("a\0"), sanitize(5), sanitize(null), sanitize(undefined)]).toEqual([
      "a",
      5,
      null,
      undefined,
    ]);
  });

  test("members without such characters are not copied", () => {
    const frozen = Object.freeze({ a: "plain", b: Object.freeze([1]) });
    expect(sanitize(frozen)).toBe(frozen);
  });
});

test.each([
  { created: "2025-01-01 00:00:00", now: "2025-01-02 00:00:00", want: "2025-01-02 00:00:00" },
  { created: "2025-01-02 00:00:00", now: "2025-01-01 00:00:00", want: "2025-01-02 00:00:00" },
])("made at $created, changed at $now: $want", ({ created, now, want }) => {
  expect(updateTime({ created_at: created }, now)).toBe(want);
});

test("only text is a time, and only complete text", () => {
  expect([toDay(20250101), toDay("2025-01-01"), toDay("2025-01-01T00:00:00")]).toEqual([
    undefined,
    "2025-01-01",
    undefined,
  ]);
  expect([toDateTime("on 2025-01-01"), toDateTime(" 2025-01-01 ")]).toEqual([
    undefined,
    "2025-01-01 00:00:00",
  ]);
});

test("an address has one @", () => {
  expect([isEmail("a@b.test"), isEmail("a@b.test@c.test"), isEmail("a")]).toEqual([true, false, false]);
});

describe("fractions", () => {
  const of = (value: number) => Exact.of(value);
  test("divided by a negative number", () => {
    expect(of(1).over(of(-3)).rounded(4)).toBe(-0.3333);
    expect(of(-1).over(of(-3)).plus(of(1)).rounded(4)).toBe(1.3333);
  });

  test("of any size", () => {
    expect(of(123456789012345.67).rounded(2)).toBe(123456789012345.67);
    expect(of(1e20).times(of(1e-20)).rounded(2)).toBe(1);
    expect(of(0.00000001).plus(of(0.00000002)).rounded(8)).toBe(3e-8);
  });

  test("long chains of fractions stay exact", () => {
    const chain = Array.from({ length: 60 }, (_, index) => of(index + 3)).reduce(
      (value, by) => value.over(by).times(by),
      of(-1).over(of(3)),
    );
    expect([chain.times(of(3)).rounded(4), chain.plus(of(1).over(of(3))).isZero]).toEqual([-1, true]);
  });

  test("zero is neither above nor below 0", () => {
    expect([of(0).rounded(2), Object.is(of(-0.001).rounded(2), 0), of(-0.005).rounded(2)]).toEqual([
      0,
      true,
      -0.01,
    ]);
  });
});
