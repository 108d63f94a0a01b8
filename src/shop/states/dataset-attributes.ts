/** The custom attributes of customers in a dataset, which its calls can already use (customers 7.4). */
import { problemAt } from "../../engine/states/problem.js";
import { CustomAttributeError, customAttributes } from "../customers/accounts/custom-attributes.js";
import type { CustomAttribute } from "../data/entities/customer.js";
import type { ShopDoc } from "../data/entities/shop.js";

/** @param known the custom attributes of the server. Throws StateProblems. */
export function datasetAttributes(
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
