/** Orders in the form in which callers receive them (sales 15.1-15.3). */
import type { Schemas } from "../../../../generated/operations.js";
import type { OrderDoc, OrderItem, OrderPayment, SalesAddress } from "../../data/entities/sales.js";
import { newestFirst } from "./order-state.js";

/** The answer of `sales_order.info`: all stored fields except those that only the service uses. */
export function orderInfo(order: OrderDoc): Schemas["OrderInfo"] {
  const {
    id,
    items,
    payment,
    status_history,
    shipping_tax_invoiced: _1,
    base_shipping_tax_invoiced: _2,
    quote_id = null,
    ...fields
  } = order;
  return {
    order_id: id,
    quote_id,
    ...fields,
    items: items.map(itemInfo),
    payment: paymentInfo(payment),
    status_history: newestFirst(status_history),
  };
}

/** Omits the base amounts that only the service uses. Copying all other fields at once is much faster than in parts. */
function itemInfo(item: OrderItem): Schemas["OrderItem"] {
  const {
    base_row_invoiced: _1,
    base_tax_invoiced: _2,
    base_discount_invoiced: _3,
    base_amount_refunded: _4,
    base_tax_refunded: _5,
    base_discount_refunded: _6,
    base_tax_canceled: _7,
    base_original_price: _8,
    base_price_incl_tax: _9,
    base_row_total_incl_tax: _10,
    is_money_dummy: _11,
    is_shipping_dummy: _12,
    ...fields
  } = item;
  return fields;
}

function paymentInfo(payment: OrderPayment): Schemas["OrderPayment"] {
  const {
    authorization: _1,
    base_shipping_amount: _2,
    base_shipping_captured: _3,
    base_shipping_refunded: _4,
    base_amount_canceled: _5,
    ...fields
  } = payment;
  return fields;
}

/** An entry of `sales_order.list`: the fields of the order itself, and the names in its addresses. */
export function orderEntry(order: OrderDoc): Schemas["OrderListEntry"] {
  const {
    id,
    items: _1,
    payment: _2,
    status_history: _3,
    shipping_tax_invoiced: _4,
    base_shipping_tax_invoiced: _5,
    quote_id = null,
    coupon_rule_name: _6,
    gift_message_id: _7,
    gift_message: _8,
    billing_address: billing,
    shipping_address: shipping,
    ...fields
  } = order;
  return {
    order_id: id,
    quote_id,
    ...fields,
    billing_firstname: billing.firstname,
    billing_lastname: billing.lastname,
    billing_name: fullName(billing),
    shipping_firstname: shipping && shipping.firstname,
    shipping_lastname: shipping && shipping.lastname,
    shipping_name: shipping && fullName(shipping),
  };
}

function fullName({ firstname, lastname }: SalesAddress): string {
  return `${firstname} ${lastname}`;
}
