/** Credit memos beyond the worked examples (sales 10). */
import { describe, expect, test } from "vitest";
import { startSalesShop, type PlacedOrder, type SalesShop } from "../sales-shop.js";

const sales = await startSalesShop();

const call = (operation: string, args: unknown) =>
  sales.shop.call(`sales_order_creditmemo.${operation}`, args);

async function paidOrder(more: object = {}): Promise<PlacedOrder> {
  const order = await sales.place([{ sku: "A", qty: 4, price: 10 }], { shipping_amount: 5, ...more });
  await order.invoice();
  return order;
}

async function reopen(number: string): Promise<number> {
  return (await sales.shop.http("PUT", `/control/creditmemos/${number}/open`)).status;
}

describe("creditmemoData", () => {
  test.each([[undefined], [null], [[]], [{}], [{ items: [] }], [{ items: {}, shipping_amount: null }]])(
    "%j refunds everything",
    async (all) => {
      const order = await paidOrder();
      await call("create", all === undefined ? [order.number] : [order.number, all]);
      expect(await order.standing()).toBe("closed 45.00 0.00 45.00");
    },
  );

  test.each([
    { title: "a list", items: (id: number) => [{ order_item_id: id, qty: 1 }] },
    { title: "objects by ID", items: (id: number) => ({ [id]: { qty: "1" } }) },
    { title: "numbers by ID", items: (id: number) => ({ [id]: 1 }) },
  ])("items or qtys as $title", async ({ items }) => {
    for (const name of ["items", "qtys"]) {
      const order = await paidOrder();
      const memo = await order.refund({ [name]: items(order.idOf("A")), shipping_amount: 0 });
      expect([memo.grand_total, memo.items.map(({ qty }) => qty)]).toEqual([10, [1]]);
    }
  });

  test("items win over qtys", async () => {
    const order = await paidOrder();
    const id = order.idOf("A");
    const memo = await order.refund({ items: { [id]: 1 }, qtys: { [id]: 2 }, shipping_amount: 0 });
    expect(memo.grand_total).toBe(10);
  });

  test.each([
    { title: "a text", data: "all" },
    { title: "an unknown item", data: { items: { 999999: 1 } } },
    { title: "more than was paid", data: { adjustment_positive: 0.01 } },
  ])("$title is refused and nothing is stored", async ({ data }) => {
    const order = await paidOrder();
    const before = await order.info();
    await expect(call("create", [order.number, data])).rejects.toMatchObject({
      fault: "data_invalid",
      code: 102,
    });
    expect(await order.info()).toEqual(before);
    expect(await call("list", [{ order_increment_id: order.number }])).toEqual([]);
  });

  test("without an amount, all shipping is refunded, even with only one item", async () => {
    const order = await paidOrder();
    expect((await order.refund({}, { A: 1 })).grand_total).toBe(15);
    expect((await order.refund({}, { A: 1 })).grand_total).toBe(10);
  });

  test("the parameter comment wins over the comment in the data", async () => {
    const order = await paidOrder();
    const data = { items: { [order.idOf("A")]: 1 }, comment: "Data." };
    const comments: unknown[] = [];
    for (const comment of ["Parameter.", "", null]) {
      const number = await call("create", [order.number, data, comment, true]);
      const memo = (await call("info", [number])) as {
        comments: { comment: string; is_customer_notified: 0 | 1 }[];
      };
      comments.push(memo.comments.map((row) => [row.comment, row.is_customer_notified]));
    }
    expect(comments).toEqual([[["Parameter.", 1]], [["Data.", 1]], [["Data.", 1]]]);
  });
});

test("a shipping discount is refunded in shares that add up", async () => {
  const order = await sales.place([{ sku: "A", qty: 1, price: 20 }], {
    shipping_amount: 10,
    shipping_discount_amount: 1,
  });
  await order.invoice();
  const discounts: number[] = [];
  for (const shipping_amount of [3.33, 3.33, 3.34]) {
    discounts.push((await order.refund({ shipping_amount }, { A: 0 })).discount_amount);
  }
  expect(discounts).toEqual([-0.33, -0.34, -0.33]);
  expect((await order.refund()).grand_total).toBe(20);
});

test("unpaid, canceled, held and free orders are not refundable", async () => {
  const refused = { fault: "order_not_refundable", code: 106 };
  const unpaid = await sales.place([{ sku: "A", qty: 1, price: 10 }]);
  await expect(unpaid.refund()).rejects.toMatchObject(refused);
  await unpaid.cancel();
  await expect(unpaid.refund()).rejects.toMatchObject(refused);

  const held = await paidOrder();
  await sales.shop.call("sales_order.hold", [held.number]);
  await expect(held.refund({ shipping_amount: -1 })).rejects.toMatchObject(refused);

  const free = await sales.place([{ sku: "A", qty: 1, price: 10, discount_amount: 10 }], {
    shipping_method: "freeshipping_freeshipping",
    payment_method: "free",
  });
  await free.invoice();
  await free.ship();
  expect((await free.info()).state).toBe("complete");
  await expect(free.refund()).rejects.toMatchObject(refused);
});

test("a full refund of unshipped goods closes the order, and nothing is left to ship", async () => {
  const order = await paidOrder();
  await order.refund();
  expect(await order.standing()).toBe("closed 45.00 0.00 45.00");
  await expect(order.ship()).rejects.toMatchObject({ fault: "order_not_shippable" });
});

test("after an adjustment refunded all money, the goods can still be shipped, which closes the order", async () => {
  const order = await paidOrder();
  await order.refund({ shipping_amount: 0, adjustment_positive: 45 }, { A: 0 });
  expect(await order.standing()).toBe("processing 45.00 0.00 45.00");
  await expect(order.refund()).rejects.toMatchObject({ fault: "order_not_refundable" });
  await order.ship();
  expect((await order.info()).state).toBe("closed");
});

test("items of a partly invoiced order that have nothing to refund are not in the credit memo", async () => {
  const order = await sales.place(
    [
      { sku: "A", qty: 1, price: 10 },
      { sku: "B", qty: 1, price: 7 },
    ],
    { shipping_amount: 5 },
  );
  await order.invoice({ A: 1 });
  const { items, grand_total } = await order.refund();
  expect([items.map(({ sku }) => sku), grand_total]).toEqual([["A"], 15]);
});

test("a refund is booked as offline for every payment method", async () => {
  const order = await sales.place([{ sku: "A", qty: 1, price: 10 }], {
    shipping_amount: 5,
    payment_method: "test_sale",
  });
  await order.refund();
  const { total_offline_refunded, total_online_refunded, payment } = await order.info();
  expect([total_offline_refunded, total_online_refunded]).toEqual([15, 0]);
  expect([payment.amount_refunded, payment.shipping_refunded, payment.amount_paid]).toEqual([15, 5, 15]);
});

describe("cancel", () => {
  test("a refunded credit memo cannot be canceled", async () => {
    const { increment_id } = await (await paidOrder()).refund();
    await expect(call("cancel", [increment_id])).rejects.toMatchObject({
      fault: "creditmemo_not_cancelable",
      code: 104,
    });
  });

  test("canceling an open credit memo reverses its bookings and reopens a closed order", async () => {
    const order = await sales.place([{ sku: "A", qty: 3, price: 9.99, tax_percent: 8.25 }], {
      shipping_amount: 5,
      shipping_tax_percent: 8.25,
    });
    await order.invoice();
    await order.ship();
    const before = await order.info();
    const memo = await order.refund();
    expect((await order.info()).state).toBe("closed");
    expect(await reopen(memo.increment_id)).toBe(204);
    expect((await order.info()).state).toBe("closed");
    expect(await call("cancel", [memo.increment_id])).toBe(true);

    const { status_history, ...after } = await order.info();
    const { status_history: earlier, ...same } = before;
    expect(after).toEqual(same);
    expect(status_history).toHaveLength(earlier.length + 2);
    expect(status_history[0]).toMatchObject({ status: "complete", entity_name: "creditmemo" });
    expect(await reopen(memo.increment_id)).toBe(422);
    expect(await reopen("100999999")).toBe(404);
  });

  test("an order on hold stays on hold", async () => {
    const order = await paidOrder();
    const { increment_id } = await order.refund({}, { A: 1 });
    await reopen(increment_id);
    await sales.shop.call("sales_order.hold", [order.number]);
    await call("cancel", [increment_id]);
    expect(await order.standing()).toBe("holded 45.00 0.00 0.00");
  });
});

describe("stock", () => {
  const qtyOf = async (shop: SalesShop) => {
    const info = (await shop.shop.call("catalog_product.info", ["A", null, ["stock_data"], "sku"])) as {
      stock_data: { qty: number };
    };
    return info.stock_data.qty;
  };

  test.each([
    { title: "a refund does not change the stock", returnStockOnRefund: false, back: 0 },
    {
      title: "a refund returns stock with the setting RETURN_STOCK_ON_REFUND",
      returnStockOnRefund: true,
      back: 2,
    },
  ])("$title", async ({ returnStockOnRefund, back }) => {
    const other = await startSalesShop({ settings: { returnStockOnRefund } });
    const order = await other.place([{ sku: "A", qty: 4, price: 10 }]);
    await order.invoice();
    const before = await qtyOf(other);
    const { increment_id } = await order.refund({}, { A: 2 });
    expect((await qtyOf(other)) - before).toBe(back);
    await other.shop.http("PUT", `/control/creditmemos/${increment_id}/open`);
    await other.shop.call("sales_order_creditmemo.cancel", [increment_id]);
    expect(await qtyOf(other)).toBe(before);
  });
});

test("of two simultaneous refunds, only one succeeds", async () => {
  const order = await paidOrder();
  const outcomes = await Promise.allSettled([order.refund(), order.refund()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await order.standing()).toBe("closed 45.00 0.00 45.00");
});
