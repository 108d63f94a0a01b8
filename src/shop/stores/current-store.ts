/** `currentStore` of five namespaces: products with their attributes and images, and categories with theirs, share a store each. */
import type { Call, StoreFamily } from "../namespace.js";

/** Without a store argument, the current store stays. */
export function currentStore(family: StoreFamily) {
  return async ({
    args,
    scope,
    session,
  }: Pick<Call<"catalog_product.currentStore">, "args" | "scope" | "session">): Promise<number> => {
    const { store_id } = scope(args.store);
    if ((args.store ?? null) !== null) await session.setCurrentStore(family, store_id);
    return store_id;
  };
}
