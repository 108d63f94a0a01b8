/** Carts as all their operations find and save them, and what becomes of them when something they name is deleted. */
import type { CartDoc } from "../data/entities/cart.js";
import type { Call, CallRaising } from "../namespace.js";
import type { Tx } from "../../engine/storage/storage.js";
import { forEachInSlices } from "../../engine/time-slices.js";
import { updateTime } from "../../engine/values/dates.js";
import { notFound } from "../../engine/values/messages.js";
import type { ShopDirectory } from "../stores/directory.js";

type Raising = CallRaising<"quote_not_exists"> &
  Pick<Call<"cart.info">, "scope"> & {
    readonly shop: ShopDirectory;
    readonly args: { readonly quoteId: number; readonly store?: unknown };
  };

/**
 * The cart of a call, wherever it was made; with a store view, if that is one of the cart's website (beyond 6.2).
 * Throws `store_not_exists` and `quote_not_exists`.
 */
export async function requireCart({ tx, shop, args, scope, fault }: Raising): Promise<CartDoc> {
  const { quoteId, store = null } = args;
  const named = store === null ? undefined : scope(store);
  const cart = await tx.get("carts", quoteId);
  if (!cart || (named && named.website_id !== websiteIdOf(shop, cart)))
    throw fault("quote_not_exists", notFound("Cart", quoteId));
  return cart;
}

export function websiteIdOf(shop: ShopDirectory, { store_id }: CartDoc): number {
  return shop.view(store_id)?.website_id ?? 0;
}

/** A cart with nothing in it. */
export function newCart(id: number, store_id: number, now: string): CartDoc {
  return {
    id,
    store_id,
    is_active: 0,
    created_at: now,
    updated_at: now,
    lines: [],
    customer_id: null,
    buyer: null,
    billing_address: null,
    shipping_address: null,
    shipping_method: null,
    rated_units: null,
    payment: null,
    coupon_code: null,
    rule_id: null,
    totals: null,
    reserved_order_id: null,
    gift_message: null,
  };
}

export async function saveCart(tx: Tx, cart: CartDoc, now: string): Promise<void> {
  await tx.put("carts", { ...cart, updated_at: updateTime(cart, now) });
}

/** Nothing is shipped: there are lines, and all are virtual. */
export function isVirtualCart({ lines }: Pick<CartDoc, "lines">): boolean {
  return lines.length > 0 && lines.every(({ is_virtual }) => is_virtual === 1);
}

/** The address that the totals of a cart depend on. */
export function totalsAddress(cart: CartDoc): CartDoc["shipping_address"] {
  return isVirtualCart(cart) ? cart.billing_address : cart.shipping_address;
}

/** The carts of a customer who is deleted stay, without the customer. */
export async function releaseCarts(tx: Tx, customerId: number): Promise<void> {
  const where = [{ path: "customer_id", type: "number", op: "eq", value: customerId }] as const;
  const carts = await tx.find("carts", { where });
  await forEachInSlices(carts, (cart) => tx.put("carts", { ...cart, customer_id: null }));
}

/** The lines of a product that is deleted go with it. */
export async function removeFromCarts(tx: Tx, productId: number): Promise<void> {
  const paths = ["lines.product_id", "lines.children.product_id"];
  const holding = paths.map((path) => ({ path, type: "number", op: "eq", value: productId }) as const);
  const carts = await tx.find("carts", { any: [holding] });
  await forEachInSlices(carts, (cart) => {
    const lines = cart.lines.filter(
      ({ product_id, children }) =>
        product_id !== productId && children.every((row) => row.product_id !== productId),
    );
    return tx.put("carts", { ...cart, lines });
  });
}
