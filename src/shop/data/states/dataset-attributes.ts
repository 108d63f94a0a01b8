/** The customer attributes of a dataset: its calls may name them, although it is not loaded yet (customers 7.4). */
import { problemAt } from "../../../engine/states/problem.js";
import { CustomAttributeError, customAttributes } from "../../customers/accounts/custom-attributes.js";
import type { CustomAttribute } from "../entities/customer.js";
import type { ShopDoc } from "../entities/shop.js";

/** @param known those that the server has anyway. Throws StateProblems. */
export function customAttributesOf(
  doc: Pick<ShopDoc, "customer_attributes"> | undefined,
  known: readonly CustomAttribute[],
): readonly CustomAttribute[] {
  try {
    return customAttributes(known, doc?.customer_attributes);
  } catch (error) {
    if (!(error instanceof CustomAttributeError)) throw error;
    throw problemAt("settings.shop.customer_attributes", error.message);
  }
}
