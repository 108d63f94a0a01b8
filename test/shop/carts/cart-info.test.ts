/** beyond 6.3, 6.4: results of carts that depend on figures and addresses. */
import { describe, expect, test } from "vitest";
import { cartInfo, totalRows } from "../../../src/shop/carts/cart-info.js";
import { newCart } from "../../../src/shop/carts/carts.js";
import type { CartAddress, CartDoc, CartLine, CartRow } from "../../../src/shop/data/entities/cart.js";

const now = "2025-06-01 12:00:00";
const row: CartRow = {
  ...{ item_id: 1, product_id: 1, product_type: "simple", sku: "mug", name: "Mug", qty: 2, weight: 1.5 },
  ...{ is_virtual: 0, is_qty_decimal: 0, tax_class_id: 2, tax_percent: 0, discount_percent: 0 },
  ...{ price: 10, price_incl_tax: 10, row_total: 20, row_total_incl_tax: 20, discount_amount: 0 },
  ...{ tax_amount: 0, has_error: 0, gift_message: null, created_at: now, updated_at: now },
};
const line = (more: Partial<CartLine> = {}): CartLine => {
  return { ...row, request: { product_id: 1 }, key: "", children: [], ...more };
};
const totals = {
  ...{ subtotal: 20, subtotal_incl_tax: 21, shipping_amount: 5, discount_amount: -2, tax_amount: 1 },
  grand_total: 24,
};
const address: CartAddress = {
  ...{ prefix: null, firstname: "Ada", middlename: null, lastname: "King", suffix: null, company: null },
  ...{ street: "1 Main Street", city: "Ely", region: null, region_id: null, postcode: "1", country_id: "GB" },
  ...{ telephone: "555", fax: null, email: null, customer_address_id: null, save_in_address_book: 0 },
  ...{ created_at: now, updated_at: now },
};
const cart = (more: Partial<CartDoc>): CartDoc => ({ ...newCart(1, 1, now), lines: [line()], ...more });

describe("addresses", () => {
  test.each([
    { title: "equal addresses", billing_address: address, shipping_address: address, isSame: true },
    {
      title: "another fax",
      billing_address: address,
      shipping_address: { ...address, fax: "1" },
      isSame: false,
    },
    {
      title: "saved in different ways",
      billing_address: address,
      shipping_address: { ...address, save_in_address_book: 1, customer_address_id: 3 } as const,
      isSame: true,
    },
    { title: "no shipping address", billing_address: address, shipping_address: null, isSame: false },
    { title: "no billing address", billing_address: null, shipping_address: address, isSame: false },
  ])("same as billing, $title: $isSame", ({ isSame, ...addresses }) => {
    const info = cartInfo(cart(addresses));
    expect(info.shipping_address.same_as_billing).toBe(isSame);
    expect(info.billing_address.same_as_billing).toBe(false);
  });

  test("contain their source, and whether they are to be saved", () => {
    const saved = { ...address, save_in_address_book: 1, customer_address_id: 3 } as const;
    const info = cartInfo(cart({ billing_address: saved, shipping_address: address }));
    expect(info.billing_address).toMatchObject({ save_in_address_book: true, customer_address_id: 3 });
    expect(info.shipping_address).toMatchObject({ save_in_address_book: false, customer_address_id: null });
  });
});

describe("figures", () => {
  const priced = { totals, coupon_code: "TEN", rule_id: 4, shipping_method: "flatrate_flatrate" };

  test("are in the shipping address, with the label of the method", () => {
    const { shipping_address, billing_address } = cartInfo(cart(priced));
    expect(shipping_address).toMatchObject({
      ...{ subtotal: 20, subtotal_with_discount: 18, shipping_amount: 5, tax_amount: 1, grand_total: 24 },
      ...{ discount_description: "TEN", shipping_description: "Flat Rate - Fixed", weight: 3 },
      ...{ subtotal_incl_tax: 21, shipping_incl_tax: 5 },
    });
    expect(billing_address).toMatchObject({
      ...{ subtotal: 0, grand_total: 0, discount_description: null, shipping_description: null, weight: 0 },
    });
  });

  test("are in the billing address if nothing is shipped", () => {
    const virtual = cart({ ...priced, lines: [line({ is_virtual: 1 })] });
    const { shipping_address, billing_address, is_virtual } = cartInfo(virtual);
    expect(is_virtual).toBe(true);
    expect(billing_address).toMatchObject({ grand_total: 24, discount_description: "TEN", weight: 0 });
    expect(shipping_address).toMatchObject({ grand_total: 0, discount_description: null });
  });

  test("a coupon is named only where it reduces a price", () => {
    const free = { ...priced, totals: { ...totals, discount_amount: 0 } };
    expect(cartInfo(cart(free)).shipping_address.discount_description).toBeNull();
    const lines = [line({ discount_amount: 2 }), line({ item_id: 2 })];
    const { items, applied_rule_ids } = cartInfo(cart({ ...priced, lines }));
    expect(items.map((item) => item.applied_rule_ids)).toEqual(["4", null]);
    expect(applied_rule_ids).toBe("4");
  });

  test("the parts of a bundle weigh in proportion to its quantity, and virtual parts weigh nothing", () => {
    const children = [
      { ...row, item_id: 2, qty: 3, weight: 0.5 },
      { ...row, item_id: 3, qty: 1, weight: 9, is_virtual: 1 } as const,
    ];
    const bundle = line({ weight: 100, qty: 2, children });
    expect(cartInfo(cart({ totals, lines: [bundle, line()] })).shipping_address.weight).toBe(6);
  });
});

test("items show parts of others, sales by weight, missing stock, and gift messages", () => {
  const message = { gift_message_id: 7, from: "Anna", to: "Jonas", message: "Hi" };
  const lines = [
    line({ is_qty_decimal: 1, has_error: 1, gift_message: message, children: [{ ...row, item_id: 2 }] }),
    line({ item_id: 3, gift_message: { gift_message_id: 0, from: "", to: "", message: "" } }),
  ];
  const { items } = cartInfo(cart({ lines }));
  expect(items).toMatchObject([
    ...[{ item_id: 1, parent_item_id: null, is_qty_decimal: true, has_error: true, gift_message: "Hi" }],
    ...[{ item_id: 2, parent_item_id: 1, is_qty_decimal: false, has_error: false, gift_message_id: null }],
    ...[{ item_id: 3, parent_item_id: null, gift_message_id: 0 }],
  ]);
  expect(items.map((item) => "gift_message" in item)).toEqual([true, false, false]);
});

describe("totals", () => {
  const whole = { totals, coupon_code: "TEN", shipping_method: "flatrate_flatrate" };
  const rows = (more: Partial<CartDoc>, isLegacy = false) =>
    totalRows(cart(more), isLegacy).map(({ title, amount }) => [title, amount]);

  test.each([
    [
      "all totals",
      whole,
      [
        ...[
          ["Subtotal", 20],
          ["Discount (TEN)", -2],
          ["Shipping & Handling (Flat Rate - Fixed)", 5],
        ],
        ...[
          ["Tax", 1],
          ["Grand Total", 24],
        ],
      ],
    ],
    [
      "no discount, no tax, no shipping method yet",
      { totals: { ...totals, discount_amount: 0, tax_amount: 0 } },
      [
        ["Subtotal", 20],
        ["Grand Total", 24],
      ],
    ],
    [
      "without computed totals",
      {},
      [
        ["Subtotal", null],
        ["Grand Total", null],
      ],
    ],
    [
      "nothing is shipped",
      { ...whole, lines: [line({ is_virtual: 1 })] },
      [
        ["Subtotal", 20],
        ["Discount (TEN)", -2],
        ["Tax", 1],
        ["Grand Total", 24],
      ],
    ],
  ])("%s", (_title, more, want) => expect(rows(more)).toEqual(want));

  test("both totals are doubles for clients of Magento 1, if there are goods", () => {
    const sums = (more: Partial<CartDoc>, isLegacy: boolean) => {
      const all = totalRows(cart(more), isLegacy);
      return [all[0], all.at(-1)].map((one) => typeof one?.amount);
    };
    expect(sums(whole, true)).toEqual(["object", "object"]);
    expect(sums(whole, false)).toEqual(["number", "number"]);
    expect(sums({ ...whole, lines: [line({ is_virtual: 1 })] }, true)).toEqual(["number", "number"]);
    expect(rows({}, true)).toEqual([
      ["Subtotal", null],
      ["Grand Total", null],
    ]);
  });
});
