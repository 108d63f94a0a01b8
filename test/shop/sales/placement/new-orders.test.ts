/** The start of an order: its document, its addresses, its state, its first history rows (sales 4.1, 19). */
import { describe, expect, test } from "vitest";
import type { AddressDoc } from "../../../../src/shop/data/entities/customer.js";
import { copyAddress, givenAddress } from "../../../../src/shop/sales/placement/order-address.js";
import { methodPrice } from "../../../../src/shop/sales/placement/new-order.js";
import { startedOrder } from "../../../../src/shop/sales/placement/placement-state.js";
import { now, orderOf } from "../order-docs.js";

describe("the document", () => {
  const order = orderOf({
    rows: [
      { qty: 2, price: 10, weight: 0.4, tax: 10 },
      { sku: "V", qty: 1, price: 5, type: "virtual", weight: 7 },
    ],
    shipping: 5,
    method: "banktransfer",
  });

  test("contains the weight of physical items and the whole amount due", () => {
    expect(order).toMatchObject({
      state: "new",
      status: "pending",
      total_qty_ordered: 3,
      total_item_count: 2,
      weight: 0.8,
      is_virtual: 0,
      grand_total: 32,
      total_due: 32,
      base_total_due: 32,
      total_paid: 0,
      total_invoiced: 0,
      created_at: now,
      ...{ shipping_description: "Flat Rate - Fixed", base_currency_code: "USD", store_to_order_rate: 1 },
      ...{ billing_address_id: 1, shipping_address_id: 2, hold_before_state: null, customer_note_notify: 0 },
    });
  });

  test("its items have no invoiced, shipped, refunded or canceled quantities", () => {
    expect(order.items[0]).toMatchObject({
      qty_ordered: 2,
      qty_invoiced: 0,
      qty_shipped: 0,
      qty_refunded: 0,
      qty_canceled: 0,
      row_invoiced: 0,
      price: 10,
      original_price: 10,
      price_incl_tax: 11,
      parent_item_id: null,
      updated_at: now,
      row_weight: 0.8,
    });
  });

  test("its payment has no paid amounts", () => {
    expect(order.payment).toMatchObject({
      method: "banktransfer",
      amount_ordered: 32,
      base_amount_ordered: 32,
      shipping_amount: 5,
      amount_paid: 0,
      ...{ authorization: "none", last_trans_id: null, base_amount_paid_online: 0 },
    });
  });

  test("it is virtual only if all items are virtual", () => {
    expect(orderOf({ rows: [{ qty: 1, price: 5, type: "downloadable" }] })).toMatchObject({
      is_virtual: 1,
      weight: 0,
    });
  });
});

test.each([
  { method: "flatrate_flatrate", qty: 3, want: 15 },
  { method: "flatrate_flatrate", qty: 2.5, want: 12.5 },
  { method: "freeshipping_freeshipping", qty: 3, want: 0 },
] as const)("$method of $qty units: $want", ({ method, qty, want }) => {
  expect(methodPrice(method, qty)).toBe(want);
});

describe("addresses", () => {
  const owner = { customer_id: 7, email: "ada@shop.test" };
  test("a given address; missing fields are empty", () => {
    expect(givenAddress({ firstname: "Ada", city: "Berlin", region: null }, owner)).toEqual({
      firstname: "Ada",
      lastname: "",
      street: "",
      city: "Berlin",
      region: "",
      postcode: "",
      country_id: "",
      ...{ telephone: "", prefix: "", middlename: "", suffix: "", company: "", fax: "", vat_id: "" },
      ...{ email: "ada@shop.test", region_id: null, customer_id: 7, customer_address_id: null },
    });
    expect(givenAddress({ email: "other@shop.test", region_id: 82 }, owner)).toMatchObject({
      ...{ email: "other@shop.test", region_id: 82 },
    });
    expect(givenAddress({ region_id: 0 }, owner).region_id).toBeNull();
  });

  test("a stored address of the customer", () => {
    const onFile = { id: 3, customer_id: 7, firstname: "Ada", region_id: 82, company: null } as AddressDoc;
    expect(copyAddress(onFile, owner)).toMatchObject({
      firstname: "Ada",
      company: "",
      email: "ada@shop.test",
      region_id: 82,
      customer_id: 7,
      customer_address_id: 3,
    });
  });
});

describe("the first state", () => {
  const order = orderOf({ rows: [{ qty: 1, price: 30 }], shipping: 5, method: "test_authorize" });
  const noted = { ...order, customer_note: "Ring twice.", customer_note_notify: 1 as const };

  test.each([
    ["offline", ["new", "pending"], undefined],
    ["with a requested state", ["payment_review", "payment_review"], "payment_review"],
    ["with a requested state", ["pending_payment", "pending_payment"], "pending_payment"],
  ] as const)("%s: %j, one row with the note", (_title, want, wanted) => {
    const started = startedOrder(noted, undefined, wanted);
    expect([started.state, started.status]).toEqual(want);
    expect(started.status_history).toMatchObject([
      {
        status: want[1],
        comment: "Ring twice.",
        is_customer_notified: 1,
        entity_name: "order",
        created_at: now,
      },
    ]);
  });

  test("without a note, the comment of the row is empty", () => {
    expect(startedOrder(order, undefined, undefined).status_history).toMatchObject([
      { comment: "", is_customer_notified: 0 },
    ]);
  });

  const id = 'Transaction ID: "100000001-authorize".';
  test.each([
    { answer: "ok", want: ["processing", "processing"], text: `Authorized amount of USD 35.00. ${id}` },
    {
      answer: "pending",
      want: ["payment_review", "payment_review"],
      text: `Authorizing amount of USD 35.00. The gateway has not decided yet. ${id}`,
    },
    {
      answer: "fraud",
      want: ["payment_review", "fraud"],
      text: `Authorizing amount of USD 35.00. The gateway suspects fraud. ${id}`,
    },
  ] as const)("authorized, $answer: $want", ({ answer, want, text }) => {
    const started = startedOrder(order, { action: "authorize", answer }, undefined);
    expect([started.state, started.status]).toEqual(want);
    expect(started.status_history).toMatchObject([{ comment: text, status: want[1] }]);
    expect(started.payment).toMatchObject({
      ...{ authorization: "open", amount_authorized: 35, base_amount_authorized: 35 },
      last_trans_id: "100000001-authorize",
    });
  });

  test("captured: nothing is authorized, and the first row has the note of the customer", () => {
    const started = startedOrder(noted, { action: "capture", answer: "ok" }, undefined);
    expect(started.payment).toMatchObject({
      authorization: "none",
      amount_authorized: 0,
      last_trans_id: "100000001-capture",
    });
    expect(started.status_history.map(({ comment }) => comment)).toEqual([
      "Ring twice.",
      'Captured amount of USD 35.00. Transaction ID: "100000001-capture".',
    ]);
  });
});
