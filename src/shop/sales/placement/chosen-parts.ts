/** The choices of a buyer in a placement: custom options and download links (sales 19.1, beyond 7.1). */
import type { ProductDoc } from "../../data/entities/catalog.js";
import { priceAsChild, type ConfiguringAttribute } from "../../catalog/compositions/child-price.js";
import { chooseLinks, linksPrice } from "../../catalog/downloads/chosen-links.js";
import { chooseOptions, chosenOptions } from "../../catalog/options/chosen-options.js";
import type { PricePlace } from "../../catalog/options/scoped-members.js";
import { sum } from "../../../engine/values/money.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { SoldItem } from "./placement-request.js";

/**
 * The item with the price, SKU and data of its choices, or the problem of a choice. An item without choices is sold
 * without options and links, even if a cart would require some.
 * @param areLinksSeparate the product's `links_purchased_separately`
 */
export function withChoices(
  { options: offered = [], download_links = [] }: ProductDoc,
  item: SoldItem,
  areLinksSeparate: boolean,
  place: PricePlace,
): SoldItem | Problem {
  const { options, links, qty, priceOf = itself } = item;
  if (options === undefined && links === undefined) return item;
  const chosen = options === undefined ? { choices: [] } : chooseOptions(offered, options, place.scope);
  if ("problem" in chosen) return { field: ".options", message: chosen.problem };
  const taken = links === undefined ? { links: [] } : chooseLinks(download_links, links, areLinksSeparate);
  if ("problem" in taken) return { field: ".links", message: taken.problem };

  const at = (finalPrice: number) => chosenOptions(offered, chosen.choices, finalPrice, place);
  const ofLinks = linksPrice(download_links, taken.links, areLinksSeparate, place);
  const { shown, skuSuffix } = at(0);
  const product_options = {
    info_buyRequest: { qty, options, links },
    ...(shown.length > 0 && { options: shown }),
    ...(links !== undefined && { links: taken.links }),
  };
  return {
    ...item,
    skuSuffix,
    priceOf: (finalPrice) => Math.max(0, sum(priceOf(finalPrice), at(finalPrice).price, ofLinks)),
    product_options: JSON.stringify(product_options),
  };
}

/**
 * The item of a composite product with its custom options, or the problem of a choice. The price of a configurable
 * product includes the price changes of its chosen child.
 * @param attributes the attributes that buyers choose the child by
 */
export function compositeWithChoices(
  product: ProductDoc,
  child: Pick<ProductDoc, "values"> | undefined,
  item: SoldItem,
  attributes: readonly ConfiguringAttribute[],
  place: PricePlace,
): SoldItem | Problem {
  if (item.links !== undefined)
    return { field: ".links", message: `must be omitted: a ${product.type} product has no links` };
  if (product.type === "grouped" && item.options !== undefined)
    return { field: ".options", message: "must be omitted: a grouped product has no row of its own" };
  // For an item from a cart, the cart has already set the price function.
  const priceOf =
    item.priceOf ?? ((price: number) => (child ? priceAsChild(price, child, attributes) : price));
  return withChoices(product, { ...item, priceOf }, false, place);
}

function itself(price: number): number {
  return price;
}
