/** The 13 namespaces by name. One that is missing, or lacks an operation of the contract, does not compile. */
import { category } from "./catalog/category.js";
import { productType } from "./catalog/product-type.js";
import { product } from "./catalog/product.js";
import type { AnyHandler, Namespace, NamespaceName } from "./rpc/namespace.js";

/** Not built yet: its operations answer `resource_path_not_callable`. */
const pending = null;

const handlers: { readonly [N in NamespaceName]: Namespace<N> | typeof pending } = {
  catalog_product_attribute: pending,
  catalog_product_attribute_set: pending,
  catalog_product_type: productType,
  catalog_product_attribute_media: pending,
  catalog_product_attribute_tier_price: pending,
  catalog_product: product,
  catalog_category: category,
  sales_order: pending,
  sales_order_shipment: pending,
  sales_order_invoice: pending,
  sales_order_creditmemo: pending,
  customer: pending,
  customer_address: pending,
};

/** Handlers by operation, for example `catalog_product.info`. */
export function operationHandlers(): ReadonlyMap<string, AnyHandler> {
  return new Map(
    Object.entries(handlers).flatMap(([namespace, operations]) =>
      Object.entries(operations ?? {}).map(([name, handler]): [string, AnyHandler] => [
        `${namespace}.${name}`,
        handler as AnyHandler,
      ]),
    ),
  );
}
