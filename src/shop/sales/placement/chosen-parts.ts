/** What a placement says that the buyer of a product chose: custom options and links (sales 19.1, beyond 7.1). */
import type { ProductDoc } from "../../data/entities/catalog.js";
import { chooseLinks, linksPrice } from "../../catalog/downloads/chosen-links.js";
import { chooseOptions, chosenOptions } from "../../catalog/options/chosen-options.js";
import type { PricePlace } from "../../catalog/options/scoped-members.js";
import { sum } from "../../../engine/values/money.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { SoldItem } from "./placement-request.js";

/**
 * The item as it is sold with its choices, or what is wrong with them. An item that names none is the product without
 * any, also where a cart would ask for them.
 * @param areLinksSeparate the product's `links_purchased_separately`
 */
export function withChoices(
  { options: offered = [], download_links = [] }: ProductDoc,
  item: SoldItem,
  areLinksSeparate: boolean,
  place: PricePlace,
): SoldItem | Problem {
  const { options, links, qty } = item;
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
    priceOf: (finalPrice) => sum(finalPrice, at(finalPrice).price, ofLinks),
    product_options: JSON.stringify(product_options),
  };
}

/** What keeps a composite product from being placed with choices of its own, if it is. */
export function choicesProblem({ options, links }: SoldItem): Problem | undefined {
  const given = options !== undefined ? ".options" : links !== undefined ? ".links" : undefined;
  return given === undefined
    ? undefined
    : { field: given, message: "must be left out: the product is composite" };
}
