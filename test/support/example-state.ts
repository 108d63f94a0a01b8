/** The shop that the examples of the contract hold on: the sample shop; for carts, with one that is filled. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** What `docs/recipes.md` fills a cart by. */
export const filledCart = parse(
  readFileSync(new URL("../../examples/datasets/cart.yaml", import.meta.url), "utf8"),
) as { readonly extends: "sample"; readonly calls: readonly object[] };

/** Of an operation, by its name. */
export function exampleState(operation: string): "sample" | typeof filledCart {
  const needsCart = /^(cart|giftmessage)(_\w+)?\./.test(operation) && operation !== "cart.create";
  return needsCart ? filledCart : "sample";
}
