/** `cart`: carts as a whole. beyond 6. */
import type { Namespace } from "../namespace.js";
import { agreementInfo, agreementsOf } from "./agreements.js";
import { cartInfo, totalRows } from "./cart-info.js";
import { newCart, requireCart } from "./carts.js";

export const cart: Namespace<"cart"> = {
  async create({ args, tx, scope, now }) {
    const { store_id } = scope(args.store ?? 0);

    const id = await tx.next("cart");
    await tx.put("carts", newCart(id, store_id, now));
    return id;
  },

  async info(call) {
    return cartInfo(await requireCart(call));
  },

  async totals(call) {
    return totalRows(await requireCart(call));
  },

  async license(call) {
    const found = await requireCart(call);

    return (await agreementsOf(call.tx, found)).map(agreementInfo);
  },
};
