/** The websites, stores, tax classes and customer groups of both datasets (conventions 8.1, catalog 2.5). */
import type { ShopDoc } from "../../data/entities/shop.js";

export const installedShop: ShopDoc = {
  id: "shop",
  websites: [
    { website_id: 0, code: "admin", name: "Admin", sort_order: 0, default_group_id: 0, is_default: false },
    {
      website_id: 1,
      code: "base",
      name: "Main Website",
      sort_order: 0,
      default_group_id: 1,
      is_default: true,
    },
    {
      website_id: 2,
      code: "second",
      name: "Second Website",
      sort_order: 1,
      default_group_id: 2,
      is_default: false,
    },
  ],
  groups: [
    { group_id: 0, website_id: 0, name: "Default", root_category_id: 0, default_store_id: 0 },
    { group_id: 1, website_id: 1, name: "Main Website Store", root_category_id: 2, default_store_id: 1 },
    { group_id: 2, website_id: 2, name: "Second Website Store", root_category_id: 2, default_store_id: 2 },
  ],
  views: [
    view({ store_id: 0, code: "admin", website_id: 0, group_id: 0, name: "Admin", sort_order: 0 }),
    view({
      store_id: 1,
      code: "default",
      website_id: 1,
      group_id: 1,
      name: "Default Store View",
      sort_order: 0,
    }),
    view({
      store_id: 2,
      code: "second_default",
      website_id: 2,
      group_id: 2,
      name: "Second Store View",
      sort_order: 0,
    }),
    view({
      store_id: 3,
      code: "german",
      website_id: 1,
      group_id: 1,
      name: "German",
      sort_order: 1,
      language: "de",
    }),
  ],
  tax_classes: [
    { class_id: 2, name: "Taxable Goods", type: "product" },
    { class_id: 3, name: "Retail Customer", type: "customer" },
    { class_id: 4, name: "Shipping", type: "product" },
  ],
  customer_groups: [
    { group_id: 0, code: "NOT LOGGED IN" },
    { group_id: 1, code: "General" },
    { group_id: 2, code: "Wholesale" },
    { group_id: 3, code: "Retailer" },
  ],
};

function view(row: Omit<ShopDoc["views"][number], "is_active">): ShopDoc["views"][number] {
  return { ...row, is_active: true };
}
