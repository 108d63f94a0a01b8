/** Orders for clients of Magento 1, with amounts that other answers omit (doors 0.1). */
import type { Schemas } from "../../../../generated/operations.js";
import type { OrderDoc, OrderItem, SalesAddress } from "../../data/entities/sales.js";
import { orderEntry, orderInfo } from "./order-info.js";

export function legacyOrderInfo(order: OrderDoc): Schemas["OrderInfo"] {
  const info = orderInfo(order);
  const parents = new Set(order.items.map(({ parent_item_id }) => parent_item_id));
  const items = info.items.map((item, index) => ({
    ...item,
    ...(parents.has(item.item_id) ? { has_children: true } : {}),
    ...itemFigures(order.items[index] as OrderItem),
  }));
  return {
    ...info,
    items,
    billing_address: ofOrder(info.billing_address, order.id),
    shipping_address: info.shipping_address && ofOrder(info.shipping_address, order.id),
    payment: { ...info.payment, ...paymentFigures(order) },
  };
}

function itemFigures({
  base_row_invoiced,
  base_tax_invoiced,
  base_discount_invoiced,
  base_amount_refunded,
  base_tax_refunded,
  base_discount_refunded,
  base_original_price,
  base_price_incl_tax,
  base_row_total_incl_tax,
}: OrderItem) {
  const prices = { base_original_price, base_price_incl_tax, base_row_total_incl_tax };
  const invoiced = { base_row_invoiced, base_tax_invoiced, base_discount_invoiced };
  return { ...prices, ...invoiced, base_amount_refunded, base_tax_refunded, base_discount_refunded };
}

function paymentFigures({ id: parent_id, payment }: OrderDoc) {
  const { base_shipping_amount, base_shipping_captured, base_shipping_refunded, base_amount_canceled } =
    payment;
  const shipping = { base_shipping_amount, base_shipping_captured, base_shipping_refunded };
  return { parent_id, ...shipping, base_amount_canceled };
}

function ofOrder<Address extends SalesAddress | Schemas["SalesAddress"]>(
  address: Address,
  parent_id: number,
) {
  return { parent_id, ...address };
}

/** A list entry that also contains fields of the billing address, and what an order with a cart rule or a gift message has. */
export function legacyOrderEntry(order: OrderDoc): Schemas["OrderListEntry"] {
  const { firstname, middlename, lastname, telephone, postcode } = order.billing_address;
  const { coupon_rule_name = null, gift_message_id = null } = order;
  const further = { coupon_rule_name, gift_message_id };
  return { ...orderEntry(order), ...{ firstname, middlename, lastname, telephone, postcode }, ...further };
}
