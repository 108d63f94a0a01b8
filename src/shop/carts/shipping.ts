/** `cart_shipping`: the shipping method of a cart. beyond 9. */
import type { CartDoc, Coupon } from "../data/entities/cart.js";
import type { HandlerSettings, Namespace } from "../namespace.js";
import { requireCart, saveCart } from "./carts.js";
import { couponOfCart, priceCart } from "./pricing.js";
import { shippingRates } from "./shipping-rates.js";

export const cartShipping: Namespace<"cart_shipping"> = {
  async method(call) {
    const { check, tx, fault, now } = call;
    const found = await requireCart(call);
    if (!hasAddress(found)) throw fault("shipping_address_is_not_set");
    const { method: shipping_method } = check("method");
    const { cart, coupon } = await priceCart(call, { ...found, shipping_method }, "rated");
    const isOffered = offeredRates(call, cart, coupon).some(({ code }) => code === shipping_method);
    if (!isOffered) throw fault("shipping_method_is_not_available");

    await saveCart(tx, cart, now);
    return true;
  },

  async list(call) {
    const found = await requireCart(call);
    if (!hasAddress(found)) throw call.fault("shipping_address_is_not_set");

    const coupon = await couponOfCart(call, found);
    return offeredRates(call, found, coupon).map((rate) => ({
      ...rate,
      method_description: null,
      error_message: null,
      carrierName: rate.carrier_title,
    }));
  },
};

function offeredRates(
  { settings }: { readonly settings: Pick<HandlerSettings, "freeShippingFrom"> },
  cart: CartDoc,
  coupon: Coupon | undefined,
) {
  const { freeShippingFrom } = settings;
  const subtotal = cart.totals?.subtotal ?? 0;
  return shippingRates(cart, { units: cart.rated_units, subtotal, coupon, freeShippingFrom });
}

/** In Magento 1, setting a billing address also creates an empty shipping address. */
function hasAddress({ billing_address, shipping_address }: CartDoc): boolean {
  return billing_address !== null || shipping_address !== null;
}
