/** The unit price that a buyer pays (catalog 8, 9.8; sales 19.2). */
import type { TierPrice } from "../../data/entities/catalog.js";

/** The prices of a product in the store of the sale. Amounts with up to 4 decimals; null = unset. */
export interface ProductPrices {
  readonly price: number | null;
  readonly special_price: number | null;
  /** `YYYY-MM-DD HH:MM:SS`; null = no bound. A last day without a time of day is included completely. */
  readonly special_from_date: string | null;
  readonly special_to_date: string | null;
  readonly tier_prices: readonly TierPrice[];
}

/** The conditions of a sale. */
export interface SaleConditions {
  readonly qty: number;
  readonly customer_group_id: number;
  /** Code of the website. */
  readonly website: string;
  /** `YYYY-MM-DD HH:MM:SS`, UTC */
  readonly now: string;
}

/** The lowest of the price, the special price in its period and the tier prices; null if the product has no price. */
export function effectivePrice(prices: ProductPrices, purchase: SaleConditions): number | null {
  if (prices.price === null) return null;
  const special = prices.special_price !== null && isSpecialNow(prices, purchase.now);
  const base = special ? Math.min(prices.price, prices.special_price) : prices.price;
  return prices.tier_prices
    .filter((tier) => isFor(tier, purchase) && tier.qty <= purchase.qty)
    .reduce((lowest, { price }) => Math.min(lowest, price), base);
}

/** The tier prices of a buyer, by quantity; the lowest one for each quantity. */
export function tiersOf(
  tiers: readonly TierPrice[],
  buyer: Omit<SaleConditions, "qty" | "now">,
): TierPrice[] {
  const byQuantity = new Map<number, TierPrice>();
  for (const tier of tiers.filter((one) => isFor(one, buyer))) {
    const known = byQuantity.get(tier.qty);
    if (!known || tier.price < known.price) byQuantity.set(tier.qty, tier);
  }
  return [...byQuantity.values()].sort((one, other) => one.qty - other.qty);
}

/** Times sort as text, so comparing them needs no calendar. */
function isSpecialNow(
  { special_from_date, special_to_date }: Pick<ProductPrices, "special_from_date" | "special_to_date">,
  now: string,
): boolean {
  return (special_from_date ?? now) <= now && now <= endOf(special_to_date ?? now);
}

/** Days are stored as their first second (catalog 1.4). */
function endOf(time: string): string {
  return time.replace(" 00:00:00", " 23:59:59");
}

function isFor(
  { customer_group_id, website }: TierPrice,
  buyer: Pick<SaleConditions, "customer_group_id" | "website">,
): boolean {
  const isForGroup = customer_group_id === "all" || customer_group_id === String(buyer.customer_group_id);
  return isForGroup && (website === "all" || website === buyer.website);
}
