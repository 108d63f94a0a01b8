/** `cart_coupon`: the coupon code of a cart. beyond 11. */
import type { Namespace } from "../namespace.js";
import { requireCart, saveCart } from "./carts.js";
import { couponOfCart, priceCart } from "./pricing.js";

export const cartCoupon: Namespace<"cart_coupon"> = {
  async add(call) {
    const { args, tx, fault, now } = call;
    const found = await requireCart(call);
    if (found.lines.length === 0) throw fault("quote_is_empty");
    const code = args.couponCode.trim();
    if (code === "" && found.coupon_code === null) return false;
    const changed = { ...found, coupon_code: code === "" ? null : code };
    const isValid = code === "" || (await couponOfCart(call, changed)) !== undefined;

    // Pricing removes an invalid code. The previous code is lost, too.
    await saveCart(tx, (await priceCart(call, changed, "rated")).cart, now);
    return isValid ? true : fault("coupon_code_is_not_valid");
  },

  async remove(call) {
    const { tx, fault, now } = call;
    const found = await requireCart(call);
    if (found.lines.length === 0) throw fault("quote_is_empty");
    if (found.coupon_code === null) return false;

    await saveCart(tx, (await priceCart(call, { ...found, coupon_code: null }, "rated")).cart, now);
    return true;
  },
};
