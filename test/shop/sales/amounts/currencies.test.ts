/** Figures in both currencies, and how documents book them (sales 8.2, 10.4, 11). */
import { describe, expect, test } from "vitest";
import { baseAmountText, inBoth, joinCurrencies } from "../../../../src/shop/sales/amounts/amounts.js";
import { booked } from "../../../../src/shop/sales/amounts/bookings.js";

test("joins the figures of both currencies in one record", () => {
  expect(joinCurrencies({ total: 9, tax: 1 }, { total: 10, tax: 2 })).toEqual({
    ...{ total: 9, tax: 1, base_total: 10, base_tax: 2 },
  });
  expect(inBoth((currency) => ({ name: `${currency}x` }))).toEqual({ name: "x", base_name: "base_x" });
});

describe("adding and subtracting a booking", () => {
  const doc = { paid: 0.1, base_paid: 1, due: 5, base_due: 6, note: "kept" };
  const payment = { amount: 0.2, base_amount: 0.3, rest: 1, base_rest: 2 };
  test("is exact in both currencies, and does not change other fields", () => {
    const paid = { ...doc, paid: 0.3, base_paid: 1.3 };
    expect(booked(doc, { paid: "amount" }, payment)).toEqual(paid);
    expect(booked(paid, { paid: "amount" }, payment, -1)).toEqual(doc);
    const both = booked(doc, { paid: "amount", due: "rest" }, payment);
    expect(both).toEqual({ ...paid, due: 6, base_due: 8 });
    expect(booked(both, { paid: "amount", due: "rest" }, payment, -1)).toEqual(doc);
    expect(doc.paid).toBe(0.1);
  });
});

test("formats an amount in base currency", () => {
  expect(baseAmountText({ base_currency_code: "USD" }, 12.5)).toBe("USD 12.50");
});
