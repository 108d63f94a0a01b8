/** The namespaces by name. A missing namespace, or a missing operation, does not compile. */
import { category } from "./catalog/categories/category.js";
import { categoryAttribute } from "./catalog/categories/category-attribute.js";
import { productLink } from "./catalog/links/product-link.js";
import { productDownloadableLink } from "./catalog/downloads/product-downloadable-link.js";
import { productCustomOption } from "./catalog/options/product-custom-option.js";
import { productCustomOptionValue } from "./catalog/options/product-custom-option-value.js";
import { productTag } from "./catalog/tags/product-tag.js";
import { productAttributeMedia } from "./catalog/images/product-attribute-media.js";
import { productAttributeSet } from "./catalog/attribute-sets/product-attribute-set.js";
import { productAttributeTierPrice } from "./catalog/prices/product-attribute-tier-price.js";
import { productAttribute } from "./catalog/attributes/product-attribute.js";
import { cart } from "./carts/cart.js";
import { cartCoupon } from "./carts/coupon.js";
import { cartCustomer } from "./carts/customer.js";
import { cartPayment } from "./carts/payment.js";
import { cartShipping } from "./carts/shipping.js";
import { giftmessage } from "./carts/giftmessage.js";
import { cartProduct } from "./carts/product.js";
import { productType } from "./catalog/products/product-type.js";
import { product } from "./catalog/products/product.js";
import { stockItem } from "./stock/stock-item.js";
import { magento } from "./stores/magento.js";
import { store } from "./stores/store.js";
import { customerAddress } from "./customers/addresses/address.js";
import { customer } from "./customers/accounts/customer.js";
import { group } from "./customers/groups/group.js";
import { country } from "./directory/country.js";
import { region } from "./directory/region.js";
import type { AnyHandler, Namespace, NamespaceName } from "./namespace.js";
import { orderCreditmemo } from "./sales/creditmemos/order-creditmemo.js";
import { orderInvoice } from "./sales/invoices/order-invoice.js";
import { orderShipment } from "./sales/shipments/order-shipment.js";
import { order } from "./sales/orders/order.js";

const handlers: { readonly [N in NamespaceName]: Namespace<N> } = {
  catalog_product_attribute: productAttribute,
  catalog_product_attribute_set: productAttributeSet,
  catalog_product_type: productType,
  catalog_product_attribute_media: productAttributeMedia,
  catalog_product_attribute_tier_price: productAttributeTierPrice,
  catalog_product: product,
  catalog_category: category,
  sales_order: order,
  sales_order_shipment: orderShipment,
  sales_order_invoice: orderInvoice,
  sales_order_creditmemo: orderCreditmemo,
  customer,
  customer_address: customerAddress,
  core_store: store,
  customer_group: group,
  cataloginventory_stock_item: stockItem,
  core_magento: magento,
  directory_country: country,
  directory_region: region,
  cart,
  cart_product: cartProduct,
  cart_customer: cartCustomer,
  cart_shipping: cartShipping,
  cart_payment: cartPayment,
  cart_coupon: cartCoupon,
  giftmessage,
  catalog_category_attribute: categoryAttribute,
  catalog_product_link: productLink,
  catalog_product_custom_option: productCustomOption,
  catalog_product_custom_option_value: productCustomOptionValue,
  catalog_product_downloadable_link: productDownloadableLink,
  catalog_product_tag: productTag,
};

/** Handlers by operation, for example `catalog_product.info`. */
export function operationHandlers(): ReadonlyMap<string, AnyHandler> {
  return new Map(
    Object.entries(handlers).flatMap(([namespace, operations]) =>
      Object.entries(operations).map(([name, handler]): [string, AnyHandler] => [
        `${namespace}.${name}`,
        handler as AnyHandler,
      ]),
    ),
  );
}
