/** Tax by address: the tax rules of a new Magento 1 installation (beyond 12.3). */
import type { CartAddress } from "../data/entities/cart.js";

/** Percent by country and region ID: California and New York. */
const rates: Readonly<Record<string, Readonly<Record<number, number>>>> = { US: { 12: 8.25, 43: 8.375 } };

/** "Taxable Goods". Shipping and the other classes are not taxed. */
const taxedClassId = 2;

/** The tax on products of a class for an address, in percent. */
export function taxPercent(
  address: Pick<CartAddress, "country_id" | "region_id"> | null,
  taxClassId: number,
): number {
  if (address === null || taxClassId !== taxedClassId) return 0;
  return rates[address.country_id]?.[address.region_id ?? 0] ?? 0;
}
