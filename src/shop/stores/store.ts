/** `core_store`: the store views of the shop. doors 9.1. */
import type { StoreView } from "../data/entities/shop.js";
import type { Namespace } from "../namespace.js";

export const store: Namespace<"core_store"> = {
  async list({ shop }) {
    return shop.doc.views.filter(isForCustomers).toSorted(byOrderAndName).map(storeInfo);
  },

  async info({ args, shop, fault }) {
    const view = shop.view(args.storeId);
    if (!view || !isForCustomers(view)) {
      throw fault("store_not_exists");
    }

    return storeInfo(view);
  },
};

const names = new Intl.Collator("en", { sensitivity: "base" });

/** The order of Magento; the ID decides last, so that it is always the same. */
function byOrderAndName(a: StoreView, b: StoreView): number {
  return a.sort_order - b.sort_order || names.compare(a.name, b.name) || a.store_id - b.store_id;
}

/** Store view 0 is for administration and has no storefront. */
function isForCustomers({ store_id }: StoreView): boolean {
  return store_id !== 0;
}

function storeInfo({ store_id, code, website_id, group_id, name, sort_order, is_active }: StoreView) {
  return { store_id, code, website_id, group_id, name, sort_order, is_active };
}
