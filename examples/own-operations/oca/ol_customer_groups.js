import { shopRows } from "./shop_rows.js";

// The groups of this shop have no tax class of their own, so each has the first one of customers.
const { all, search, info } = shopRows("customer_groups", "customer_group_id", (group, shop) => ({
  customer_group_id: group.group_id,
  customer_group_code: group.code,
  tax_class_id: shop.tax_classes.find(({ type }) => type === "customer")?.class_id ?? 0,
}));

export default { list: all, search, info };
