/** The tax that applies to a cart (beyond 12.3). Pure. */
import type { CartAddress } from "../data/entities/cart.js";
import type { TaxRate } from "../data/entities/shop.js";

/** The tax rules of a new Magento 1 installation: California and New York. Shipping and the other classes are not taxed. */
export const installedTaxRates: readonly TaxRate[] = [
  { country_id: "US", region_id: 12, rate: 8.25, product_tax_class: 2 },
  { country_id: "US", region_id: 43, rate: 8.375, product_tax_class: 2 },
];

/** All customer groups have the same tax class. */
export const customerTaxClassId = 3;

/** The tax on products of a class for an address, in percent. Of several rates that apply, the one of the smallest place counts. */
export function taxPercent(
  rates: readonly TaxRate[],
  address: Pick<CartAddress, "country_id" | "region_id" | "postcode"> | null,
  productTaxClass: number,
): number {
  if (address === null) return 0;
  const [closest] = rates
    .filter(
      (rate) =>
        rate.product_tax_class === productTaxClass &&
        (rate.customer_tax_class ?? customerTaxClassId) === customerTaxClassId &&
        rate.country_id === address.country_id &&
        (!rate.region_id || rate.region_id === address.region_id) &&
        isPostcodeIn(rate.postcode ?? "*", address.postcode ?? ""),
    )
    .sort((one, other) => closeness(other) - closeness(one));
  return closest?.rate ?? 0;
}

/** @param form a postcode, the beginning of postcodes (`10*`), or a range of numbers (`10000-19999`) */
function isPostcodeIn(form: string, postcode: string): boolean {
  const [from, to] = /^(\d+)-(\d+)$/.exec(form)?.slice(1).map(Number) ?? [];
  if (from !== undefined && to !== undefined)
    return /^\d+$/.test(postcode) && Number(postcode) >= from && Number(postcode) <= to;
  return form.endsWith("*") ? postcode.startsWith(form.slice(0, -1)) : postcode === form;
}

function closeness({ region_id, postcode = "*" }: TaxRate): number {
  return (region_id ? 1000 : 0) + postcode.length;
}
