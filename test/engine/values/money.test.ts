import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Exact, proportion, sum, sumOf, toCents } from "../../../src/engine/values/money.js";

describe("rounding", () => {
  test.each([
    { title: "half is rounded away from zero", amount: 0.745, want: 0.75 },
    { title: "and so is negative half", amount: -0.745, want: -0.75 },
    { title: "a half that binary numbers miss", amount: 1.005, want: 1.01 },
    { title: "below half", amount: 2.4449, want: 2.44 },
    { title: "zero is never minus zero", amount: -0.001, want: 0 },
    { title: "large amounts", amount: 99999999999.995, want: 100000000000 },
  ])("$title: $amount", ({ amount, want }) => {
    expect(Object.is(toCents(amount), want)).toBe(true);
  });
});

test.each([
  { figures: [0.1, 0.2], want: 0.3 },
  { figures: [1.4867, -0.4867], want: 1 },
  { figures: [], want: 0 },
  { figures: [-5, 5], want: 0 },
])("the sum of $figures is $want", ({ figures, want }) => {
  expect([sum(...figures), sumOf(figures)]).toEqual([want, want]);
});

test.each([
  { of: [29.97, 1, 3], want: 9.99 },
  { of: [0.83, 4, 10], want: 0.33 },
  { of: [7.492, 2.5, 1], want: 18.73 },
  { of: [5, 2, 0], want: 0 },
])("proportion $of is $want", ({ of: [amount = 0, factor = 0, divisor = 0], want }) => {
  expect(proportion(amount, factor, divisor)).toBe(want);
});

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });

test("the sum of thirds is the whole", () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 97 }), (amount, parts) => {
      const share = Exact.of(amount / 100).over(Exact.of(parts));
      let total = Exact.zero;
      for (let part = 0; part < parts; part += 1) total = total.plus(share);
      expect(total.rounded(4)).toBe(amount / 100);
      expect(total.minus(Exact.of(amount / 100)).isZero).toBe(true);
    }),
  );
});

test("every number counts as the decimal that it is printed as", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
      fc.constantFrom(1, 2, 4),
      (units, places) => {
        const amount = units / 10 ** places;
        expect(Exact.of(amount).rounded(places)).toBe(amount === 0 ? 0 : amount);
      },
    ),
  );
  expect(Exact.of(1e-7).times(Exact.of(1e7)).rounded(2)).toBe(1);
  expect(Exact.of(0.123456789).rounded(8)).toBe(0.12345679);
});
