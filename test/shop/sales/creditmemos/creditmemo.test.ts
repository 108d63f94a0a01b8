/** The document of a credit memo, its cancellation, and the form in which callers receive it (sales 10, 15.6). */
import { describe, expect, test } from "vitest";
import type { OrderDoc } from "../../../../src/shop/data/entities/sales.js";
import { withoutCreditmemo } from "../../../../src/shop/sales/creditmemos/creditmemo.js";
import { withRefund } from "../../../../src/shop/sales/amounts/bookings.js";
import { creditmemoOf, examples, invoiced, later, orderOf } from "../order-docs.js";

const paid = invoiced(orderOf(examples.x1), { 1: 3 });
const memo = creditmemoOf(paid, { items: { 1: 3 }, plus: 2, minus: 0.5 });

describe("cancel", () => {
  const refunded = (state: OrderDoc["state"], of = paid): OrderDoc => ({ ...withRefund(of, memo), state });
  const shipped = (of: OrderDoc): OrderDoc => ({
    ...of,
    items: of.items.map((item) => ({ ...item, qty_shipped: 3 })),
  });

  test.each([
    ["closed, invoiced and shipped", "complete", refunded("closed", shipped(paid)), 1],
    ["closed, not shipped", "processing", refunded("closed"), 1],
    [
      "closed, not invoiced",
      "processing",
      refunded(
        "closed",
        shipped({ ...paid, items: paid.items.map((item) => ({ ...item, qty_ordered: 4, is_virtual: 1 })) }),
      ),
      1,
    ],
    ["on hold", "holded", refunded("holded"), 0],
    ["complete", "complete", refunded("complete"), 0],
  ])("an order that was %s becomes %s", (_title, want, of, rows) => {
    const restored = withoutCreditmemo(of, memo, later);
    expect(restored.state).toBe(want);
    expect(restored).toMatchObject({ total_refunded: 0, shipping_refunded: 0, adjustment_positive: 0 });
    expect(restored.items[0]?.qty_refunded).toBe(0);
    const written = restored.status_history.slice(of.status_history.length);
    expect(written).toHaveLength(rows);
    for (const row of written)
      expect(row).toMatchObject({ status: want, entity_name: "creditmemo", comment: "" });
  });
});
