/** The amounts of new orders, calculated separately in each currency (sales 19.2). */
import { describe, expect, test } from "vitest";
import { placementTotals, type PricedLine } from "../../../../src/shop/sales/placement/placement-totals.js";

const line = (base_price: number, qty: number, more: Partial<PricedLine> = {}): PricedLine => ({
  ...{ base_price, qty, tax_percent: 0, discount_percent: 0, discount_amount: 0 },
  ...more,
});
const free = { amount: 0, tax_percent: 0, discount_amount: 0 };
const tax = (tax_percent: number) => ({ tax_percent });

describe("rows", () => {
  test.each([
    ["price × quantity, rounded to cents", line(3.3333, 3), { price: 3.3333, row_total: 10 }],
    [
      "X2: tax after discount",
      line(9.99, 3, { ...tax(8.25), discount_amount: 3 }),
      {
        row_total: 29.97,
        discount_amount: 3,
        tax_amount: 2.23,
        row_total_incl_tax: 32.44,
        price_incl_tax: 10.81,
      },
    ],
    [
      "totals with tax ignore the discount: 40.00 less 4.00 at 8.25 %",
      line(20, 2, { ...tax(8.25), discount_amount: 4 }),
      { tax_amount: 2.97, row_total_incl_tax: 43.3, price_incl_tax: 21.65 },
    ],
    [
      "a discount as a percentage of the row",
      line(45, 1, { discount_percent: 33.33 }),
      { discount_amount: 15 },
    ],
    [
      "a discount amount wins over a percentage",
      line(10, 1, { discount_percent: 50, discount_amount: 1 }),
      { discount_amount: 1 },
    ],
    [
      "a discount is never above the row total",
      line(10, 1, { discount_amount: 25, ...tax(10) }),
      { discount_amount: 10, tax_amount: 0 },
    ],
    ["2 × 149.00 at 8.25 %", line(149, 2, tax(8.25)), { row_total_incl_tax: 322.59, price_incl_tax: 161.3 }],
  ])("%s", (_title, of, want) => {
    expect(placementTotals([of], free, 1).lines[0]).toMatchObject(want);
  });

  test("the rounding difference is carried over to the next row with the same percentage", () => {
    const half = line(0.45, 1, { ...tax(10), discount_percent: 10 });
    const { lines } = placementTotals([half, half, { ...half, discount_percent: 0 }], free, 1);
    expect(lines.map(({ discount_amount, tax_amount }) => [discount_amount, tax_amount])).toEqual([
      [0.05, 0.04],
      [0.04, 0.04],
      [0, 0.05],
    ]);
  });
});

test("X9: the order currency is calculated from its own unit prices", () => {
  const lines = [line(9.99, 3, tax(7.5))];
  const shipping = { amount: 5, tax_percent: 0, discount_amount: 0 };
  expect(placementTotals(lines, shipping, 0.9).order).toMatchObject({
    subtotal: 26.97,
    tax_amount: 2.02,
    shipping_amount: 4.5,
    grand_total: 33.49,
  });
  expect(placementTotals(lines, shipping, 1).order).toMatchObject({
    subtotal: 29.97,
    tax_amount: 2.25,
    grand_total: 37.22,
  });
});

test("prices keep four decimals in base currency and are rounded to cents in another currency", () => {
  expect(placementTotals([line(3.3333, 1)], free, 1).lines[0]?.price).toBe(3.3333);
  expect(placementTotals([line(3.3333, 1)], free, 2).lines[0]?.price).toBe(6.67);
  expect(placementTotals([line(10, 1, { discount_amount: 1 })], free, 0.5).lines[0]?.discount_amount).toBe(
    0.5,
  );
});

describe("orders", () => {
  const lines = [line(70, 2, tax(8.25)), line(9.99, 3, { ...tax(8.25), discount_amount: 3 })];
  test("X5: all amounts together", () => {
    expect(placementTotals(lines, { amount: 10, tax_percent: 8.25, discount_amount: 0 }, 1).order).toEqual({
      subtotal: 169.97,
      subtotal_incl_tax: 183.99,
      discount_amount: -3,
      tax_amount: 14.61,
      grand_total: 191.58,
      shipping_amount: 10,
      shipping_tax_amount: 0.83,
      shipping_discount_amount: 0,
      shipping_incl_tax: 10.83,
    });
  });

  test("X10: shipping can have a discount, and its tax is on the discounted amount", () => {
    const shipping = { amount: 10, tax_percent: 10, discount_amount: 1 };
    expect(placementTotals([line(20, 2, { discount_amount: 4 })], shipping, 1).order).toMatchObject({
      ...{ discount_amount: -5, shipping_discount_amount: 1, shipping_tax_amount: 0.9, grand_total: 45.9 },
    });
  });

  test("a discount on shipping is never above the shipping charge", () => {
    const shipping = { amount: 5, tax_percent: 10, discount_amount: 9 };
    expect(placementTotals([], shipping, 1).order).toMatchObject({
      shipping_discount_amount: 5,
      shipping_tax_amount: 0,
      grand_total: 0,
    });
  });
});
