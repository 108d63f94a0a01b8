/** Figures in both currencies, and how documents book them (sales 8.2, 10.4, 11). */
import { describe, expect, test } from "vitest";
import { booked } from "../../../../src/shop/sales/amounts/bookings.js";

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
