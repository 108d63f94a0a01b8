/** Credit memos as clients of Magento 1 know them: with addresses and totals of which others make no use (doors 0.1). */
import type { Schemas } from "../../../../generated/operations.js";
import { sum, totalOf } from "../../../engine/values/money.js";
import type { CreditmemoDoc, OrderDoc } from "../../data/entities/sales.js";
import { inBoth } from "../amounts/amounts.js";
import { creditmemoEntry, creditmemoInfo } from "./creditmemo.js";

export function wholeCreditmemoInfo(memo: CreditmemoDoc, order: OrderDoc): Schemas["CreditmemoInfo"] {
  return { ...creditmemoInfo(memo, order), ...ofOrder(order), ...totalsInclTax(memo) };
}

/** A row with all that `info` says of the document itself. */
export function wholeCreditmemoEntry(memo: CreditmemoDoc, order: OrderDoc): Schemas["CreditmemoListEntry"] {
  const { id: _1, items: _2, comments: _3, ...fields } = memo;
  return { ...fields, ...creditmemoEntry(memo), ...ofOrder(order), ...totalsInclTax(memo) };
}

function ofOrder({ billing_address_id, shipping_address_id, discount_description }: OrderDoc) {
  return { billing_address_id, shipping_address_id, discount_description };
}

/** As invoices say them (sales 19.2). */
function totalsInclTax(memo: CreditmemoDoc) {
  return inBoth((currency) => ({
    subtotal_incl_tax: totalOf(memo.items, `${currency}row_total_incl_tax`),
    shipping_incl_tax: sum(memo[`${currency}shipping_amount`], memo[`${currency}shipping_tax_amount`]),
  }));
}
