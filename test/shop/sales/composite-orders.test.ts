/** Orders of composite products from placement to cancel, through the API (sales 5.1, 19.1). */
import { describe, expect, test } from "vitest";
import { startSalesShop, type BySku, type PlacedOrder, type Placement } from "./sales-shop.js";

const sales = await startSalesShop({ settings: { returnStockOnRefund: true } });

const free = { shipping_amount: 0 };
const parts = [{ sku: "A", qty: 2 }, { sku: "B" }];
const dataInvalid = { fault: "data_invalid", code: 102 };

const place = (item: Placement, more: Placement = free) => sales.place([item], more);

type Field = "qty_ordered" | "qty_invoiced" | "qty_shipped" | "qty_refunded" | "qty_canceled";

/** One quantity of each row, by item name. */
async function quantities(order: PlacedOrder, field: Field): Promise<BySku> {
  const { items } = await order.info();
  return order.byName(items.map((item) => ({ order_item_id: item.item_id, qty: item[field] })));
}

async function stockOf(sku: string): Promise<number> {
  const [stock] = (await sales.shop
    .call("catalog_product.info", [sku, null, ["stock_data"], "sku"])
    .then((info) => [(info as { stock_data: { qty: number } }).stock_data])) as { qty: number }[];
  return stock?.qty ?? Number.NaN;
}

describe("placement", () => {
  test("a configurable product: the parent has the SKU of the child and all amounts, the child has no amounts", async () => {
    const item = { sku: "K", qty: 2, price: 25, tax_percent: 10, children: [{ sku: "A" }] };
    const { items, ...order } = await (await place(item)).info();
    expect(order).toMatchObject({
      subtotal: 50,
      tax_amount: 5,
      total_qty_ordered: 2,
      total_item_count: 1,
      weight: 2,
    });
    expect(items).toMatchObject([
      {
        ...{ sku: "A", name: "Product K", product_type: "configurable", qty_ordered: 2, weight: 1 },
        parent_item_id: null,
        row_total: 50,
        tax_amount: 5,
      },
      {
        ...{ sku: "A", name: "Product A", product_type: "simple", qty_ordered: 2 },
        parent_item_id: items[0]?.item_id,
        row_total: 0,
        price: 0,
        tax_amount: 0,
      },
    ]);
    expect(items[0]?.product_id).not.toBe(items[1]?.product_id);
  });

  test.each([
    { sku: "FT", placed: { price: 30 }, skus: ["FT", "A", "B"], rows: [60, 0, 0], subtotal: 60 },
    { sku: "FS", placed: {}, skus: ["FS", "A", "B"], rows: [20, 0, 0], subtotal: 20 },
    { sku: "DT", placed: {}, skus: ["DT-A-B", "A", "B"], rows: [60, 40, 20], subtotal: 60 },
    { sku: "DS", placed: {}, skus: ["DS", "A", "B"], rows: [60, 40, 20], subtotal: 60 },
  ])("two of the bundle $sku: row totals $rows", async ({ sku, placed, skus, rows, subtotal }) => {
    const { items, ...order } = await (await place({ sku, qty: 2, ...placed, children: parts })).info();
    expect(items.map((item) => item.sku)).toEqual(skus);
    expect(items.map((item) => item.qty_ordered)).toEqual([2, 4, 2]);
    expect(items.map((item) => item.row_total)).toEqual(rows);
    expect(items.map((item) => item.parent_item_id)).toEqual([null, items[0]?.item_id, items[0]?.item_id]);
    expect(order).toMatchObject({ subtotal, total_qty_ordered: 2, total_item_count: 1, weight: 6 });
  });

  test("a group has no row of its own", async () => {
    const order = await place({ sku: "G", qty: 2, discount_percent: 10, children: parts });
    const { items, subtotal, discount_amount, total_item_count } = await order.info();
    expect(items.map(({ sku, product_type }) => [sku, product_type])).toEqual([
      ["A", "grouped"],
      ["B", "grouped"],
    ]);
    expect(items.map((item) => item.parent_item_id)).toEqual([null, null]);
    expect([subtotal, discount_amount, total_item_count]).toEqual([60, -6, 2]);
  });

  test.each([
    ["K", "the units of the product", [{ sku: "A" }], 10],
    ["FT", "the units of the parent", parts, 10],
    ["FS", "the physical units of the children", [...parts, { sku: "V" }], 30],
    ["DS", "the physical units of the children", parts, 30],
    ["G", "the units of each child", parts, 30],
  ])("the flat rate for two of %s counts %s", async (sku, _title, children, shipping) => {
    expect((await (await place({ sku, qty: 2, children }, {})).info()).shipping_amount).toBe(shipping);
  });

  test("an order with only virtual children is virtual", async () => {
    const order = await place({ sku: "FT", qty: 1, children: [{ sku: "V" }] }, {});
    expect(await order.info()).toMatchObject({ is_virtual: 1, shipping_address: null, shipping_amount: 0 });
    expect((await order.item("FT")).is_virtual).toBe(1);
    await order.invoice();
    expect((await order.info()).state).toBe("complete");
  });

  test("stock is taken from the children, and a cancel returns it", async () => {
    for (const { sku, children } of [
      { sku: "K", children: [{ sku: "A" }] },
      { sku: "FT", children: [{ sku: "A" }] },
      { sku: "DS", children: [{ sku: "A" }] },
      { sku: "G", children: [{ sku: "A" }] },
    ]) {
      const before = await stockOf("A");
      const order = await place({ sku, qty: 3, children });
      expect(await stockOf("A"), sku).toBe(before - 3);
      await order.cancel();
      expect(await stockOf("A"), sku).toBe(before);
    }
  });

  test("the answer names the parent of each child", async () => {
    const body = { ...{ guest: { email: "ada@shop.test" } }, billing_address: { city: "Berlin" } };
    const items = [
      { sku: "FT", qty: 1, children: [{ sku: "A" }] },
      { sku: "A", qty: 1 },
    ];
    const { json } = await sales.shop.http("POST", "/control/orders", { body: { ...body, items } });
    const placed = (json as { items: { item_id: number }[] }).items;
    const [first = 0] = placed.map(({ item_id }) => item_id);
    expect(placed).toEqual([
      { item_id: first, sku: "FT" },
      { item_id: first + 1, sku: "A", parent_item_id: first },
      { item_id: first + 2, sku: "A" },
    ]);
  });
});

describe("invoices", () => {
  test.each([
    { sku: "K", children: [{ sku: "A" }], name: "A", want: { A: 1, "A/A": 1 }, total: 10 },
    { sku: "FT", children: parts, name: "FT", want: { FT: 1, "FT/A": 2, "FT/B": 1 }, total: 10 },
    { sku: "FS", children: parts, name: "FS", want: { FS: 1, "FS/A": 2, "FS/B": 1 }, total: 10 },
  ])("$sku: the parent is invoiced, its children follow", async ({ sku, children, name, want, total }) => {
    const order = await place({ sku, qty: 2, children });
    const invoice = await order.invoice({ [name]: 1 });
    expect(order.byName(invoice.items)).toEqual(want);
    expect([invoice.subtotal, invoice.grand_total, invoice.total_qty]).toEqual([total, total, 1]);
    expect(await quantities(order, "qty_invoiced")).toEqual(want);
    expect((await order.invoice()).grand_total).toBe(total);
  });

  test("a dynamic bundle: the children are invoiced, the parent follows the child with the smallest share", async () => {
    const order = await place({ sku: "DS", qty: 2, children: parts });
    const first = await order.invoice({ "DS/A": 3 });
    expect([order.byName(first.items), first.grand_total, first.total_qty]).toEqual([{ "DS/A": 3 }, 30, 0]);
    const second = await order.invoice({ "DS/B": 1 });
    expect(order.byName(second.items)).toEqual({ DS: 1, "DS/B": 1 });
    expect([second.grand_total, second.items[0]?.row_total]).toEqual([10, 0]);
    const last = await order.invoice();
    expect(order.byName(last.items)).toEqual({ DS: 1, "DS/A": 1, "DS/B": 1 });
    expect(await order.standing()).toBe("processing 60.00 0.00 0.00");
  });

  test("a dummy with a quantity is refused, and with quantity 0 it is ignored", async () => {
    const order = await place({ sku: "FT", qty: 1, children: parts });
    await expect(order.invoice({ FT: 1, "FT/A": 2 })).rejects.toMatchObject(dataInvalid);
    expect((await order.invoice({ FT: 1, "FT/A": 0 })).grand_total).toBe(10);
    const dynamic = await place({ sku: "DT", qty: 1, children: parts });
    await expect(dynamic.invoice({ "DT-A-B": 1 })).rejects.toMatchObject(dataInvalid);
  });

  test("canceling an invoice frees the rows that count, and the dummies follow", async () => {
    const order = await place(
      { sku: "DS", qty: 1, children: parts },
      { ...free, payment_method: "test_authorize" },
    );
    const first = await order.invoice({ "DS/A": 2 });
    await order.invoice({ "DS/B": 1 });
    expect((await order.item("DS")).qty_invoiced).toBe(1);
    await sales.shop.call("sales_order_invoice.cancel", [first.increment_id]);
    expect(await quantities(order, "qty_invoiced")).toEqual({ DS: 0, "DS/A": 0, "DS/B": 1 });
  });
});

describe("shipments", () => {
  test.each([
    ["K", [{ sku: "A" }], "A", { A: 1, "A/A": 1 }, 1],
    ["FT", parts, "FT", { FT: 1, "FT/A": 2, "FT/B": 1 }, 3],
    ["DT", parts, "DT-A-B", { "DT-A-B": 1, "DT-A-B/A": 2, "DT-A-B/B": 1 }, 3],
  ])("%s: the parent is shipped, its children follow", async (sku, children, name, want, weight) => {
    const order = await place({ sku, qty: 2, children });
    const shipment = await order.ship({ [name]: 1 });
    expect([order.byName(shipment.items), shipment.total_qty, shipment.total_weight]).toEqual([
      want,
      1,
      weight,
    ]);
    await order.ship();
    await order.invoice();
    expect((await order.info()).state).toBe("complete");
  });

  test("virtual children are not in the shipment", async () => {
    const order = await place({ sku: "FT", qty: 1, children: [{ sku: "A" }, { sku: "V" }] });
    expect(order.byName((await order.ship()).items)).toEqual({ FT: 1, "FT/A": 1 });
  });

  test("shipped separately: the children are shipped one by one, the parent follows when all children are shipped", async () => {
    const order = await place({ sku: "FS", qty: 1, children: [...parts, { sku: "V" }] });
    await expect(order.ship({ FS: 1 })).rejects.toMatchObject(dataInvalid);
    expect(order.byName((await order.ship({ "FS/A": 2 })).items)).toEqual({ "FS/A": 2 });
    expect(order.byName((await order.ship()).items)).toEqual({ FS: 1, "FS/B": 1 });
    await order.invoice();
    expect((await order.info()).state).toBe("complete");
  });
});

describe("credit memos", () => {
  test.each([
    { sku: "K", children: [{ sku: "A" }], name: "A", want: { A: 1, "A/A": 1 }, total: 11, back: 1 },
    { sku: "FT", children: parts, name: "FT", want: { FT: 1, "FT/A": 2, "FT/B": 1 }, total: 11, back: 2 },
    { sku: "DS", children: parts, name: "DS/A", want: { "DS/A": 1 }, total: 11, back: 1 },
  ])(
    "$sku: one unit is refunded and returned to stock",
    async ({ sku, children, name, want, total, back }) => {
      const order = await place({ sku, qty: 2, children, tax_percent: 10 });
      await order.invoice();
      const before = await stockOf("A");
      const memo = await order.refund({}, { [name]: 1 });
      expect([order.byName(memo.items), memo.grand_total]).toEqual([want, total]);
      expect((await stockOf("A")) - before).toBe(back);
      await order.refund();
      const { state, total_refunded, total_paid } = await order.info();
      expect([state, total_refunded]).toEqual(["closed", total_paid]);
    },
  );

  test("a dummy cannot be refunded", async () => {
    const order = await place({ sku: "FT", qty: 1, children: parts });
    await order.invoice();
    await expect(order.refund({}, { "FT/A": 1 })).rejects.toMatchObject(dataInvalid);
  });
});

describe("cancel", () => {
  test.each([
    ["K", { A: 1, "A/A": 1 }, [{ sku: "A" }], { A: 1 }],
    ["FT", { FT: 1, "FT/A": 2, "FT/B": 1 }, parts, { FT: 1 }],
    ["FS", { FS: 1, "FS/A": 2, "FS/B": 1 }, parts, { FS: 1 }],
    ["DT", { "DT-A-B": 0, "DT-A-B/A": 0, "DT-A-B/B": 2 }, parts, { "DT-A-B/A": 4 }],
    ["DS", { DS: 1, "DS/A": 4, "DS/B": 1 }, parts, { "DS/B": 1 }],
  ])("cancels what is left of %s: %j", async (sku, want, children, invoiced) => {
    const order = await place({ sku, qty: 2, children });
    await order.invoice(invoiced);
    expect(await order.cancel()).toBe(true);
    expect(await quantities(order, "qty_canceled")).toEqual(want);
    expect((await order.info()).state).toBe("processing");
    await expect(order.cancel()).rejects.toMatchObject({ fault: "order_not_cancelable" });
    await order.ship();
    expect((await order.info()).state).toBe("complete");
  });

  test("a partly shipped bundle with a fixed price is not canceled, because its whole price is due", async () => {
    const order = await place({ sku: "FS", qty: 2, children: parts });
    await order.ship({ "FS/A": 4 });
    await order.cancel();
    expect(await quantities(order, "qty_canceled")).toEqual({ FS: 0, "FS/A": 0, "FS/B": 2 });
    expect((await order.info()).state).toBe("canceled");
    await expect(order.cancel()).rejects.toMatchObject({ fault: "order_not_cancelable" });
  });
});

test("the mail shows the amount of a composite product once", async () => {
  const order = await place({ sku: "FT", qty: 1, children: parts }, { ...free, notify: true });
  const [mail] = (await sales.shop.http("GET", `/control/mail?order=${order.number}`)).json as {
    text: string;
  }[];
  expect(mail?.text).toMatch(/1 x Product FT \(FT\) +10\.00 USD\n2 x Product A \(A\)\n1 x Product B \(B\)\n/);
});
