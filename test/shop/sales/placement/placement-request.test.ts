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
    ["a customer", [], { customer_id: 1, items }],
    ["a guest", [], { guest, items }],
    ["neither customer nor guest", ["customer_id"], { items }],
    ["both customer and guest", ["guest"], { customer_id: 1, guest, items }],
    ["a guest without e-mail", ["guest.email"], { guest: {}, items }],
    ["a guest with blanks as e-mail", ["guest.email"], { guest: { email: "  " }, items }],
    ["a guest with an incomplete e-mail address", ["guest.email"], { guest: { email: "ada@" }, items }],
    ["blanks around an e-mail address", [], { guest: { email: " ada@shop.test " }, items }],
    ["no items", ["items"], { guest, items: [] }],
    ["an unknown shipping method", ["shipping_method"], { guest, items, shipping_method: "ufo" }],
    ["a name of JavaScript", ["shipping_method"], { guest, items, shipping_method: "toString" }],
    ["a date that does not exist", ["created_at"], { guest, items, created_at: "2025-02-30 00:00:00" }],
    ["a date without time", ["created_at"], { guest, items, created_at: "2025-02-28" }],
    ["a date and time", [], { guest, items, created_at: "2025-02-28 12:00:00" }],
    ["a rate that rounds to 0", ["rate"], { guest, items, rate: 0.00004 }],
    ["the smallest rate", [], { guest, items, rate: 0.0001 }],
  ])("%s: %j", (_title, want, request) => {
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
    [{ is_virtual: 1, grand_total: 5 }, "checkmo", undefined],
    [{ is_virtual: 0, grand_total: 5 }, "cashondelivery", undefined],
    [{ is_virtual: 1, grand_total: 5 }, "cashondelivery", "cashondelivery needs an item that is shipped"],
    [{ is_virtual: 0, grand_total: 0 }, "free", undefined],
    [{ is_virtual: 0, grand_total: 0.01 }, "free", "free can only be used if there is nothing to pay"],
    [{ is_virtual: 0, grand_total: 0 }, "test_sale", undefined],
    [
      { is_virtual: 0, grand_total: 5 },
      "gold",
      "must be one of checkmo, purchaseorder, banktransfer, cashondelivery, test_authorize, test_sale, free",
    ],
    [{ is_virtual: 0, grand_total: 5 }, "toString", expect.stringContaining("must be one of") as string],
  ])("payment of %j by %s: %j", (order, method, want) => {
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
