/** Carts from the first line to the order, compared to the cent with orders of the test control (beyond 12, 19). */
import { beforeEach, describe, expect, test } from "vitest";
import type { OrderDoc } from "../../../src/shop/data/entities/sales.js";
import { startShop } from "../../support/shop.js";
import { controlOrder, sharedMembers } from "./control-order.js";
import {
  address,
  berlin,
  fill,
  filledCart,
  guest,
  newYork,
  totalsOf,
  type Filling,
} from "./observed-shop.js";

const shop = await startShop();
beforeEach(() => fill(shop));

const runs: readonly (Filling & { title: string; totals: Record<string, number> })[] = [
  {
    title: "1 mug to California",
    lines: [{ sku: "mug", qty: 1 }],
    totals: { subtotal: 12.5, shipping: 5, tax: 1.03, total: 18.53 },
  },
  {
    ...{ title: "1 mug to New York", to: newYork },
    lines: [{ sku: "mug", qty: 1 }],
    totals: { subtotal: 12.5, shipping: 5, tax: 1.05, total: 18.55 },
  },
  {
    ...{ title: "1 mug to Berlin", to: berlin },
    lines: [{ sku: "mug", qty: 1 }],
    totals: { subtotal: 12.5, shipping: 5, total: 17.5 },
  },
  {
    ...{ title: "2 mugs, 10 %", coupon: "TEN" },
    lines: [{ sku: "mug", qty: 2 }],
    totals: { subtotal: 25, discount: -2.5, shipping: 10, tax: 1.86, total: 34.36 },
  },
  {
    ...{ title: "2 mugs, 5.00", coupon: "five" },
    lines: [{ sku: "mug", qty: 2 }],
    totals: { subtotal: 25, discount: -5, shipping: 10, tax: 1.65, total: 31.65 },
  },
  {
    ...{ title: "2 mugs, free shipping", coupon: "SHIP" },
    lines: [{ sku: "mug", qty: 2 }],
    totals: { subtotal: 25, shipping: 0, tax: 2.06, total: 27.06 },
  },
  {
    title: "2 mugs and another mug, as in a group",
    lines: [
      { sku: "mug", qty: 2 },
      { sku: "other", qty: 1 },
    ],
    totals: { subtotal: 30, shipping: 15, tax: 2.48, total: 47.48 },
  },
  {
    title: "5 of a product with a tier price",
    lines: [{ sku: "tier", qty: 5 }],
    totals: { subtotal: 35, shipping: 25, tax: 2.89, total: 62.89 },
  },
  {
    title: "1 of a product with a special price",
    lines: [{ sku: "tier", qty: 1 }],
    totals: { subtotal: 9, shipping: 5, tax: 0.74, total: 14.74 },
  },
  {
    title: "10 chairs with a stock of one",
    lines: [{ sku: "chair", qty: 10 }],
    totals: { subtotal: 1490, shipping: 50, tax: 122.93, total: 1662.93 },
  },
];

describe("totals of the live system", () => {
  test.each(runs)("$title", async ({ totals, ...filling }) => {
    const id = await filledCart(shop, filling);
    expect(await totalsOf(shop, id)).toEqual(totals);

    const number = await shop.call("cart.order", [id]);
    const order = (await shop.call("sales_order.info", [number])) as OrderDoc;
    const { subtotal, shipping_amount, discount_amount, tax_amount, grand_total } = order;
    expect({ subtotal, shipping_amount, discount_amount, tax_amount, grand_total }).toEqual({
      subtotal: totals.subtotal,
      shipping_amount: totals.shipping,
      discount_amount: totals.discount ?? 0,
      tax_amount: totals.tax ?? 0,
      grand_total: totals.total,
    });
  });

  test("no rate applies to tax class 1", async () => {
    await shop.call("catalog_product.update", ["mug", { tax_class_id: 1 }, null, "sku"]);
    const id = await filledCart(shop, { lines: [{ sku: "mug", qty: 2 }] });
    expect(await totalsOf(shop, id)).toEqual({ subtotal: 25, shipping: 10, total: 35 });
  });

  test("a virtual cart is not shipped", async () => {
    const id = (await shop.call("cart.create", ["default"])) as number;
    await shop.call("cart_product.add", [id, [{ sku: "warranty" }]]);
    await shop.call("cart_customer.set", [id, guest]);
    await shop.call("cart_customer.addresses", [id, [{ mode: "billing", ...address }]]);
    await shop.call("cart_payment.method", [id, { method: "checkmo" }]);
    expect(await totalsOf(shop, id)).toEqual({ subtotal: 29, tax: 2.39, total: 31.39 });

    const order = (await shop.call("sales_order.info", [await shop.call("cart.order", [id])])) as OrderDoc;
    expect(order).toMatchObject({
      shipping_address: null,
      shipping_method: null,
      is_virtual: 1,
      grand_total: 31.39,
    });
  });
});

describe("an order of a cart and an order of the test control", () => {
  test.each([
    [runs[3]?.lines ?? [], "TEN", 10],
    [runs[6]?.lines ?? [], undefined, 0],
    [
      [
        { sku: "mug", qty: 3 },
        { sku: "tier", qty: 7 },
      ] as const,
      "TEN",
      10,
    ],
  ])("are the same", async (lines, coupon, discount_percent) => {
    const id = await filledCart(shop, { lines, ...(coupon === undefined ? {} : { coupon }) });
    const ofCart = await shop.call("sales_order.info", [await shop.call("cart.order", [id])]);
    const items = lines.map((line) => ({ ...line, tax_percent: 8.25, discount_percent }));
    const ofControl = await controlOrder(shop, { items });
    expect(sharedMembers(ofCart)).toEqual(sharedMembers(ofControl));
  });
});

describe("effects of an order", () => {
  test("stock below zero, and again by the next order of the cart; a cancellation restores it", async () => {
    const id = await filledCart(shop, { lines: [{ sku: "chair", qty: 10 }] });
    const first = await shop.call("cart.order", [id]);
    const chair = async () => (await shop.call("cataloginventory_stock_item.list", [["chair"]])) as [object];
    expect(await chair()).toMatchObject([{ qty: -9, is_in_stock: 0 }]);
    const second = await shop.call("cart.order", [id]);
    expect([first, second]).toEqual(["100000001", "100000002"]);
    expect(await chair()).toMatchObject([{ qty: -19 }]);
    await shop.call("sales_order.cancel", [first]);
    await shop.call("sales_order.cancel", [second]);
    expect(await chair()).toMatchObject([{ qty: 1, is_in_stock: 1 }]);
  });

  test("a used-up code can be used again after a cancellation", async () => {
    await shop.http("POST", "/control/coupons", { body: { code: "ONCE", percent: 5, uses: 1 } });
    const id = await filledCart(shop, { lines: [{ sku: "mug", qty: 1 }], coupon: "ONCE" });
    const order = await shop.call("cart.order", [id]);
    const other = await filledCart(shop, { lines: [{ sku: "mug", qty: 1 }] });
    const again = async () =>
      (await shop.rpc("call", [await shop.session(), "cart_coupon.add", [other, "once"]])).error;
    expect(await again()).toMatchObject({ code: 1083 });
    await shop.call("sales_order.cancel", [order]);
    expect(await again()).toBeUndefined();
  });

  test("an account with both addresses, for a buyer who registers; the same e-mail address cannot register twice", async () => {
    const id = await filledCart(shop, { lines: [{ sku: "mug", qty: 1 }] });
    const password = { password: "secret123", password_confirmation: "secret123" };
    await shop.call("cart_customer.set", [id, { ...guest, mode: "register", ...password }]);
    const order = (await shop.call("sales_order.info", [await shop.call("cart.order", [id])])) as OrderDoc;
    const customer = (await shop.call("customer.info", [order.customer_id])) as object;
    expect(customer).toMatchObject({ email: guest.email, website_id: 1, group_id: 1 });
    expect(await shop.call("customer_address.list", [order.customer_id])).toMatchObject([
      { is_default_billing: true, is_default_shipping: true },
    ]);
    const { error } = await shop.rpc("call", [await shop.session(), "cart.order", [id]]);
    expect(error).toMatchObject({ code: 1008, message: "This customer email already exists (quoteId: 1)" });
  });

  test.each([
    {
      entries: [{ mode: "billing", ...address, use_for_shipping: 1 }],
      flags: [{ is_default_billing: true, is_default_shipping: true }],
    },
    {
      entries: [
        { mode: "billing", ...address },
        { mode: "shipping", ...address, street: "2 Side Street" },
      ],
      flags: [
        { is_default_billing: true, is_default_shipping: false },
        { is_default_billing: false, is_default_shipping: true },
      ],
    },
  ])("the addresses of a buyer who registers: $flags", async ({ entries, flags }) => {
    const id = await filledCart(shop, { lines: [{ sku: "mug" }] });
    const buyer = { ...guest, mode: "register", email: `one${flags.length}@example.com` };
    await shop.call("cart_customer.set", [
      id,
      { ...buyer, password: "secret123", password_confirmation: "secret123" },
    ]);
    await shop.call("cart_customer.addresses", [id, entries]);
    const order = (await shop.call("sales_order.info", [await shop.call("cart.order", [id])])) as OrderDoc;
    expect(await shop.call("customer_address.list", [order.customer_id])).toMatchObject(flags);
  });

  test("an order without a customer", async () => {
    const id = (await shop.call("cart.create", ["default"])) as number;
    await shop.call("cart_product.add", [id, [{ sku: "mug" }]]);
    await shop.call("cart_customer.addresses", [id, [{ mode: "billing", ...address, use_for_shipping: 1 }]]);
    await shop.call("cart_shipping.method", [id, "flatrate_flatrate"]);
    await shop.call("cart_payment.method", [id, { method: "checkmo" }]);
    expect(await shop.call("sales_order.info", [await shop.call("cart.order", [id])])).toMatchObject({
      ...{ customer_id: null, customer_is_guest: 0, customer_group_id: 1, customer_email: "" },
    });
  });

  test("the cart of a deleted customer, and without the lines of a deleted product", async () => {
    const data = {
      email: "x@example.com",
      firstname: "X",
      lastname: "Y",
      password: "secret123",
      website_id: 1,
    };
    const customer = await shop.call("customer.create", [data]);
    const id = await filledCart(shop, {
      lines: [
        { sku: "mug", qty: 1 },
        { sku: "other", qty: 1 },
      ],
    });
    await shop.call("cart_customer.set", [id, { mode: "customer", customer_id: customer }]);
    await shop.call("customer.delete", [customer]);
    await shop.call("catalog_product.delete", ["mug", "sku"]);
    expect(await shop.call("cart.info", [id])).toMatchObject({
      customer_id: null,
      items: [{ sku: "other" }],
    });
  });

  test("one order for one key, and none if the gateway refuses", async () => {
    const id = await filledCart(shop, { lines: [{ sku: "mug", qty: 1 }] });
    const headers = { authorization: `Bearer ${await shop.session()}`, "idempotency-key": "order-of-cart" };
    const once = () => shop.http("POST", "/api/rpc/cart.order", { body: { quoteId: id }, headers });
    const [first, second] = [await once(), await once()];
    expect([first.text, second.text]).toEqual(['"100000001"', '"100000001"']);
    await shop.call("cart_payment.method", [id, { method: "test_sale" }]);
    await shop.http("PUT", "/control/gateway", { body: { answer: "fail" } });
    const { error } = await shop.rpc("call", [await shop.session(), "cart.order", [id]]);
    expect(error).toMatchObject({ code: 1008, message: "the gateway refused (quoteId: 1)" });
    expect(await shop.call("sales_order.list", [])).toHaveLength(1);
  });
});

describe.each(["memory", "file"] as const)("by %s", (topology) => {
  test("two concurrent orders of one cart are two orders, and lines of ten calls add up", async () => {
    const one = await startShop({ topology });
    await fill(one);
    const id = await filledCart(one, { lines: [{ sku: "mug", qty: 2 }] });
    const orders = await Promise.all([one.call("cart.order", [id]), one.call("cart.order", [id])]);
    expect(new Set(orders)).toEqual(new Set(["100000001", "100000002"]));
    await Promise.all(Array.from({ length: 10 }, () => one.call("cart_product.add", [id, [{ sku: "mug" }]])));
    expect(await one.call("cart.info", [id])).toMatchObject({ items_count: 1, items_qty: 12 });
  });
});
