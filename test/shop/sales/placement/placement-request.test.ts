/** Checks of a placement that do not depend on the data of the shop (sales 19.1, 19.4). */
import { describe, expect, test } from "vitest";
import {
  isShippingMethod,
  orderedQtyProblem,
  paymentProblem,
  requestProblems,
  shippingMethod,
} from "../../../../src/shop/sales/placement/placement-request.js";

const items = [{ sku: "A", qty: 1 }];
const guest = { email: "ada@shop.test" };

describe("requests", () => {
  test.each([
    { title: "a customer", request: { customer_id: 1, items }, want: [] },
    { title: "a guest", request: { guest, items }, want: [] },
    { title: "neither customer nor guest", request: { items }, want: ["customer_id"] },
    { title: "both customer and guest", request: { customer_id: 1, guest, items }, want: ["guest"] },
    { title: "a guest without e-mail", request: { guest: {}, items }, want: ["guest.email"] },
    {
      title: "a guest with blanks as e-mail",
      request: { guest: { email: "  " }, items },
      want: ["guest.email"],
    },
    {
      title: "a guest with an incomplete e-mail address",
      request: { guest: { email: "ada@" }, items },
      want: ["guest.email"],
    },
    {
      title: "blanks around an e-mail address",
      request: { guest: { email: " ada@shop.test " }, items },
      want: [],
    },
    { title: "no items", request: { guest, items: [] }, want: ["items"] },
    {
      title: "an unknown shipping method",
      request: { guest, items, shipping_method: "ufo" },
      want: ["shipping_method"],
    },
    {
      title: "a name of JavaScript",
      request: { guest, items, shipping_method: "toString" },
      want: ["shipping_method"],
    },
    {
      title: "a date that does not exist",
      request: { guest, items, created_at: "2025-02-30 00:00:00" },
      want: ["created_at"],
    },
    {
      title: "a date without time",
      request: { guest, items, created_at: "2025-02-28" },
      want: ["created_at"],
    },
    { title: "a date and time", request: { guest, items, created_at: "2025-02-28 12:00:00" }, want: [] },
    { title: "a rate that rounds to 0", request: { guest, items, rate: 0.00004 }, want: ["rate"] },
    { title: "the smallest rate", request: { guest, items, rate: 0.0001 }, want: [] },
  ])("$title: $want", ({ request, want }) => {
    expect(requestProblems(request).map(({ field }) => field)).toEqual(want);
  });

  test("an order has at most 1000 rows, children included", () => {
    const bundle = { sku: "P", qty: 1, children: Array.from({ length: 99 }, () => ({ sku: "A" })) };
    const ten = Array.from({ length: 10 }, () => bundle);
    expect(requestProblems({ guest, items: ten })).toEqual([]);
    expect(requestProblems({ guest, items: [...ten, ...items] })).toMatchObject([{ field: "items" }]);
  });
});

test.each([
  { qty: 1, decimal: false, want: undefined },
  { qty: 0, decimal: false, want: "must be more than 0" },
  { qty: 0.00004, decimal: true, want: "must be more than 0" },
  { qty: -1, decimal: true, want: "must be more than 0" },
  { qty: 1.5, decimal: false, want: "must be whole: the product is sold by the piece" },
  { qty: 1.5, decimal: true, want: undefined },
  { qty: 2.00001, decimal: false, want: undefined },
])("a quantity of $qty, fractions allowed $decimal: $want", ({ qty, decimal, want }) => {
  expect(orderedQtyProblem(qty, decimal)).toBe(want);
});

describe("methods", () => {
  test.each([
    { method: "checkmo", order: { is_virtual: 1, grand_total: 5 }, want: undefined },
    { method: "cashondelivery", order: { is_virtual: 0, grand_total: 5 }, want: undefined },
    {
      method: "cashondelivery",
      order: { is_virtual: 1, grand_total: 5 },
      want: "cashondelivery needs an item that is shipped",
    },
    { method: "free", order: { is_virtual: 0, grand_total: 0 }, want: undefined },
    {
      method: "free",
      order: { is_virtual: 0, grand_total: 0.01 },
      want: "free can only be used if there is nothing to pay",
    },
    { method: "test_sale", order: { is_virtual: 0, grand_total: 0 }, want: undefined },
    {
      method: "gold",
      order: { is_virtual: 0, grand_total: 5 },
      want: "must be one of checkmo, purchaseorder, banktransfer, cashondelivery, test_authorize, test_sale, free",
    },
    {
      method: "toString",
      order: { is_virtual: 0, grand_total: 5 },
      want: expect.stringContaining("must be one of") as string,
    },
  ])("payment of $order by $method: $want", ({ method, order, want }) => {
    expect(paymentProblem(method, order)?.message).toEqual(want);
  });

  test("the two shipping methods", () => {
    expect(["flatrate_flatrate", "freeshipping_freeshipping", "ups"].filter(isShippingMethod)).toHaveLength(
      2,
    );
    expect(shippingMethod("flatrate_flatrate")).toEqual({
      pricePerUnit: 5,
      description: "Flat Rate - Fixed",
    });
    expect(shippingMethod("freeshipping_freeshipping")).toEqual({
      pricePerUnit: 0,
      description: "Free Shipping - Free",
    });
  });
});
