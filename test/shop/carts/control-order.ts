/** Orders of the test control, for comparison with those of carts (beyond 21). */
import { expect } from "vitest";
import type { OrderDoc } from "../../../src/shop/data/entities/sales.js";
import type { Shop } from "../../support/shop.js";
import { address, guest } from "./observed-shop.js";

/** With the same address, and by the guest of the carts unless the order names a customer. */
export async function controlOrder(one: Shop, order: object): Promise<OrderDoc> {
  const given = { ...address, region: "California" };
  const { email, firstname, lastname } = guest;
  const buyer = "customer_id" in order ? {} : { guest: { email, firstname, lastname } };
  const addresses = { billing_address: given, shipping_address: given };
  const body = { store: "default", ...buyer, ...addresses, notify: true, ...order };
  const { status, text } = await one.http("POST", "/control/orders", { body });
  expect(status, text).toBe(201);
  const { increment_id } = JSON.parse(text) as { increment_id: string };
  return (await one.call("sales_order.info", [increment_id])) as OrderDoc;
}

/** What may differ: IDs, numbers, the quote, mail, history, options, the coupon. */
const ofOne = new Set([
  ...["order_id", "increment_id", "quote_id", "item_id", "parent_item_id", "quote_item_id", "payment_id"],
  ...["address_id", "billing_address_id", "shipping_address_id"],
  ...["email_sent", "status_history", "customer_note_notify", "product_options"],
  ...["coupon_code", "discount_description", "applied_rule_ids", "coupon_rule_name"],
]);

/** The members of an order that must be equal for both ways of ordering. */
export function sharedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sharedMembers);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !ofOne.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, sharedMembers(member)]));
}
