/** The worked examples of sales 12, to the cent, through the API. */
import { expect, test } from "vitest";
import { startSalesShop, type PlacedOrder } from "./sales-shop.js";

const sales = await startSalesShop();

interface Figures {
  readonly subtotal: number;
  readonly discount_amount: number;
  readonly tax_amount: number;
  readonly shipping_amount: number;
  readonly grand_total: number;
}

/** The amounts in the order of the examples: subtotal, shipping, tax, discount, grand total. */
function figures(document: Figures): number[] {
  const { subtotal, shipping_amount, tax_amount, discount_amount, grand_total } = document;
  return [subtotal, shipping_amount, tax_amount, discount_amount, grand_total];
}

function baseFigures(document: object): number[] {
  const based = document as Record<string, number>;
  const fields = ["subtotal", "shipping_amount", "tax_amount", "discount_amount", "grand_total"];
  return fields.map((field) => based[`base_${field}`] ?? Number.NaN);
}

const x1 = [{ sku: "A", qty: 3, price: 10 }];
const x2 = [{ sku: "A", qty: 3, price: 9.99, discount_amount: 3, tax_percent: 8.25 }];
const placeX1 = (more: object = {}) => sales.place(x1, { shipping_amount: 5, ...more });
const placeX2 = () => sales.place(x2, { shipping_amount: 5 });

const dataInvalid = { fault: "data_invalid", code: 102 };

test("X1 shipping on the first invoice", async () => {
  const order = await placeX1();
  expect(figures(await order.invoice({ A: 1 }))).toEqual([10, 5, 0, 0, 15]);
  expect(await order.standing()).toBe("processing 15.00 20.00 0.00");
  expect(figures(await order.invoice())).toEqual([20, 0, 0, 0, 20]);
  expect(await order.standing()).toBe("processing 35.00 0.00 0.00");
  expect((await order.ship()).total_qty).toBe(3);
  expect(await order.standing()).toBe("complete 35.00 0.00 0.00");
});

test("X2 one item, thirds, discount and tax, a half-cent tie", async () => {
  const order = await placeX2();
  expect((await order.info()).grand_total).toBe(34.2);
  expect(figures(await order.invoice({ A: 1 }))).toEqual([9.99, 5, 0.74, -1, 14.73]);
  expect(figures(await order.invoice({ A: 1 }))).toEqual([9.99, 0, 0.75, -1, 9.74]);
  expect(figures(await order.invoice({ A: 1 }))).toEqual([9.99, 0, 0.74, -1, 9.73]);
  expect(await order.standing()).toBe("processing 34.20 0.00 0.00");
  await order.ship();

  expect((await order.refund({ shipping_amount: 0 }, { A: 1 })).grand_total).toBe(9.73);
  expect(await order.standing()).toBe("complete 34.20 0.00 9.73");
  expect((await order.refund({ shipping_amount: 0 }, { A: 1 })).grand_total).toBe(9.74);
  expect(await order.standing()).toBe("complete 34.20 0.00 19.47");
  expect((await order.refund({}, { A: 1 })).grand_total).toBe(14.73);
  expect(await order.standing()).toBe("closed 34.20 0.00 34.20");
});

test("X3 the carry moves a cent between items", async () => {
  const price = { qty: 3, price: 4, tax_percent: 8.3333 };
  const order = await sales.place(
    [
      { sku: "A", ...price },
      { sku: "B", ...price },
    ],
    { shipping_amount: 0 },
  );
  expect((await order.info()).grand_total).toBe(26);
  const seen: number[][] = [];
  for (const _ of [1, 2, 3]) {
    const { items, tax_amount, grand_total } = await order.invoice({ A: 1, B: 1 });
    seen.push([...items.map((item) => item.tax_amount), tax_amount, grand_total]);
  }
  expect(seen).toEqual([
    [0.33, 0.34, 0.67, 8.67],
    [0.34, 0.33, 0.67, 8.67],
    [0.33, 0.33, 0.66, 8.66],
  ]);
});

test("X4 indivisible row with discount", async () => {
  const item = { sku: "A", qty: 3, price: 3.3333, discount_amount: 1, tax_percent: 8.25 };
  const order = await sales.place([item], { shipping_amount: 0 });
  expect((await order.info()).grand_total).toBe(9.74);
  expect(figures(await order.invoice({ A: 1 }))).toEqual([3.33, 0, 0.25, -0.33, 3.25]);
  expect(figures(await order.invoice({ A: 1 }))).toEqual([3.34, 0, 0.25, -0.34, 3.25]);
  expect(figures(await order.invoice({ A: 1 }))).toEqual([3.33, 0, 0.24, -0.33, 3.24]);
});

test("X5 two items, taxed shipping, partial shipping refund", async () => {
  const order = await sales.place(
    [
      { sku: "A", qty: 2, price: 70, tax_percent: 8.25 },
      { sku: "B", qty: 3, price: 9.99, discount_amount: 3, tax_percent: 8.25 },
    ],
    { shipping_amount: 10, shipping_tax_percent: 8.25 },
  );
  const first = await order.invoice({ B: 2 });
  expect([...figures(first), first.shipping_tax_amount]).toEqual([19.98, 10, 2.32, -2, 30.3, 0.83]);
  expect(await order.standing()).toBe("processing 30.30 161.28 0.00");
  const second = await order.invoice();
  expect([...figures(second), second.shipping_tax_amount]).toEqual([149.99, 0, 12.29, -1, 161.28, 0]);

  const memo = await order.refund({ shipping_amount: 4 }, { A: 1 });
  expect([...figures(memo), memo.shipping_tax_amount]).toEqual([70, 4, 6.11, 0, 80.11, 0.33]);
  expect(memo.items.map(({ tax_amount }) => tax_amount)).toEqual([5.78]);
  const rest = await order.refund({}, { B: 1 });
  expect([...figures(rest), rest.shipping_tax_amount]).toEqual([9.99, 6, 1.24, -1, 16.23, 0.5]);
  const last = await order.refund();
  expect([...figures(last), last.shipping_tax_amount]).toEqual([89.98, 0, 7.26, -2, 95.24, 0]);
  expect(await order.standing()).toBe("closed 191.58 0.00 191.58");
});

const placeX6 = () => sales.place([{ sku: "A", qty: 2, price: 25 }], { shipping_amount: 5 });

test("X6 adjustments and the refund maximum", async () => {
  const order = await placeX6();
  await order.invoice();
  const adjustments = { shipping_amount: 0, adjustment_positive: 3, adjustment_negative: 1.5 };
  expect((await order.refund(adjustments, { A: 1 })).grand_total).toBe(26.5);
  await expect(order.refund()).rejects.toMatchObject(dataInvalid);
  await expect(order.refund()).rejects.toThrow(/28\.50/);
  expect(await order.standing()).toBe("processing 55.00 0.00 26.50");
  expect((await order.refund({ adjustment_negative: 1.5 })).grand_total).toBe(28.5);
  expect(await order.standing()).toBe("closed 55.00 0.00 55.00");
});

test("X7 adjustment-only memo", async () => {
  const order = await placeX6();
  await order.invoice();
  const memo = await order.refund({ shipping_amount: 0, adjustment_positive: 7.25 }, { A: 0 });
  expect([memo.grand_total, memo.items, (await order.item("A")).qty_refunded]).toEqual([7.25, [], 0]);
  const tooMuch = order.refund({ shipping_amount: 0, adjustment_positive: 48 }, { A: 0 });
  await expect(tooMuch).rejects.toThrow(/47\.75/);
  const rest = await order.refund({ shipping_amount: 5, adjustment_negative: 7.25 }, { A: 2 });
  expect(rest.grand_total).toBe(47.75);
  expect(await order.standing()).toBe("closed 55.00 0.00 55.00");
});

test("X8 refund of a part-invoiced order", async () => {
  const order = await placeX1();
  await order.invoice({ A: 1 });
  expect(figures(await order.refund())).toEqual([10, 5, 0, 0, 15]);
  expect(await order.standing()).toBe("processing 15.00 20.00 15.00");
  await expect(order.refund()).rejects.toMatchObject({ fault: "order_not_refundable", code: 106 });
  await order.invoice({ A: 1 });
  expect((await order.refund()).grand_total).toBe(10);
});

test("X9 two currencies", async () => {
  const item = { sku: "A", qty: 3, price: 9.99, tax_percent: 7.5 };
  const order = await sales.place([item], { shipping_amount: 5, order_currency: "EUR", rate: 0.9 });
  const { grand_total, base_grand_total } = await order.info();
  expect([grand_total, base_grand_total]).toEqual([33.49, 37.22]);

  const first = await order.invoice({ A: 2 });
  expect(figures(first)).toEqual([17.98, 4.5, 1.35, 0, 23.83]);
  expect(baseFigures(first)).toEqual([19.98, 5, 1.5, 0, 26.48]);
  const second = await order.invoice();
  expect(figures(second)).toEqual([8.99, 0, 0.67, 0, 9.66]);
  expect(baseFigures(second)).toEqual([9.99, 0, 0.75, 0, 10.74]);

  const memo = await order.refund({ shipping_amount: 2, adjustment_positive: 1 }, { A: 1 });
  expect(figures(memo)).toEqual([8.99, 1.8, 0.67, 0, 12.36]);
  expect(baseFigures(memo)).toEqual([9.99, 2, 0.75, 0, 13.74]);
  expect([memo.adjustment_positive, memo.base_adjustment_positive]).toEqual([0.9, 1]);
  await expect(order.refund()).rejects.toThrow(/24\.48.*23\.48/);
  const last = await order.refund({ adjustment_negative: 1 });
  expect([last.grand_total, last.base_grand_total]).toEqual([21.13, 23.48]);
  expect((await order.info()).state).toBe("closed");
});

test("X10 shipping discount", async () => {
  const order = await sales.place([{ sku: "A", qty: 2, price: 20, discount_amount: 4 }], {
    shipping_amount: 10,
    shipping_discount_amount: 1,
  });
  expect(figures(await order.invoice())).toEqual([40, 10, 0, -5, 45]);
  expect(figures(await order.refund({ shipping_amount: 5 }, { A: 1 }))).toEqual([20, 5, 0, -2.5, 22.5]);
  expect((await order.refund()).grand_total).toBe(22.5);
  expect((await order.info()).state).toBe("closed");
});

test("X11 decimal quantity", async () => {
  const order = await sales.place([{ sku: "C", qty: 2.5, price: 7.492, tax_percent: 7 }], {
    shipping_amount: 0,
  });
  expect(figures(await order.invoice({ C: 0.75 }))).toEqual([5.62, 0, 0.39, 0, 6.01]);
  expect(figures(await order.invoice())).toEqual([13.11, 0, 0.92, 0, 14.03]);
});

test("X12 cancel after a partial invoice", async () => {
  const order = await placeX2();
  await order.invoice({ A: 1 });
  expect(await order.cancel()).toBe(true);
  const info = await order.info();
  const { subtotal_canceled, tax_canceled, shipping_canceled, discount_canceled, total_canceled } = info;
  const canceled = [subtotal_canceled, tax_canceled, shipping_canceled, discount_canceled, total_canceled];
  expect(canceled).toEqual([19.98, 1.49, 0, 2, 19.47]);
  expect([info.items[0]?.qty_canceled, info.items[0]?.tax_canceled, info.state]).toEqual([
    2,
    1.4867,
    "processing",
  ]);
  await order.ship({ A: 1 });
  expect((await order.info()).state).toBe("complete");

  const shipped = await placeX2();
  await shipped.invoice({ A: 1 });
  await shipped.ship({ A: 1 });
  await shipped.cancel();
  expect((await shipped.info()).state).toBe("complete");
});

const invoiceCall = (operation: string, number: string) =>
  sales.shop.call(`sales_order_invoice.${operation}`, [number]);

async function authorization(order: PlacedOrder): Promise<number> {
  const { payment, total_paid } = await order.info();
  return (payment.amount_authorized ?? 0) - total_paid;
}

test("X13 gateway authorize", async () => {
  const order = await placeX1({ payment_method: "test_authorize" });
  expect([await order.standing(), await authorization(order)]).toEqual(["processing 0.00 35.00 0.00", 35]);
  const first = await order.invoice({ A: 1 });
  expect([first.state, (await order.info()).total_invoiced]).toEqual([1, 15]);
  await expect(order.refund()).rejects.toMatchObject({ fault: "order_not_refundable" });
  await invoiceCall("capture", first.increment_id);
  expect((await order.invoiceInfo(first.increment_id)).state).toBe(2);
  expect(await order.standing()).toBe("processing 15.00 20.00 0.00");
  const second = await order.invoice();
  await invoiceCall("capture", second.increment_id);
  expect(await order.standing()).toBe("processing 35.00 0.00 0.00");
  for (const { increment_id } of [first, second]) {
    await expect(invoiceCall("void", increment_id)).rejects.toMatchObject({ fault: "invoice_not_voidable" });
  }
});

test("X13 variant: void reverses the invoice", async () => {
  const order = await placeX1({ payment_method: "test_authorize" });
  const { increment_id } = await order.invoice({ A: 1 });
  await invoiceCall("capture", increment_id);
  await invoiceCall("void", increment_id);
  expect((await order.invoiceInfo(increment_id)).state).toBe(3);
  const { total_invoiced, payment } = await order.info();
  expect([await order.standing(), total_invoiced]).toEqual(["processing 0.00 35.00 0.00", 0]);
  expect([payment.amount_paid, payment.base_amount_paid_online, payment.shipping_captured]).toEqual([
    0, 0, 0,
  ]);

  const next = await order.invoice();
  expect([next.grand_total, next.state]).toEqual([35, 1]);
  const capture = invoiceCall("capture", next.increment_id);
  await expect(capture).rejects.toMatchObject({ fault: "invoice_not_capturable", code: 104 });
  await invoiceCall("cancel", next.increment_id);
  expect((await order.invoiceInfo(next.increment_id)).state).toBe(3);
});

test("X14 units freed after a cancel", async () => {
  const order = await placeX1({ payment_method: "test_authorize" });
  const first = await order.invoice({ A: 1 });
  await order.cancel();
  const { subtotal_canceled, total_canceled, state } = await order.info();
  expect([(await order.item("A")).qty_canceled, subtotal_canceled, total_canceled, state]).toEqual([
    2,
    20,
    35,
    "processing",
  ]);
  await invoiceCall("cancel", first.increment_id);
  const second = await order.invoice();
  expect([...figures(second), second.state]).toEqual([10, 5, 0, 0, 15, 1]);
  await invoiceCall("cancel", second.increment_id);
  await order.cancel();
  const after = await order.info();
  expect([after.items[0]?.qty_canceled, after.subtotal_canceled, after.state]).toEqual([3, 30, "canceled"]);
});
