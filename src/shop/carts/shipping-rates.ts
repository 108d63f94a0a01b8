/** The shipping rates for a cart, and the price of its shipping method (beyond 6.1, 9). Pure. */
import type { CartDoc, Coupon } from "../data/entities/cart.js";
import { proportion, sumOf } from "../../engine/values/money.js";
import type { OrderedLine } from "../sales/placement/ordered-lines.js";
import { methodPrice } from "../sales/placement/new-order.js";
import { shippingMethods, type ShippingMethod } from "../sales/placement/placement-request.js";

interface ShippingRate {
  readonly code: ShippingMethod;
  readonly carrier: string;
  readonly carrier_title: string;
  readonly method: string;
  readonly method_title: string;
  readonly price: number;
}

interface RateRequest {
  /** Shipped units; null for a cart without lines. */
  readonly units: number | null;
  readonly subtotal: number;
  readonly coupon: Coupon | undefined;
  /** Free shipping is offered from this subtotal; undefined = never. */
  readonly freeShippingFrom: number | undefined;
}

/** The offered rates; none without a shipping address or without lines. */
export function shippingRates(
  { shipping_address }: Pick<CartDoc, "shipping_address">,
  { units, subtotal, coupon, freeShippingFrom = Infinity }: RateRequest,
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

/** The sum of all rows with money, before discounts. */
export function subtotalOf(rows: readonly OrderedLine[]): number {
  const counted = rows.filter(({ isMoneyDummy }) => !isMoneyDummy);
  return sumOf(counted.map(({ base_price, qty }) => proportion(base_price, qty)));
}

/**
 * The shipping method of a cart and its price. "rated" removes a method that is no longer offered.
 * @param isShipped false for virtual products only, which cost no shipping
 */
export function shippingCharge(
  cart: Pick<CartDoc, "shipping_address" | "shipping_method" | "totals">,
  shipment: RateRequest,
  isShipped: boolean,
  mode: "rated" | "kept",
): { readonly method: string | null; readonly amount: number } {
  const { shipping_method: method, totals } = cart;
  if (method === null) return { method, amount: 0 };
  const isEmpty = shipment.units === null;
  if (mode === "kept" || isEmpty) return { method, amount: isShipped ? (totals?.shipping_amount ?? 0) : 0 };
  const rate = shippingRates(cart, shipment).find(({ code }) => code === method);
  return rate ? { method, amount: rate.price } : { method: null, amount: 0 };
}
