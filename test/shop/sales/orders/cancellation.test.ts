/** How a cancel changes an order (sales 7.4). */
import { expect, test } from "vitest";
import { canceledOrder } from "../../../../src/shop/sales/orders/cancellation.js";
import { invoiced, later, orderOf } from "../order-docs.js";

test("one item that is left to ship keeps the order in processing", () => {
  const two = orderOf({
    rows: [
      { qty: 2, price: 10 },
      { sku: "B", qty: 2, price: 5 },
    ],
  });
  const paid = invoiced(two, { 1: 1, 2: 1 });
  const [first, second] = paid.items;
  const shippedOne = { ...paid, items: [{ ...first!, qty_shipped: 1 }, second!] };
  expect(canceledOrder(shippedOne, later).state).toBe("processing");
});
