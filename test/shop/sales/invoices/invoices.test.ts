/** Invoices beyond the worked examples (sales 3.1, 8). */
import { describe, expect, test } from "vitest";
import { startSalesShop } from "../sales-shop.js";

const sales = await startSalesShop();

const call = (operation: string, args: unknown) => sales.shop.call(`sales_order_invoice.${operation}`, args);
const place = (more: object = {}) =>
  sales.place([{ sku: "A", qty: 3, price: 10 }], { shipping_amount: 5, ...more });
const auth = { payment_method: "test_authorize" };

describe("itemsQty", () => {
  test.each([
    ["a number", () => 5],
    ["a text", () => "all"],
    ["a boolean", () => true],
    ["more than is left", (id: number) => ({ [id]: 4 })],
    ["a fraction of a whole unit", (id: number) => ({ [id]: 0.5 })],
    ["only quantities of 0", (id: number) => ({ [id]: 0 })],
    ["a quantity that is not a number", (id: number) => ({ [id]: "two" })],
    ["true as quantity", (id: number) => [{ order_item_id: id, qty: true }]],
    ["null as quantity", (id: number) => ({ [id]: null })],
    ["a negative quantity", (id: number) => ({ [id]: -1 })],
    ["an unknown item", (id: number) => ({ [id]: 1, 999999: 1 })],
    ["the same item twice", (id: number) => Array.from({ length: 2 }, () => ({ order_item_id: id, qty: 1 }))],
    ["an object as quantity", (id: number) => ({ [id]: { qty: 1 } })],
  ])("%s is refused and nothing is stored", async (_title, form) => {
    const order = await place();
    const before = await order.info();
    const refused = call("create", [order.number, form(order.idOf("A")), "Comment.", true]);
    await expect(refused).rejects.toMatchObject({ fault: "data_invalid", code: 102 });
    expect(await order.info()).toEqual(before);
    expect(await call("list", [{ order_increment_id: order.number }])).toEqual([]);
  });
});

test("a refused invoice uses up no number", async () => {
  const order = await place();
  const { increment_id } = await order.invoice({ A: 1 });
  await expect(order.invoice({ A: 3 })).rejects.toMatchObject({ fault: "data_invalid" });
  expect(Number((await order.invoice()).increment_id)).toBe(Number(increment_id) + 1);
});

test("an invoice completes a virtual order in one step, with one history row", async () => {
  const order = await sales.place([{ sku: "V", qty: 1, price: 20 }]);
  await order.invoice();
  const { state, status_history } = await order.info();
  expect([state, status_history.map(({ status }) => status)]).toEqual(["complete", ["complete", "pending"]]);
});

test("an unpaid order stays pending_payment until it is invoiced and shipped", async () => {
  const order = await place({ state: "pending_payment" });
  await order.invoice();
  expect((await order.info()).state).toBe("pending_payment");
  await order.ship();
  expect((await order.info()).state).toBe("complete");
});

test("invoices without gateway cannot be captured, voided or canceled", async () => {
  const { increment_id } = await (await place()).invoice();
  for (const [operation, fault] of [
    ["capture", "invoice_not_capturable"],
    ["void", "invoice_not_voidable"],
    ["cancel", "invoice_not_cancelable"],
  ] as const) {
    await expect(call(operation, [increment_id])).rejects.toMatchObject({ fault, code: 104 });
  }
});

test.each(["void", "cancel"])("%s checks the state of the invoice before its refunds", async (operation) => {
  const order = await place();
  const { increment_id } = await order.invoice();
  await order.refund();
  await expect(call(operation, [increment_id])).rejects.toThrow(`Invoice ${increment_id} is paid, its order`);
});

test("an invoice whose units are refunded cannot be voided", async () => {
  const order = await place(auth);
  const { increment_id } = await order.invoice({ A: 1 });
  await call("capture", [increment_id]);
  await order.refund();
  const refused = call("void", [increment_id]);
  await expect(refused).rejects.toThrow(`Credit memos have refunded what invoice ${increment_id} holds`);
});

describe("the gateway", () => {
  test("a refusal by the gateway uses up its answer and changes nothing else", async () => {
    const order = await place(auth);
    const { increment_id } = await order.invoice();
    const before = await order.info();
    await sales.gateway("fail", 2);
    for (const _ of [1, 2]) {
      await expect(call("capture", [increment_id])).rejects.toMatchObject({
        fault: "invoice_not_capturable",
      });
    }
    expect(await order.info()).toEqual(before);
    expect(await call("capture", [increment_id])).toBe(true);
  });

  test("0 times means until changed", async () => {
    const { increment_id } = await (await place(auth)).invoice();
    await sales.gateway("fail", 0);
    for (const _ of [1, 2, 3]) {
      await expect(call("capture", [increment_id])).rejects.toMatchObject({
        fault: "invoice_not_capturable",
      });
    }
    await sales.gateway("ok");
    expect(await call("capture", [increment_id])).toBe(true);
  });

  test("a call that is refused before the gateway is asked uses up no answer", async () => {
    const offline = await (await place()).invoice();
    const { increment_id } = await (await place(auth)).invoice();
    await sales.gateway("fail");
    await expect(call("capture", [offline.increment_id])).rejects.toThrow();
    await expect(call("void", [increment_id])).rejects.toThrow();
    await expect(call("capture", [increment_id])).rejects.toThrow(/refused/);
    expect(await call("capture", [increment_id])).toBe(true);
  });

  test("a refused cancel does not change the order, a second cancel voids the authorization", async () => {
    const order = await place(auth);
    await sales.gateway("fail");
    await expect(order.cancel()).rejects.toMatchObject({ fault: "order_not_cancelable", code: 103 });
    expect((await order.info()).state).toBe("processing");
    expect(await order.cancel()).toBe(true);
    const { state, status_history } = await order.info();
    expect([state, status_history[0]?.status, status_history[1]?.comment]).toEqual([
      "canceled",
      "canceled",
      expect.stringContaining("Canceled"),
    ]);
  });

  test.each([
    { answer: "pending", status: "payment_review" },
    { answer: "fraud", status: "fraud" },
  ])("$answer puts the order into review, where invoices cannot change", async ({ answer, status }) => {
    const order = await place(auth);
    const { increment_id } = await order.invoice({ A: 1 });
    await sales.gateway(answer);
    expect(await call("capture", [increment_id])).toBe(true);
    const info = await order.info();
    expect([info.state, info.status, info.total_paid]).toEqual(["payment_review", status, 0]);
    expect((await order.invoiceInfo(increment_id)).state).toBe(1);
    await expect(call("capture", [increment_id])).rejects.toMatchObject({ fault: "invoice_not_capturable" });
    await expect(call("cancel", [increment_id])).rejects.toMatchObject({ fault: "invoice_not_cancelable" });
    await expect(order.invoice()).rejects.toMatchObject({ fault: "order_not_invoiceable" });
  });

  test("the answer pending is a success for a void", async () => {
    const order = await place(auth);
    const { increment_id } = await order.invoice({ A: 1 });
    await call("capture", [increment_id]);
    await sales.gateway("pending");
    expect(await call("void", [increment_id])).toBe(true);
    const { status_history, payment } = await order.info();
    expect(status_history.slice(0, 2).map(({ status, entity_name }) => [status, entity_name])).toEqual([
      ["processing", "invoice"],
      ["processing", "invoice"],
    ]);
    expect(payment.amount_paid).toBe(0);
  });

  test("a sale has an invoice from the start", async () => {
    const order = await place({ payment_method: "test_sale" });
    expect(await order.standing()).toBe("processing 35.00 0.00 0.00");
    const [entry] = (await call("list", [{ order_increment_id: order.number }])) as {
      increment_id: string;
    }[];
    for (const operation of ["capture", "void", "cancel"]) {
      await expect(call(operation, [entry?.increment_id])).rejects.toMatchObject({ code: 104 });
    }
  });
});

test("an invoice whose units are refunded cannot be canceled", async () => {
  const order = await place(auth);
  const paid = await order.invoice({ A: 1 });
  await call("capture", [paid.increment_id]);
  const open = await order.invoice({ A: 2 });
  await order.refund({ shipping_amount: 0, adjustment_negative: 16 }, { A: 3 });
  await expect(call("cancel", [open.increment_id])).rejects.toMatchObject({
    fault: "invoice_not_cancelable",
  });
});

test("a capture of a shipped order completes it", async () => {
  const order = await place(auth);
  const { increment_id } = await order.invoice();
  await order.ship();
  await call("capture", [increment_id]);
  expect(await order.standing()).toBe("complete 35.00 0.00 0.00");
});

test("of three simultaneous invoices, only one succeeds", async () => {
  const order = await place();
  const outcomes = await Promise.allSettled([order.invoice(), order.invoice(), order.invoice()]);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(2);
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ fault: "order_not_invoiceable" });
  }
  expect(await order.standing()).toBe("processing 35.00 0.00 0.00");
});
