/** Lookups and updates of carts that several operations share. */
import type { CartDoc } from "../data/entities/cart.js";
import type { Call, CallRaising } from "../namespace.js";
import { about } from "../../engine/contract/faults.js";
import type { Tx } from "../../engine/storage/storage.js";
import { updateTime } from "../../engine/values/dates.js";
import { notFound } from "../../engine/values/messages.js";
import type { ShopDirectory } from "../stores/directory.js";

type CartLookup = CallRaising<"quote_not_exists"> &
  Pick<Call<"cart.info">, "scope"> & {
    readonly shop: ShopDirectory;
    readonly args: { readonly quoteId: number; readonly store?: unknown };
  };

/**
 * The cart of a call, created in any store view. A `store` argument must belong to the cart's website (beyond
 * 6.2). Throws `store_not_exists` and `quote_not_exists`.
 */
export async function requireCart({ tx, shop, args, scope, fault }: CartLookup): Promise<CartDoc> {
  const { quoteId, store = null } = args;
  const named = store === null ? undefined : scope(store);
  const cart = await tx.get("carts", quoteId);
  if (!cart) throw fault("quote_not_exists", notFound("Cart", quoteId));
  if (named && named.website_id !== websiteIdOf(shop, cart))
    throw fault("quote_not_exists", about("store", `Cart ${quoteId} belongs to another website.`));
  return cart;
}

export function websiteIdOf(shop: ShopDirectory, { store_id }: CartDoc): number {
  return shop.view(store_id)?.website_id ?? 0;
}

/** An empty cart. */
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

/** Whether the cart has lines and all of them are virtual, so that nothing is shipped. */
export function isVirtualCart({ lines }: Pick<CartDoc, "lines">): boolean {
  return lines.length > 0 && lines.every(({ is_virtual }) => is_virtual === 1);
}

/** The address whose tax rates apply to the cart. */
export function totalsAddress(cart: CartDoc): CartDoc["shipping_address"] {
  return isVirtualCart(cart) ? cart.billing_address : cart.shipping_address;
}
