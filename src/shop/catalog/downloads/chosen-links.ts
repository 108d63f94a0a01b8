/** Chooses and prices the links of a downloadable product for a line of a cart or an order (beyond 7.1, 13). */
import type { DownloadLink } from "../../data/entities/options.js";
import { toId } from "../../../engine/values/coercion.js";
import { sumOf } from "../../../engine/values/money.js";
import { priceAt, type PricePlace } from "../options/scoped-members.js";

/**
 * The IDs of the chosen links, or the text that refuses the entry. Links that are not sold separately are all
 * included.
 * @param given the IDs as sent, a list or a single one; unknown ones are ignored
 * @param isSeparate the product's `links_purchased_separately`
 */
export function chooseLinks(
  links: readonly DownloadLink[],
  given: unknown,
  isSeparate: boolean,
): { readonly links: readonly number[] } | { readonly problem: string } {
  const ids = links.map(({ link_id }) => link_id);
  if (!isSeparate) return { links: ids };
  const wanted = new Set((Array.isArray(given) ? given : [given]).map(toId));
  const chosen = ids.filter((id) => wanted.has(id));
  return chosen.length > 0 ? { links: chosen } : { problem: "Please specify product link(s)." };
}

/** The price that the chosen links add to the product: 0 if they are not sold separately. Up to 4 decimals. */
export function linksPrice(
  links: readonly DownloadLink[],
  chosen: readonly number[],
  isSeparate: boolean,
  place: PricePlace,
): number {
  if (!isSeparate) return 0;
  return sumOf(
    links.filter(({ link_id }) => chosen.includes(link_id)).map(({ prices }) => priceAt(prices, place)),
  );
}
