/** Credit memos for clients of Magento 1, with address IDs and totals that other clients do not use (doors 0.1). */
import type { Schemas } from "../../../../generated/operations.js";
import { sum, totalOf } from "../../../engine/values/money.js";
import type { CreditmemoDoc, OrderDoc } from "../../data/entities/sales.js";
import { inBoth } from "../amounts/amounts.js";
import { creditmemoEntry, creditmemoInfo } from "./creditmemo.js";

export function legacyCreditmemoInfo(memo: CreditmemoDoc, order: OrderDoc): Schemas["CreditmemoInfo"] {
  return { ...creditmemoInfo(memo, order), ...ofOrder(order), ...totalsInclTax(memo) };
}

/** A list entry with all fields that `info` returns for the credit memo itself. */
export function legacyCreditmemoEntry(memo: CreditmemoDoc, order: OrderDoc): Schemas["CreditmemoListEntry"] {
  const { id: _1, items: _2, comments: _3, ...fields } = memo;
  return { ...fields, ...creditmemoEntry(memo), ...ofOrder(order), ...totalsInclTax(memo) };
}

function ofOrder({ billing_address_id, shipping_address_id, discount_description }: OrderDoc) {
  return { billing_address_id, shipping_address_id, discount_description };
}

/** Totals including tax, calculated as for invoices (sales 19.2). */
function totalsInclTax(memo: CreditmemoDoc) {
  return inBoth((currency) => ({
    subtotal_incl_tax: totalOf(memo.items, `${currency}row_total_incl_tax`),
    shipping_incl_tax: sum(memo[`${currency}shipping_amount`], memo[`${currency}shipping_tax_amount`]),
  }));
}
