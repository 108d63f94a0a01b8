import fc from "fast-check";
import { expect, test } from "vitest";
import { Exact, sum } from "../../../../src/engine/values/money.js";
import { apportion, DeltaRounding, rowSums, type Row } from "../../../../src/shop/sales/amounts/amounts.js";

const third = (amount: number) => Exact.of(amount).over(Exact.of(3));

test("the rounding difference of a share is carried over to the next share", () => {
  const rounding = new DeltaRounding();
  expect([1, 2, 3].map(() => rounding.round(third(1)))).toEqual([0.33, 0.34, 0.33]);
});

test("a share of 0 does not change the carry", () => {
  const rounding = new DeltaRounding();
  expect([third(1), Exact.zero, third(1)].map((share) => rounding.round(share))).toEqual([0.33, 0, 0.34]);
});

test("a discount applies the carry with the opposite sign", () => {
  const rounding = new DeltaRounding();
  expect(rounding.round(third(1))).toBe(0.33);
  // 0.3333 − 0.0033 = 0.33, which leaves no rounding difference.
  expect(rounding.roundDiscount(third(1))).toBe(0.33);
  expect(rounding.round(third(1))).toBe(0.33);
});

test("the last portion gets the remaining amounts unrounded", () => {
  const left = { row_total: 10.01, discount_amount: 0.33, tax_amount: 0.0149 };
  const row: Row = { portion: { qty: 1, available: 1, isLast: true }, left };
  expect(apportion([row], new DeltaRounding())).toEqual([left]);
});

const amount = fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100);
const rows = fc.array(
  fc.record({
    row_total: amount,
    discount_amount: amount,
    tax_amount: amount,
    qty: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 8 },
);

test("documents of one unit each add up to exactly the whole, and every document is within a cent of its share", () => {
  fc.assert(
    fc.property(rows, (items) => {
      let left: (Row["left"] & { qty: number })[] = items;
      while (left.length > 0) {
        const before = left.map(({ qty, ...amounts }) => ({ qty, amounts }));
        const portions = left.map(({ qty }) => ({ qty: 1, available: qty, isLast: qty === 1 }));
        const taken = apportion(
          before.map(({ amounts }, index) => ({ portion: portions[index] as Row["portion"], left: amounts })),
          new DeltaRounding(),
        );
        const exact = before.reduce((total, { qty, amounts }) => total + amounts.row_total / qty, 0);
        expect(Math.abs(rowSums(taken).row_total - exact)).toBeLessThan(0.0051);
        left = before
          .map(({ qty, amounts }, index) => ({
            qty: qty - 1,
            row_total: sum(amounts.row_total, -(taken[index]?.row_total ?? 0)),
            discount_amount: sum(amounts.discount_amount, -(taken[index]?.discount_amount ?? 0)),
            tax_amount: sum(amounts.tax_amount, -(taken[index]?.tax_amount ?? 0)),
          }))
          .filter((row) => {
            if (row.qty === 0)
              expect(row).toEqual({ qty: 0, row_total: 0, discount_amount: 0, tax_amount: 0 });
            return row.qty > 0;
          });
      }
    }),
  );
});
