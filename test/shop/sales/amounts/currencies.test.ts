/** Figures in both currencies, and what documents book with them (sales 8.2, 10.4, 11). */
import { describe, expect, test } from "vitest";
import { baseAmountText, inBoth, joinCurrencies } from "../../../../src/shop/sales/amounts/amounts.js";
import { booked } from "../../../../src/shop/sales/amounts/bookings.js";

test("figures of both currencies as one record", () => {
  expect(joinCurrencies({ total: 9, tax: 1 }, { total: 10, tax: 2 })).toEqual({
    ...{ total: 9, tax: 1, base_total: 10, base_tax: 2 },
  });
  expect(inBoth((currency) => ({ name: `${currency}x` }))).toEqual({ name: "x", base_name: "base_x" });
});

describe("adding and taking off", () => {
  const doc = { paid: 0.1, due: 5, note: "kept" };
  test("is exact, and leaves the rest alone", () => {
    expect(booked(doc, { paid: 0.2 })).toEqual({ paid: 0.3, due: 5, note: "kept" });
    expect(booked(booked(doc, { paid: 0.2, due: 1 }), { paid: 0.2, due: 1 }, -1)).toEqual(doc);
    expect(doc.paid).toBe(0.1);
  });
});

test("an amount for people", () => {
  expect(baseAmountText({ base_currency_code: "USD" }, 12.5)).toBe("USD 12.50");
});
