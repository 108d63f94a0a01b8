/** `customer_group`: the groups of customers. doors 9.1. */
import type { Namespace } from "../../namespace.js";

export const group: Namespace<"customer_group"> = {
  async list({ shop }) {
    return shop.doc.customer_groups
      .toSorted((a, b) => a.group_id - b.group_id)
      .map(({ group_id, code }) => ({ customer_group_id: group_id, customer_group_code: code }));
  },
};
