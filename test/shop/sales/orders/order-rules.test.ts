/** Holding, history, totals and completion of orders (sales 4, 7, 11.4). */
import { describe, expect, test } from "vitest";
import { stateText, heldOrder, releasedOrder } from "../../../../src/shop/sales/orders/order-state.js";
import { examples, later, orderOf } from "../order-docs.js";

const order = orderOf(examples.x1, { state: "processing", status: "pending_paypal" });

describe("hold", () => {
  test("without a stored state, unhold restores only the status", () => {
    const held = { ...heldOrder(order, later), hold_before_state: null };
    expect(releasedOrder(held, later)).toMatchObject({ state: "holded", status: "pending_paypal" });
  });
});

describe("states", () => {
  test("a message names order and state", () => {
    expect(stateText(order)).toBe('Order 100000001 is in state "processing"');
  });
});
