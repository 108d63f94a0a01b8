/** Places the order of a cart: checks what is missing, then updates cart, account and coupon (beyond 12). */
import type { CartAddress, CartDoc } from "../data/entities/cart.js";
import type { CustomerDoc } from "../data/entities/customer.js";
import type { OrderDoc } from "../data/entities/sales.js";
import { createAccount, isEmailTaken, type AccountContext } from "../customers/accounts/accounts.js";
import type { DefaultFlags } from "../customers/addresses/address-data.js";
import { newAddress, withDefaults } from "../customers/addresses/address-record.js";
import { saveDefaults } from "../customers/addresses/addresses.js";
import type { HandlerSettings } from "../namespace.js";
import { baseCurrency } from "../sales/placement/new-order.js";
import { cartAddressCopy } from "../sales/placement/order-address.js";
import { placePriced, type Placed, type PricedOrder } from "../sales/placement/placement.js";
import { isShippingMethod } from "../sales/placement/placement-request.js";
import type { Tx } from "../../engine/storage/storage.js";
import { emptyAddressText } from "./addresses.js";
import { buyerAfterOrder, buyerOfOrder } from "./buyers.js";
import { isSameAddress } from "./cart-info.js";
import { isVirtualCart } from "./carts.js";
import { countCouponUse } from "../data/stored-coupons.js";
import { giftMessageOf } from "./gift-messages.js";
import { storeOf, type CartContext, type PricedCart } from "./pricing.js";

/** The parts of a call that placing an order needs. */
type OrderingContext = AccountContext & CartContext & { readonly settings: HandlerSettings };

/** Whether a guest may not order the cart. */
export function isGuestOrderRefused(
  { buyer, lines }: CartDoc,
  { guestCheckout, guestDownloads }: Pick<HandlerSettings, "guestCheckout" | "guestDownloads">,
): boolean {
  if (buyer?.mode !== "guest") return false;
  const holdsDownload = lines.some(({ product_type, children }) =>
    [product_type, ...children.map((row) => row.product_type)].includes("downloadable"),
  );
  return !guestCheckout || (holdsDownload && !guestDownloads);
}

/** The text for the first thing that is missing to order the cart. */
export function missingText(cart: CartDoc): string | undefined {
  const isShipped = !isVirtualCart(cart);
  if (isShipped && !cart.shipping_address)
    return `Please check shipping address information. ${emptyAddressText}`;
  if (isShipped && cart.shipping_method === null) return "Please specify a shipping method.";
  if (!cart.billing_address) return `Please check billing address information. ${emptyAddressText}`;
  return cart.payment ? undefined : "Please select a valid payment method.";
}

/** Whether the e-mail address of a buyer who registers already belongs to an account. */
export async function isAccountTaken(context: OrderingContext, cart: CartDoc): Promise<boolean> {
  const { buyer } = cart;
  if (buyer?.mode !== "register") return false;
  return isEmailTaken(context, { email: buyer.email, website_id: accountWebsite(context, cart) });
}

/** The website of the cart; the default website instead of the admin one, which has no accounts. */
function accountWebsite({ shop }: OrderingContext, cart: CartDoc): number {
  const { website } = storeOf(shop, cart);
  return website.website_id || (shop.defaultWebsite?.website_id ?? 0);
}

/** Places the order of a complete cart, then updates the account or address book, the coupon and the cart. */
export async function orderCart(context: OrderingContext, priced: PricedCart): Promise<Placed> {
  const { tx, now } = context;
  const { cart, coupon } = priced;
  const customer = cart.customer_id === null ? undefined : await tx.get("customers", cart.customer_id);
  const accountId = cart.buyer?.mode === "register" ? await tx.next("customer") : undefined;
  const placed = await placePriced(context, pricedOrder(context, priced, customer, accountId));
  if ("problems" in placed) return placed;

  if (accountId !== undefined) await openAccount(context, cart, accountId);
  else if (customer) await fillAddressBook(tx, cart, customer, now);
  if (coupon) await countCouponUse(tx, coupon.code, 1);
  const { increment_id: reserved_order_id } = placed.order;
  const customer_id = accountId ?? cart.customer_id;
  await tx.put("carts", { ...cart, customer_id, reserved_order_id, buyer: buyerAfterOrder(cart.buyer) });
  return placed;
}

function pricedOrder(
  { shop }: OrderingContext,
  { cart, lines, totals, stocks }: PricedCart,
  customer: CustomerDoc | undefined,
  accountId: number | undefined,
): PricedOrder {
  const { billing_address, shipping_address, shipping_method, payment } = cart;
  if (!billing_address || !payment) throw new Error("the cart is not complete enough to be ordered");
  const buyer = buyerOfOrder(cart, customer, accountId);
  const billing = cartAddressCopy(billing_address, buyer.customer_id);
  const isShipped = !isVirtualCart(cart) && shipping_method !== null && isShippingMethod(shipping_method);
  const { method, po_number, cc_type, cc_last4 } = payment;
  return {
    store: storeOf(shop, cart),
    party: {
      buyer,
      billing,
      shipping: shipping_address ? cartAddressCopy(shipping_address, buyer.customer_id) : billing,
    },
    items: { lines, stocks, problems: [] },
    order_currency_code: baseCurrency,
    rate: 1,
    shipping_method: isShipped ? shipping_method : null,
    payment: { method, po_number, cc_type, cc_last4 },
    totals,
    baseTotals: totals,
    customer_note: null,
    notify: true,
    ofCart: { quote_id: cart.id, ...couponMembers(cart), ...giftMembers(cart) },
  };
}

type CouponMembers = Pick<
  OrderDoc,
  "coupon_code" | "discount_description" | "coupon_rule_name" | "applied_rule_ids"
>;

function couponMembers({ coupon_code, rule_id }: CartDoc): CouponMembers {
  if (coupon_code === null) return { coupon_code: null, discount_description: null, applied_rule_ids: null };
  return {
    coupon_code,
    discount_description: coupon_code,
    coupon_rule_name: coupon_code,
    applied_rule_ids: String(rule_id),
  };
}

function giftMembers(cart: CartDoc): Pick<OrderDoc, "gift_message_id" | "gift_message"> {
  const gift = giftMessageOf(cart.gift_message);
  return gift ? { gift_message_id: gift.gift_message_id, gift_message: gift.message } : {};
}

/** Creates the account of a buyer who registers. The addresses of the cart become its default addresses. */
async function openAccount(context: OrderingContext, cart: CartDoc, id: number): Promise<void> {
  const { tx, shop, now } = context;
  const { buyer, billing_address, shipping_address } = cart;
  if (!buyer) return;
  const { mode: _mode, group_id: _group, has_ordered: _ordered, password_hash, ...given } = buyer;
  const website_id = accountWebsite(context, cart);
  await createAccount(context, {
    given: { ...given, website_id, password: "" },
    custom: {},
    origin: shop.view(cart.store_id),
    known: { id, password_hash: password_hash ?? "" },
  });
  // As in Magento, equal addresses become one, default for both.
  const isOne = billing_address && shipping_address && isSameAddress(billing_address, shipping_address);
  if (billing_address) {
    const flags = { is_default_billing: true, ...(isOne && { is_default_shipping: true }) };
    await saveToAddressBook(tx, id, billing_address, now, flags);
  }
  if (shipping_address && !isOne)
    await saveToAddressBook(tx, id, shipping_address, now, { is_default_shipping: true });
}

/** Saves the addresses that the buyer has marked with `save_in_address_book`. */
async function fillAddressBook(tx: Tx, cart: CartDoc, { id }: CustomerDoc, now: string): Promise<void> {
  const { billing_address, shipping_address } = cart;
  const addresses = isVirtualCart(cart) ? [billing_address] : [billing_address, shipping_address];
  for (const address of addresses)
    if (address?.save_in_address_book === 1) await saveToAddressBook(tx, id, address, now, {});
}

async function saveToAddressBook(
  tx: Tx,
  customerId: number,
  address: CartAddress,
  now: string,
  flags: Partial<DefaultFlags>,
): Promise<void> {
  const {
    email: _e,
    customer_address_id: _a,
    save_in_address_book: _s,
    created_at: _c,
    updated_at: _u,
    ...fields
  } = address;
  const id = await tx.next("address");
  await tx.put("addresses", newAddress(id, customerId, fields, now));
  const owner = await tx.get("customers", customerId);
  if (owner) await saveDefaults(tx, owner, withDefaults(owner, id, flags, now));
}
