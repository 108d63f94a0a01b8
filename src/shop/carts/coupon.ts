/** `cart_coupon`: codes that make carts cheaper. beyond 11. */
import type { Namespace } from "../namespace.js";
import { requireCart, saveCart } from "./carts.js";
import { couponOfCart, workedOut } from "./pricing.js";

export const cartCoupon: Namespace<"cart_coupon"> = {
  async add(call) {
    const { args, tx, fault, now } = call;
    const found = await requireCart(call);
    if (found.lines.length === 0) throw fault("quote_is_empty");
    const code = args.couponCode.trim();
    if (code === "" && found.coupon_code === null) return false;
    const changed = { ...found, coupon_code: code === "" ? null : code };
    const isValid = code === "" || (await couponOfCart(call, changed)) !== undefined;

    // A wrong code is gone when the cart is worked out, and the one before it is, too.
    await saveCart(tx, (await workedOut(call, changed, "asked")).cart, now);
    return isValid ? true : fault("coupon_code_is_not_valid");
  },

  async remove(call) {
    const { tx, fault, now } = call;
    const found = await requireCart(call);
    if (found.lines.length === 0) throw fault("quote_is_empty");
    if (found.coupon_code === null) return false;

    await saveCart(tx, (await workedOut(call, { ...found, coupon_code: null }, "asked")).cart, now);
    return true;
  },
};
