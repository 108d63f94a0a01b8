/** The document of an invoice, and the form in which callers receive it (sales 8.2, 15.5). */
import { describe, expect, test } from "vitest";
import {
  documentLine,
  invoiceDocument,
  invoiceEntry,
  invoiceInfo,
  invoiceTotals,
} from "../../../../src/shop/sales/invoices/invoice.js";
import { examples, invoiceOf, later, orderOf, qtys } from "../order-docs.js";

const order = orderOf(examples.x5);

describe("the document", () => {
  test("copies fields of its order and sums up its items", () => {
    expect(invoiceOf(order, { 1: 2, 2: 1 })).toMatchObject({
      ...{ order_id: 1, order_increment_id: "100000001", store_id: 1, order_created_at: order.created_at },
      ...{ created_at: later, updated_at: later, state: 2, email_sent: 0, total_qty: 3 },
      ...{ base_currency_code: "USD", store_to_order_rate: 1, billing_address_id: 1, shipping_address_id: 2 },
      ...{ billing_firstname: "Ada", billing_middlename: "", billing_lastname: "King" },
      ...{ transaction_id: null, can_void_flag: null, is_used_for_refund: null, base_total_refunded: 0 },
    });
  });

  test("sums with tax: the goods with the tax of the goods, shipping with the tax of shipping", () => {
    expect(invoiceOf(order, { 2: 2 })).toMatchObject({
      ...{ subtotal: 19.98, tax_amount: 2.32, shipping_tax_amount: 0.83 },
      ...{ subtotal_incl_tax: 21.63, shipping_incl_tax: 10.83, base_subtotal_incl_tax: 21.63 },
    });
  });

  test("contains whether a mail was sent", () => {
    const { totals } = invoiceTotals(order, qtys({ 1: 1 }));
    const parts = {
      id: 7,
      increment_id: "7",
      state: 1,
      totals,
      items: [],
      comments: [],
      emailSent: true,
    } as const;
    expect(invoiceDocument(order, parts, later)).toMatchObject({
      id: 7,
      state: 1,
      email_sent: 1,
      total_qty: 0,
    });
  });
});

test("a row has the unit price of the order, the amounts of the invoice, and sums with tax", () => {
  const [row] = invoiceTotals(order, qtys({ 2: 2 })).rows.map(documentLine);
  expect(row).toEqual({
    ...{
      order_item_id: 2,
      product_id: 66,
      sku: "B",
      name: "Product B",
      qty: 2,
      price: 9.99,
      base_price: 9.99,
    },
    ...{ row_total: 19.98, base_row_total: 19.98, discount_amount: 2, base_discount_amount: 2 },
    ...{ tax_amount: 1.49, base_tax_amount: 1.49, row_total_incl_tax: 21.63, base_row_total_incl_tax: 21.63 },
    // (29.97 + 2.23) / 3: a discount lowers the tax, not the price (sales 19.2).
    ...{ price_incl_tax: 10.81, base_price_incl_tax: 10.81 },
  });
});

describe("the answers", () => {
  const comment = (comment_id: number, created_at: string) => ({ comment_id, created_at }) as never;
  const invoice = {
    ...invoiceOf(order, { 1: 1 }),
    comments: [
      comment(1, "2025-01-01 00:00:00"),
      comment(2, "2025-01-02 00:00:00"),
      comment(3, "2025-01-02 00:00:00"),
    ],
  };

  test("info has the addresses of the order and comments newest first, also within a second", () => {
    const info = invoiceInfo(invoice, order);
    expect(info).toMatchObject({
      invoice_id: 1,
      billing_address: order.billing_address,
      shipping_address: order.shipping_address,
    });
    expect(info.comments.map(({ comment_id }) => comment_id)).toEqual([3, 2, 1]);
    expect(Object.keys(info)).not.toContain("id");
  });

  test("a list entry", () => {
    expect(invoiceEntry(invoice)).toEqual({
      ...{ increment_id: "100000001", invoice_id: 1, order_id: 1, order_increment_id: "100000001" },
      ...{ created_at: later, state: 2, grand_total: 85.78 + 0.83, store_id: 1, order_currency_code: "USD" },
    });
  });
});
