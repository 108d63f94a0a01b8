/** The shop for the examples of the contract: the sample shop; for carts, with a filled one. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { newCart } from "../../src/shop/carts/carts.js";

/** The sample shop with a cart that is ready to be ordered. */
export const filledCart = parse(
  readFileSync(new URL("../../examples/datasets/cart.yaml", import.meta.url), "utf8"),
) as { readonly extends: "sample"; readonly calls: readonly object[] };

/** The state for an operation, by its name. */
export function exampleState(operation: string): "sample" | object {
  const needsCart = /^(cart|giftmessage)(_\w+)?\./.test(operation) && operation !== "cart.create";
  if (operation === "cart_product.moveToCustomerQuote") return twoCarts;
  return needsCart ? filledCart : "sample";
}

/** A customer with an active cart, and another one with a line. */
const twoCarts = {
  extends: "sample",
  collections: { carts: [{ ...newCart(1, 1, "2025-06-01 12:00:00"), is_active: 1, customer_id: 1 }] },
  calls: [
    { call: "cart.create", params: { store: "default" } },
    { call: "cart_product.add", params: { quoteId: 2, products: [{ sku: "mug-01" }] } },
    { call: "cart_customer.set", params: { quoteId: 2, customer: { mode: "customer", customer_id: 1 } } },
  ],
};
