/** Adds the further members that tier prices have in the product info of Magento 1 (doors 0.1). */
import type { ShopDirectory } from "../../stores/directory.js";
import { allGroupsId } from "./tier-prices.js";

interface WithTierPrices {
  readonly tier_price?: readonly TierPrice[];
}

interface TierPrice {
  readonly customer_group_id: string;
  readonly website: string;
  readonly qty: number;
  readonly price: number;
}

/** Returns the same object if there are no tier prices. */
export function withLegacyTierPrices<Info extends WithTierPrices>(info: Info, shop: ShopDirectory): Info {
  const { tier_price: rows } = info;
  if (!rows || rows.length === 0) return info;
  return { ...info, tier_price: rows.map((row, index) => wholeRow(row, index, shop)) };
}

function wholeRow(row: TierPrice, index: number, shop: ShopDirectory) {
  const isForAll = row.customer_group_id === "all";
  return {
    ...row,
    price_id: index + 1,
    website_id: row.website === "all" ? 0 : (shop.website(row.website)?.website_id ?? 0),
    all_groups: isForAll,
    // The living system answers a number for all groups, and the ID of one group as text.
    cust_group: isForAll ? allGroupsId : row.customer_group_id,
    price_qty: row.qty,
    website_price: row.price,
    is_percent: 0,
  };
}
