/** The results of `cart.info` and `cart.totals` (beyond 6.3, 6.4). */
import type { Schemas } from "../../../generated/operations.js";
import type { CartAddress, CartDoc, CartRow, CartTotals } from "../data/entities/cart.js";
import { joinCurrencies } from "../sales/amounts/amounts.js";
import { giftMessageOf } from "./gift-messages.js";
import { baseCurrency } from "../sales/placement/new-order.js";
import { isShippingMethod, shippingMethod } from "../sales/placement/placement-request.js";
import { round4 } from "../../engine/values/coercion.js";
import { asDouble } from "../../engine/values/xml-double.js";
import { sum, totalOf } from "../../engine/values/money.js";
import { totalWeight } from "../sales/items/quantities.js";
import { isVirtualCart } from "./carts.js";
import { customerTaxClassId } from "./tax-rates.js";

export function cartInfo(cart: CartDoc): Schemas["WholeCart"] {
  const { id: quote_id, lines, buyer, totals, coupon_code, rule_id, gift_message } = cart;
  const isFresh = !buyer && !cart.billing_address && !cart.shipping_address;
  const isVirtual = isVirtualCart(cart);
  const sums = totals && {
    subtotal: totals.subtotal,
    subtotal_with_discount: sum(totals.subtotal, totals.discount_amount),
  };
  const customer = {
    checkout_method: buyer?.mode ?? null,
    customer_id: cart.customer_id ?? (isFresh ? 0 : null),
    customer_tax_class_id: isFresh ? 0 : customerTaxClassId,
    customer_group_id: buyer?.group_id ?? 0,
    customer_email: buyer?.email ?? null,
    customer_prefix: buyer?.prefix ?? null,
    customer_firstname: buyer?.firstname ?? null,
    customer_middlename: buyer?.middlename ?? null,
    customer_lastname: buyer?.lastname ?? null,
    customer_suffix: buyer?.suffix ?? null,
    customer_dob: buyer?.dob ?? null,
    customer_note: null,
    customer_note_notify: true,
    customer_is_guest: buyer?.mode === "guest" && buyer.has_ordered === 1,
    customer_taxvat: buyer?.taxvat ?? null,
    customer_gender: buyer?.gender ?? null,
  };
  return {
    quote_id,
    store_id: cart.store_id,
    created_at: cart.created_at,
    updated_at: cart.updated_at,
    converted_at: null,
    is_active: cart.is_active === 1,
    is_virtual: isVirtual,
    is_multi_shipping: false,
    items_count: lines.length,
    items_qty: totalOf(lines, "qty"),
    orig_order_id: 0,
    store_to_base_rate: 1,
    store_to_quote_rate: 1,
    base_to_global_rate: 1,
    base_to_quote_rate: 1,
    base_currency_code: baseCurrency,
    store_currency_code: baseCurrency,
    quote_currency_code: baseCurrency,
    global_currency_code: baseCurrency,
    ...joinCurrencies({ grand_total: totals?.grand_total ?? 0 }, { grand_total: totals?.grand_total ?? 0 }),
    ...joinCurrencies(sums ?? noSums, sums ?? { subtotal: 0, subtotal_with_discount: 0 }),
    ...customer,
    remote_ip: null,
    applied_rule_ids: totals && ruleText(rule_id),
    reserved_order_id: cart.reserved_order_id,
    coupon_code,
    is_changed: true,
    trigger_recollect: false,
    is_persistent: false,
    ext_shipping_info: null,
    ...giftMembers(gift_message),
    shipping_address: addressInfo(cart, "shipping", isVirtual ? null : totals),
    billing_address: addressInfo(cart, "billing", isVirtual ? totals : null),
    items: itemInfos(cart),
    payment: paymentInfo(cart),
  };
}

const noSums = { subtotal: null, subtotal_with_discount: null } as const satisfies Record<
  string,
  number | null
>;

function ruleText(rule_id: number | null): string | null {
  return rule_id === null ? null : String(rule_id);
}

/** @param totals null if the other address shows them */
function addressInfo(
  cart: CartDoc,
  address_type: "billing" | "shipping",
  totals: CartTotals | null,
): Schemas["CartAddressInfo"] {
  const { id: quote_id, customer_id, billing_address: billing } = cart;
  const isShipping = address_type === "shipping";
  const address = isShipping ? cart.shipping_address : billing;
  const method = isShipping ? cart.shipping_method : null;
  const figures = addressFigures(totals);
  return {
    address_id: null,
    quote_id,
    created_at: address?.created_at ?? cart.created_at,
    updated_at: address?.updated_at ?? cart.updated_at,
    customer_id,
    save_in_address_book: address?.save_in_address_book === 1,
    customer_address_id: address?.customer_address_id ?? null,
    address_type,
    email: address?.email ?? null,
    ...(Object.fromEntries(comparedFields.map((name) => [name, address?.[name] ?? null])) as SentFields),
    same_as_billing: isShipping && address !== null && billing !== null && isSameAddress(address, billing),
    free_shipping: false,
    collect_shipping_rates: false,
    shipping_method: method,
    shipping_description: method === null ? null : shippingDescription(method),
    weight: totals ? cartWeight(cart) : 0,
    ...joinCurrencies(figures, figures),
    customer_notes: null,
    discount_description: totals && totals.discount_amount !== 0 ? cart.coupon_code : null,
    ...joinCurrencies({ shipping_discount_amount: null }, { shipping_discount_amount: null }),
    subtotal_incl_tax: totals?.subtotal_incl_tax ?? 0,
    ...joinCurrencies(
      { shipping_incl_tax: totals?.shipping_amount ?? 0 },
      { shipping_incl_tax: totals?.shipping_amount ?? 0 },
    ),
    vat_id: null,
  };
}

function addressFigures(totals: CartTotals | null) {
  const { subtotal = 0, discount_amount = 0, tax_amount = 0, shipping_amount = 0 } = totals ?? {};
  return {
    subtotal,
    subtotal_with_discount: sum(subtotal, discount_amount),
    tax_amount,
    shipping_amount,
    shipping_tax_amount: 0,
    discount_amount,
    grand_total: totals?.grand_total ?? 0,
  };
}

const comparedFields = [
  ...(["prefix", "firstname", "middlename", "lastname", "suffix", "company", "street", "city"] as const),
  ...(["region", "region_id", "postcode", "country_id", "telephone", "fax"] as const),
];

type SentFields = Pick<Schemas["CartAddressInfo"], (typeof comparedFields)[number]>;

export function isSameAddress(one: CartAddress, other: CartAddress): boolean {
  return comparedFields.every((field) => one[field] === other[field]);
}

/** As in orders, virtual products have no weight. */
function cartWeight({ lines }: CartDoc): number {
  const physical = lines.flatMap((line) =>
    line.children.length === 0
      ? [line]
      : line.children.map((child) => ({ ...child, qty: round4(child.qty * line.qty) })),
  );
  return totalWeight(physical.filter(({ is_virtual }) => is_virtual === 0));
}

function shippingDescription(method: string): string {
  return isShippingMethod(method) ? shippingMethod(method).description : method;
}

function itemInfos(cart: CartDoc): Schemas["CartItem"][] {
  return cart.lines.flatMap((line) => [
    itemInfo(cart, line, null),
    ...line.children.map((child) => itemInfo(cart, child, line.item_id)),
  ]);
}

function itemInfo(
  { id: quote_id, store_id, rule_id }: CartDoc,
  row: CartRow,
  parent_item_id: number | null,
): Schemas["CartItem"] {
  const { qty, price, discount_amount, tax_amount, row_total, gift_message } = row;
  const { price_incl_tax, row_total_incl_tax } = row;
  const inclusive = { price_incl_tax, row_total_incl_tax, hidden_tax_amount: 0 };
  return {
    item_id: row.item_id,
    quote_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    product_id: row.product_id,
    store_id,
    parent_item_id,
    is_virtual: row.is_virtual === 1,
    sku: row.sku,
    name: row.name,
    description: null,
    applied_rule_ids: discount_amount > 0 ? ruleText(rule_id) : null,
    free_shipping: false,
    is_qty_decimal: row.is_qty_decimal === 1,
    no_discount: false,
    weight: row.weight,
    qty,
    ...joinCurrencies({ price }, { price }),
    custom_price: null,
    discount_percent: row.discount_percent,
    ...joinCurrencies({ discount_amount }, { discount_amount }),
    tax_percent: row.tax_percent,
    ...joinCurrencies({ tax_amount, row_total }, { tax_amount, row_total }),
    row_total_with_discount: sum(row_total, -discount_amount),
    row_weight: totalWeight([{ weight: row.weight, qty }]),
    product_type: row.product_type,
    ...joinCurrencies(inclusive, inclusive),
    tax_class_id: row.tax_class_id,
    ...giftMembers(gift_message),
    has_error: row.has_error === 1,
  };
}

function paymentInfo({ id: quote_id, payment, created_at, updated_at }: CartDoc): Schemas["CartPaymentInfo"] {
  return {
    payment_id: null,
    quote_id,
    created_at: payment?.created_at ?? created_at,
    updated_at: payment?.updated_at ?? updated_at,
    method: payment?.method ?? null,
    po_number: payment?.po_number ?? null,
    cc_type: payment?.cc_type ?? null,
    cc_last4: payment?.cc_last4 ?? null,
    cc_owner: payment?.cc_owner ?? null,
    cc_exp_month: payment?.cc_exp_month ?? 0,
    cc_exp_year: payment?.cc_exp_year ?? 0,
    additional_information: {},
  };
}

/** The rows of `cart.totals`. The XML doors send the sums of a cart that is not virtual as doubles (beyond 18). */
export function totalRows(cart: CartDoc, isLegacy: boolean): Schemas["CartTotal"][] {
  const { totals, shipping_method, coupon_code } = cart;
  const isVirtual = isVirtualCart(cart);
  const sumRow = (title: string, amount: number | null) =>
    isLegacy && !isVirtual && amount !== null ? { title, amount: asDouble(amount) } : { title, amount };
  if (!totals) return [sumRow("Subtotal", null), sumRow("Grand Total", null)];
  const { subtotal, discount_amount, shipping_amount, tax_amount, grand_total } = totals;
  const rows = [sumRow("Subtotal", subtotal)];
  if (discount_amount !== 0) rows.push({ title: `Discount (${coupon_code})`, amount: discount_amount });
  if (shipping_method !== null && !isVirtual)
    rows.push({
      title: `Shipping & Handling (${shippingDescription(shipping_method)})`,
      amount: shipping_amount,
    });
  if (tax_amount !== 0) rows.push({ title: "Tax", amount: tax_amount });
  return [...rows, sumRow("Grand Total", grand_total)];
}

/** `gift_message` is absent without a message; the ID 0 means that a message was removed. */
function giftMembers(stored: CartRow["gift_message"]) {
  const message = giftMessageOf(stored)?.message;
  return {
    gift_message_id: stored?.gift_message_id ?? null,
    ...(message === undefined ? {} : { gift_message: message }),
  };
}
