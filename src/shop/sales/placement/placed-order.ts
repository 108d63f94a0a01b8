/** The document of an order that has just been placed (sales 19.2, 19.3). */
import type { OrderDoc, OrderItem, OrderPayment, SalesAddress } from "../../data/entities/sales.js";
import { proportion, totalOf } from "../../../engine/values/money.js";
import { joinCurrencies } from "../amounts/amounts.js";
import { blankOrder } from "./new-order.js";
import type { Totals } from "./placement-totals.js";
import { shippingMethod, type ShippingMethod } from "./placement-request.js";
import { isTopLevel, leaves, totalWeight } from "../items/quantities.js";

/** The fields of an order that identify the buyer. */
export type Buyer = Pick<
  OrderDoc,
  | "customer_id"
  | "customer_is_guest"
  | "customer_group_id"
  | "customer_email"
  | "customer_firstname"
  | "customer_lastname"
  | "customer_middlename"
  | "customer_prefix"
  | "customer_suffix"
  | "customer_taxvat"
  | "customer_dob"
>;

/** The base currency of every website. There is no setting to change it. */
export const baseCurrency = "USD";

/** The store view and the currency of an order. */
export interface Sale {
  readonly store_id: number;
  /** Website, store group and store view, one per line. */
  readonly store_name: string;
  readonly order_currency_code: string;
  /** Units of the order currency per unit of the base currency. */
  readonly rate: number;
}

interface OrderParts {
  readonly id: number;
  readonly increment_id: string;
  readonly now: string;
  readonly sale: Sale;
  readonly buyer: Buyer;
  readonly billing_address: SalesAddress;
  readonly shipping_address: SalesAddress | null;
  /** null if nothing is shipped. */
  readonly shipping_method: ShippingMethod | null;
  readonly items: readonly OrderItem[];
  readonly totals: Totals;
  readonly baseTotals: Totals;
  readonly payment: OrderPayment;
  readonly customer_note: string | null;
  readonly notify: boolean;
  readonly ofCart?: OrderOfCart | undefined;
}

/** The fields that an order copies from its cart. */
export type OrderOfCart = Pick<
  OrderDoc,
  | "quote_id"
  | "coupon_code"
  | "discount_description"
  | "coupon_rule_name"
  | "applied_rule_ids"
  | "gift_message_id"
  | "gift_message"
>;

/** A new order in state "new", without history rows. */
export function placedOrder(parts: OrderParts): OrderDoc {
  const { id, increment_id, now, buyer, sale, items, payment, totals, baseTotals } = parts;
  const { billing_address, shipping_address, shipping_method, customer_note } = parts;
  const physical = leaves(items).filter(({ is_virtual }) => is_virtual === 0);
  const topLevel = items.filter(isTopLevel);
  return {
    ...blankOrder,
    id,
    increment_id,
    created_at: now,
    updated_at: now,
    state: "new",
    status: "pending",
    ...currencies(sale),
    store_id: sale.store_id,
    store_name: sale.store_name,
    ...buyer,
    ...joinCurrencies(totals.order, baseTotals.order),
    total_due: totals.order.grand_total,
    base_total_due: baseTotals.order.grand_total,
    total_qty_ordered: totalOf(topLevel, "qty_ordered"),
    total_item_count: topLevel.length,
    weight: totalWeight(physical.map(({ weight, qty_ordered: qty }) => ({ weight, qty }))),
    is_virtual: physical.length === 0 ? 1 : 0,
    shipping_method,
    shipping_description: shipping_method && shippingMethod(shipping_method).description,
    billing_address,
    billing_address_id: billing_address.address_id,
    shipping_address,
    shipping_address_id: shipping_address && shipping_address.address_id,
    items,
    payment,
    status_history: [],
    customer_note,
    customer_note_notify: parts.notify ? 1 : 0,
    email_sent: parts.notify ? 1 : 0,
    coupon_code: null,
    discount_description: null,
    applied_rule_ids: null,
    hold_before_state: null,
    hold_before_status: null,
    ...parts.ofCart,
  };
}

function currencies({ order_currency_code, rate }: Sale) {
  return {
    order_currency_code,
    base_currency_code: baseCurrency,
    store_currency_code: baseCurrency,
    global_currency_code: baseCurrency,
    base_to_order_rate: rate,
    store_to_order_rate: rate,
    base_to_global_rate: 1,
    store_to_base_rate: 1,
  };
}

/** The price of a shipping method for this number of physical units, in base currency. */
export function methodPrice(method: ShippingMethod, physicalQty: number): number {
  return proportion(shippingMethod(method).pricePerUnit, physicalQty);
}
