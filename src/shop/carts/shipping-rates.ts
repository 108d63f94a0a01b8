/** What carriers offer for a cart, and what its shipping method costs (beyond 6.1, 9). Pure. */
import type { CartDoc, Coupon } from "../data/entities/cart.js";
import { proportion, totalOf } from "../../engine/values/money.js";
import type { OrderedLine } from "../sales/placement/ordered-lines.js";
import { methodPrice } from "../sales/placement/placed-order.js";
import { shippedUnits } from "../sales/placement/placement.js";
import {
  isShippingMethod,
  shippingMethods,
  type ShippingMethod,
} from "../sales/placement/placement-request.js";

export interface ShippingRate {
  readonly code: ShippingMethod;
  readonly carrier: string;
  readonly carrier_title: string;
  readonly method: string;
  readonly method_title: string;
  readonly price: number;
}

export interface Shipment {
  /** The lines with those below them. */
  readonly rows: readonly OrderedLine[];
  readonly coupon: Coupon | undefined;
  /** `freeShippingFrom`: the subtotal from which shipping is free; undefined = none. */
  readonly settings: { readonly freeShippingFrom?: number | undefined };
}

/** The offers for a cart with a shipping address; none for one without goods. */
export function shippingRates(
  cart: Pick<CartDoc, "shipping_address">,
  { rows, coupon, settings }: Shipment,
): ShippingRate[] {
  if (cart.shipping_address === null || rows.length === 0) return [];
  const isFree = coupon?.free_shipping === 1;
  const isFreeFrom = settings.freeShippingFrom !== undefined && subtotal(rows) >= settings.freeShippingFrom;
  const codes = (Object.keys(shippingMethods) as ShippingMethod[]).filter(
    (code) => code !== "freeshipping_freeshipping" || isFree || isFreeFrom,
  );
  return codes.map((code) => {
    const { carrier_title, method_title } = shippingMethods[code];
    const [carrier = "", method = ""] = code.split("_");
    const price = isFree ? 0 : methodPrice(code, shippedUnits(rows));
    return { code, carrier, carrier_title, method, method_title, price };
  });
}

function subtotal(rows: readonly OrderedLine[]): number {
  const counted = rows.filter(({ isMoneyDummy }) => !isMoneyDummy);
  return totalOf(
    counted.map(({ base_price, qty }) => ({ row: proportion(base_price, qty) })),
    "row",
  );
}

/** The shipping method of a cart and what it costs. One that is not offered any more is gone, once it is asked for. */
export function chargeOf(
  cart: Pick<CartDoc, "lines" | "shipping_address" | "shipping_method" | "totals">,
  { shipping, ...shipment }: Shipment & { readonly shipping: "asked" | "kept" },
): { readonly method: string | null; readonly amount: number } {
  const { shipping_method: method, totals } = cart;
  if (method === null || !isShippingMethod(method)) return { method: null, amount: 0 };
  // Without goods nothing is shipped; with virtual ones alone the method has no effect.
  if (!shipment.rows.some(({ isVirtual }) => !isVirtual)) return { method, amount: 0 };
  if (shipping === "kept") return { method, amount: totals?.shipping_amount ?? 0 };
  const rate = shippingRates(cart, shipment).find(({ code }) => code === method);
  return rate ? { method, amount: rate.price } : { method: null, amount: 0 };
}
