/** `cart`: carts as a whole. beyond 6. */
import type { Namespace } from "../namespace.js";
import { agreementInfo, agreementsOf, includesAllIds } from "./agreements.js";
import { cartInfo, totalRows } from "./cart-info.js";
import { isAccountTaken, isGuestOrderRefused, missingText, orderCart } from "./ordering.js";
import { priceCart } from "./pricing.js";
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
    return totalRows(await requireCart(call), call.isLegacy);
  },

  async license(call) {
    const found = await requireCart(call);

    return (await agreementsOf(call.tx, found)).map(agreementInfo);
  },

  async order(call) {
    const { args, tx, fault, settings } = call;
    const found = await requireCart(call);
    const wanted = (await agreementsOf(tx, found)).map(({ agreement_id }) => agreement_id);
    if (!includesAllIds(args.agreements, wanted)) throw fault("required_agreements_are_not_all");
    const priced = await priceCart(call, found);
    const { cart: current } = priced;
    if (current.lines.length === 0) throw fault("create_order_fault", "Cart is empty.");
    if (isGuestOrderRefused(current, settings)) throw fault("guest_checkout_is_not_enabled");
    const missing = missingText(current);
    if (missing !== undefined) throw fault("create_order_fault", missing);
    const isTaken = await isAccountTaken(call, current);
    if (isTaken) throw fault("create_order_fault", "This customer email already exists");

    const placed = await orderCart(call, priced);
    if ("order" in placed) return placed.order.increment_id;
    // Returned, not thrown: the refusal of the gateway stays recorded.
    return fault("create_order_fault", placed.problems.map(({ message }) => message).join("\n"));
  },
};
