/** The price of a configurable product for a chosen child. */
import type { AttributeDoc, ProductDoc } from "../../data/entities/catalog.js";
import type { ConfigurablePrice } from "../../data/entities/compositions.js";
import { Exact } from "../../../engine/values/money.js";
import { optionsOfChild } from "./child-options.js";

/** An attribute that buyers choose a child by, with the price changes of its options. */
export interface ConfiguringAttribute {
  readonly attribute: AttributeDoc;
  readonly prices: readonly ConfigurablePrice[];
}

/**
 * The price plus the amounts, and the percentages of the price, that the options of the child add. Up to 4 decimals.
 * @param price of the configurable product
 */
export function priceAsChild(
  price: number,
  child: Pick<ProductDoc, "values">,
  attributes: readonly ConfiguringAttribute[],
): number {
  const chosen = optionsOfChild(
    child,
    attributes.map(({ attribute }) => attribute),
  );
  let total = Exact.of(price);
  for (const { attribute, prices } of attributes) {
    const added = prices.find(({ option_id }) => option_id === chosen.get(attribute.id));
    if (added) total = total.plus(added.is_percent ? percentOf(price, added.price) : Exact.of(added.price));
  }
  return total.rounded(4);
}

function percentOf(amount: number, percent: number): Exact {
  return Exact.of(amount).times(Exact.of(percent)).over(Exact.of(100));
}
