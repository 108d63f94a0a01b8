// The connector asks for new orders by sales_order.search. An order that was edited in Magento is canceled, and a
// new one takes its place with a number at the end: 100000001, 100000001-1, 100000001-2.
import { conditions } from "./conditions.js";

const fields = {
  created_at: "time",
  updated_at: "time",
  store_id: "number",
  customer_id: "number",
  state: "text",
  status: "text",
};

export default {
  async search({ args, fault, tx }) {
    const { imported, limit, filters } = args.query ?? {};
    const where = conditions(filters, fields, fault);
    // Nobody has marked an order as imported.
    if (Number(imported)) return [];
    const orders = await tx.find("orders", { where, ...(limit ? { limit: Number(limit) } : {}) });
    return orders.map(({ increment_id }) => increment_id);
  },

  async get_parent({ args, fault, tx }) {
    const order = await tx.by("orders", "increment_id", [args.orderIncrementId]);
    if (!order) throw fault("order_not_exists");

    const [, first, edit] = /^(.+)-(\d+)$/.exec(order.increment_id) ?? [];
    if (first === undefined) return false;
    const number = Number(edit) > 1 ? `${first}-${Number(edit) - 1}` : first;
    const parent = await tx.by("orders", "increment_id", [number]);
    return parent?.increment_id ?? false;
  },
};
