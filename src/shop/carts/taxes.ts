/** Tax by address: the rules that the living system is installed with (beyond 12.3). */
import type { CartAddress } from "../data/entities/cart.js";

/** Percent by country and region ID: California and New York. */
const rates: Readonly<Record<string, Readonly<Record<number, number>>>> = { US: { 12: 8.25, 43: 8.375 } };

/** Taxable goods; shipping and products of other classes are untaxed. */
const taxedClassId = 2;

/** The percentage on products of a class that go to an address. */
export function taxPercent(
  address: Pick<CartAddress, "country_id" | "region_id"> | null,
  taxClassId: number,
): number {
  if (address === null || taxClassId !== taxedClassId) return 0;
  return rates[address.country_id]?.[address.region_id ?? 0] ?? 0;
}
