/** Figures of an order that follow from its others (sales 11.4). */
import type { OrderDoc } from "../../data/entities/sales.js";
import { sum, toCents } from "../../../engine/values/money.js";
import { inBoth } from "../amounts/currencies.js";

/** What is still to be paid; also of a canceled order. */
export function amountDue(order: OrderDoc): Pick<OrderDoc, "total_due" | "base_total_due"> {
  return inBoth((currency) => {
    const unpaid = toCents(sum(order[`${currency}grand_total`], -order[`${currency}total_paid`]));
    return { total_due: Math.max(0, unpaid) };
  });
}
