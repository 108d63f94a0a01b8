/** What carriers offer for a cart, and what its shipping method costs (beyond 6.1, 9). Pure. */
import type { CartDoc, Coupon } from "../data/entities/cart.js";
import { proportion, sumOf } from "../../engine/values/money.js";
import type { OrderedLine } from "../sales/placement/ordered-lines.js";
import { methodPrice } from "../sales/placement/placed-order.js";
import { shippingMethods, type ShippingMethod } from "../sales/placement/placement-request.js";

export interface ShippingRate {
  readonly code: ShippingMethod;
  readonly carrier: string;
  readonly carrier_title: string;
  readonly method: string;
  readonly method_title: string;
  readonly price: number;
}

export interface Shipment {
  /** What is shipped; null for a cart without lines. */
  readonly units: number | null;
  readonly subtotal: number;
  readonly coupon: Coupon | undefined;
  /** The subtotal from which shipping is free; undefined = none. */
  readonly freeShippingFrom: number | undefined;
}

/** The offers for a cart with a shipping address; none for one without lines. */
export function shippingRates(
  { shipping_address }: Pick<CartDoc, "shipping_address">,
  { units, subtotal, coupon, freeShippingFrom = Infinity }: Shipment,
): ShippingRate[] {
  if (shipping_address === null || units === null) return [];
  const isFree = coupon?.free_shipping === 1;
  const codes = (Object.keys(shippingMethods) as ShippingMethod[]).filter(
    (code) => code !== "freeshipping_freeshipping" || isFree || subtotal >= freeShippingFrom,
  );
  return codes.map((code) => {
    const { carrier_title, method_title } = shippingMethods[code];
    const [carrier = "", method = ""] = code.split("_");
    const price = isFree ? 0 : methodPrice(code, units);
    return { code, carrier, carrier_title, method, method_title, price };
  });
}

/** Of all rows that count, before any discount. */
export function subtotalOf(rows: readonly OrderedLine[]): number {
  const counted = rows.filter(({ isMoneyDummy }) => !isMoneyDummy);
  return sumOf(counted.map(({ base_price, qty }) => proportion(base_price, qty)));
}

/**
 * The shipping method of a cart and what it costs. One that is not offered is gone, once the carriers are asked.
 * @param isShipped whether there are goods: virtual products alone cost no shipping, whatever the method
 */
export function chargeOf(
  cart: Pick<CartDoc, "shipping_address" | "shipping_method" | "totals">,
  shipment: Shipment,
  isShipped: boolean,
  how: "asked" | "kept",
): { readonly method: string | null; readonly amount: number } {
  const { shipping_method: method, totals } = cart;
  if (method === null) return { method, amount: 0 };
  const isEmpty = shipment.units === null;
  if (how === "kept" || isEmpty) return { method, amount: isShipped ? (totals?.shipping_amount ?? 0) : 0 };
  const rate = shippingRates(cart, shipment).find(({ code }) => code === method);
  return rate ? { method, amount: rate.price } : { method: null, amount: 0 };
}
