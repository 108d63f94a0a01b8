/** Orders and shipments through the API: comments, hold, cancel, stock (sales 5, 7, 9, 20). */
import { describe, expect, test } from "vitest";
import { orderShop, x1 } from "../order-shop.js";

const shop = await orderShop();
const ordered = (sku: string, qty: number) => ({ ...x1, items: [{ sku, qty }] });

describe("history", () => {
  test("is sorted newest first, and within a second by the order of writing; a clock that is set back sorts a row last", async () => {
    const { increment_id } = await shop.place({ ...x1, customer_note: "placed" });
    await shop.call("sales_order.addComment", increment_id, "pending", "first");
    await shop.call("sales_order.addComment", increment_id, "pending", "second");
    shop.shop.clock.freeze("2025-05-01 00:00:00");
    await shop.call("sales_order.addComment", increment_id, "pending", "long ago");
    const order = await shop.info(increment_id);
    expect(order.status_history.map(({ comment }) => comment)).toEqual([
      "second",
      "first",
      "placed",
      "long ago",
    ]);
    expect(order.updated_at).toBe(order.created_at);
  });

  test("contains whether the customer was notified, and the kind of processing that wrote each row", async () => {
    const { increment_id } = await shop.place(x1);
    await shop.call("sales_order.addComment", increment_id, "processing", "Hello", true);
    await shop.call("sales_order_shipment.create", increment_id, null, "", true);
    await shop.call("sales_order_invoice.create", increment_id);
    const rows = (await shop.info(increment_id)).status_history;
    expect(rows).toMatchObject([
      { status: "complete", is_customer_notified: 2, entity_name: "invoice" },
      { status: "processing", is_customer_notified: 2, entity_name: "shipment", comment: "" },
      { status: "processing", is_customer_notified: 1, entity_name: "order", comment: "Hello" },
      { status: "pending", is_customer_notified: 0, entity_name: "order" },
    ]);
  });
});

describe("hold", () => {
  test("stores the current status; unhold restores and clears it", async () => {
    const { increment_id } = await shop.place({ ...x1, payment_method: "test_authorize" });
    await shop.call("sales_order.addComment", increment_id, "pending_paypal");
    await shop.call("sales_order.hold", increment_id);
    expect(await shop.info(increment_id)).toMatchObject({
      ...{ state: "holded", status: "holded" },
      ...{ hold_before_state: "processing", hold_before_status: "pending_paypal" },
    });
    await shop.call("sales_order.addComment", increment_id, "fraud", "Not remembered");
    await shop.call("sales_order.unhold", increment_id);
    expect(await shop.info(increment_id)).toMatchObject({
      ...{ state: "processing", status: "pending_paypal" },
      ...{ hold_before_state: null, hold_before_status: null },
    });
  });

  test.each(["100000005", "100000011", "100000012"])(
    "order %s refuses each operation with its own fault",
    async (number) => {
      const nonsense = "no quantities";
      expect(await shop.outcome("sales_order.cancel", number)).toBe("order_not_cancelable");
      expect(await shop.outcome("sales_order.hold", number)).toBe("order_not_holdable");
      expect(await shop.outcome("sales_order_invoice.create", number, nonsense)).toBe(
        "order_not_invoiceable",
      );
      expect(await shop.outcome("sales_order_shipment.create", number, nonsense)).toBe("order_not_shippable");
      expect(await shop.outcome("sales_order_creditmemo.create", number, nonsense)).toBe(
        "order_not_refundable",
      );
    },
  );

  test("an order in pending_payment can be held, unheld and canceled", async () => {
    for (const operation of ["hold", "unhold", "cancel"]) {
      expect(await shop.call(`sales_order.${operation}`, "100000013")).toBe(true);
    }
    expect((await shop.info("100000013")).state).toBe("canceled");
  });
});

describe("cancel", () => {
  test("shipped quantities that were never invoiced stay shipped", async () => {
    const { increment_id } = await shop.place(x1);
    await shop.call("sales_order_shipment.create", increment_id);
    expect((await shop.stock(1))?.qty).toBe(117);
    await shop.call("sales_order.cancel", increment_id);
    const order = await shop.info(increment_id);
    expect(order).toMatchObject({
      state: "canceled",
      total_canceled: 35,
      subtotal_canceled: 30,
      total_due: 35,
    });
    expect(order.items[0]).toMatchObject({ qty_canceled: 0, qty_shipped: 3 });
    expect((await shop.stock(1))?.qty).toBe(117);
  });

  test("changes the amounts of both currencies", async () => {
    const items = [{ ...x1.items[0], price: 9.99, tax_percent: 7.5, discount_amount: 1 }];
    const { increment_id } = await shop.place({ ...x1, items, order_currency: "EUR", rate: 0.9 });
    await shop.call("sales_order.cancel", increment_id);
    const order = await shop.info(increment_id);
    expect(order).toMatchObject({
      ...{ subtotal_canceled: 26.97, base_subtotal_canceled: 29.97 },
      ...{ discount_canceled: 0.9, base_discount_canceled: 1 },
      ...{ tax_canceled: order.tax_amount, base_tax_canceled: order.base_tax_amount },
      ...{ shipping_canceled: 4.5, base_shipping_canceled: 5 },
      ...{ total_canceled: order.grand_total, base_total_canceled: order.base_grand_total },
    });
  });

  test("voids an authorization first and adds a history row for it", async () => {
    await shop.call("sales_order.cancel", "100000008");
    const { status_history } = await shop.info("100000008");
    expect(status_history.map(({ status }) => status)).toEqual(["canceled", "processing", "processing"]);
    expect(status_history[1]?.comment).toContain("online");
  });
});

describe("stock", () => {
  test("is taken by an order and returned by its cancel, including the stock status", async () => {
    const { increment_id } = await shop.place(ordered("bowl-04", 9));
    const [product] = (await shop.call("catalog_product.list", { sku: "bowl-04" })) as {
      product_id: number;
    }[];
    const id = product?.product_id ?? 0;
    expect(await shop.stock(id)).toMatchObject({ qty: 0, is_in_stock: 0 });
    await shop.call("sales_order.cancel", increment_id);
    expect(await shop.stock(id)).toMatchObject({ qty: 9, is_in_stock: 1 });
  });

  test("a cancel returns units that are neither shipped nor invoiced, each unit once", async () => {
    const { increment_id, items } = await shop.place({ ...x1, payment_method: "test_authorize" });
    const one = { [String(items[0]?.item_id)]: 1 };
    const invoice = await shop.call("sales_order_invoice.create", increment_id, one);
    await shop.call("sales_order.cancel", increment_id);
    expect((await shop.stock(1))?.qty).toBe(119);
    await shop.call("sales_order_invoice.cancel", invoice);
    await shop.call("sales_order.cancel", increment_id);
    expect((await shop.stock(1))?.qty).toBe(120);
    expect((await shop.info(increment_id)).state).toBe("canceled");
  });

  test("with backorders, an order can exceed the stock", async () => {
    const order = await shop.placed(ordered("plate-03", 5));
    expect(order.items[0]).toMatchObject({ qty_ordered: 5, qty_backordered: 3 });
  });

  test("does not change with shipments, invoices and refunds, or for deleted products", async () => {
    const { increment_id } = await shop.place(ordered("mug-01", 5));
    await shop.call("sales_order_shipment.create", increment_id);
    await shop.call("sales_order_invoice.create", increment_id);
    await shop.call("sales_order_creditmemo.create", increment_id);
    expect((await shop.stock(1))?.qty).toBe(115);
    const other = await shop.place(ordered("mug-01", 1));
    await shop.call("catalog_product.delete", 1);
    expect(await shop.call("sales_order.cancel", other.increment_id)).toBe(true);
    expect(await shop.stock(1)).toBeUndefined();
  });
});

describe("shipments", () => {
  test("of two simultaneous shipments, only one succeeds", async () => {
    const { increment_id } = await shop.place(x1);
    const both = [1, 2].map(() => shop.outcome("sales_order_shipment.create", increment_id));
    expect((await Promise.all(both)).sort()).toEqual(["100000005", "order_not_shippable"]);
    expect((await shop.info(increment_id)).items[0]?.qty_shipped).toBe(3);
  });

  test("a refunded unit lowers the quantity to ship, even if it was shipped", async () => {
    const { increment_id, items } = await shop.place(x1);
    const one = { [String(items[0]?.item_id)]: 1 };
    await shop.call("sales_order_invoice.create", increment_id);
    await shop.call("sales_order_shipment.create", increment_id, one);
    await shop.call("sales_order_creditmemo.create", increment_id, { items: one, shipping_amount: 0 });
    const two = { [String(items[0]?.item_id)]: 2 };
    expect(await shop.outcome("sales_order_shipment.create", increment_id, two)).toBe("data_invalid");
    expect(await shop.outcome("sales_order_shipment.create", increment_id, one)).toBe("100000006");
  });

  test("a refused shipment stores nothing and uses up no number", async () => {
    const { increment_id } = await shop.place(x1);
    expect(await shop.outcome("sales_order_shipment.create", increment_id, { "1": 1 })).toBe("data_invalid");
    expect((await shop.info(increment_id)).status_history).toHaveLength(1);
    expect(await shop.outcome("sales_order_shipment.create", increment_id)).toBe("100000005");
  });

  test("sendInfo does not set email_sent if the shop sends no such mails", async () => {
    const number = await shop.call("sales_order_shipment.create", (await shop.place(x1)).increment_id);
    const before = await shop.call("sales_order_shipment.info", number);
    const rules = [{ template: "shipment_new" as const, store_id: 0, enabled: false }];
    await shop.shop.storage.write((tx) => tx.put("settings", { id: "mail_rules", rules }));
    expect(await shop.call("sales_order_shipment.sendInfo", number)).toBe(true);
    expect(await shop.call("sales_order_shipment.info", number)).toEqual(before);
    await shop.shop.storage.write((tx) => tx.del("settings", "mail_rules"));
    await shop.call("sales_order_shipment.sendInfo", number);
    expect(await shop.call("sales_order_shipment.info", number)).toMatchObject({ email_sent: 1 });
  });

  test("mails contain the comment only if requested, and the tracks that exist", async () => {
    const { increment_id } = await shop.place(x1);
    const number = await shop.call("sales_order_shipment.create", increment_id, null, "Secret", true, false);
    await shop.call("sales_order_shipment.addTrack", number, "ups", "", "1Z-42");
    await shop.call("sales_order_shipment.sendInfo", number, "Look here");
    await shop.call("sales_order_shipment.addComment", number, "Quiet", false, true);
    await shop.call("sales_order_shipment.addComment", number, "Loud", true, true);
    const mail = (await shop.shop.http("GET", `/control/mail?order=${increment_id}`)).json as {
      text: string;
    }[];
    expect(mail).toMatchObject([
      { template: "shipment_new", comment: null, increment_id: number },
      { template: "shipment_new", comment: "Look here" },
      { template: "shipment_comment", comment: "Loud" },
    ]);
    expect(mail[0]?.text).not.toContain("Secret");
    expect(mail[1]?.text).toContain("1Z-42");
    expect(await shop.call("sales_order_shipment.info", number)).toMatchObject({
      email_sent: 1,
      comments: [
        { comment: "Loud", is_customer_notified: 1 },
        { comment: "Quiet", is_customer_notified: 0 },
        { comment: "Secret", is_customer_notified: 0 },
      ],
    });
  });
});

test("a list entry contains every scalar field of info with the same value", async () => {
  const entries = (await shop.call("sales_order.list")) as Record<string, unknown>[];
  expect(entries.length).toBeGreaterThan(20);
  for (const entry of entries) {
    const info = await shop.info(String(entry.increment_id));
    const scalars = Object.entries(info).filter(([name, value]) => !isNested(name, value));
    expect(entry).toMatchObject(Object.fromEntries(scalars));
    const added = Object.keys(entry).filter((name) => !(name in info));
    expect(added.map((name) => name.replace(/^(billing|shipping)_(first|last)?name$/, "name"))).toEqual(
      Array(6).fill("name"),
    );
  }
});

/** Whether a field is nested. The shipping address counts as nested even if it is null (virtual orders). */
function isNested(name: string, value: unknown): boolean {
  return (typeof value === "object" && value !== null) || name === "shipping_address";
}

describe("the history row of automatic completion contains the kind of document that completed the order", () => {
  test.each([
    { last: "sales_order_shipment.create", first: "sales_order_invoice.create", entity: "shipment" },
    { last: "sales_order_invoice.create", first: "sales_order_shipment.create", entity: "invoice" },
  ])("$last: $entity", async ({ first, last, entity }) => {
    const { increment_id } = await shop.place(x1);
    await shop.call(first, increment_id);
    await shop.call(last, increment_id);
    const [row] = (await shop.info(increment_id)).status_history;
    expect(row).toMatchObject({ status: "complete", entity_name: entity, is_customer_notified: 2 });
  });

  test("creditmemo, when a refund closes it", async () => {
    const { increment_id } = await shop.place(x1);
    await shop.call("sales_order_invoice.create", increment_id);
    await shop.call("sales_order_creditmemo.create", increment_id);
    const [row] = (await shop.info(increment_id)).status_history;
    expect(row).toMatchObject({ status: "closed", entity_name: "creditmemo", is_customer_notified: 2 });
  });
});
