/** Aliases of namespaces and operations (conventions 3.4). */
import { expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop();

const namespaceAliases = {
  category: "catalog_category",
  product: "catalog_product",
  product_attribute: "catalog_product_attribute",
  product_attribute_set: "catalog_product_attribute_set",
  product_type: "catalog_product_type",
  product_attribute_media: "catalog_product_attribute_media",
  product_media: "catalog_product_attribute_media",
  product_attribute_tier_price: "catalog_product_attribute_tier_price",
  product_tier_price: "catalog_product_attribute_tier_price",
  order: "sales_order",
  order_shipment: "sales_order_shipment",
  order_invoice: "sales_order_invoice",
  order_creditmemo: "sales_order_creditmemo",
  store: "core_store",
  product_stock: "cataloginventory_stock_item",
  magento: "core_magento",
  country: "directory_country",
  region: "directory_region",
  category_attribute: "catalog_category_attribute",
  cart_customer_address: "cart_customer",
  product_link: "catalog_product_link",
  product_custom_option: "catalog_product_custom_option",
  product_custom_option_value: "catalog_product_custom_option_value",
  product_downloadable_link: "catalog_product_downloadable_link",
  product_tag: "catalog_product_tag",
};

test.each(Object.entries(namespaceAliases))("%s is %s", async (alias, namespace) => {
  const faults = async (name: string) =>
    (await shop.rpc("resourceFaults", [await shop.session(), name])).result;
  expect(await faults(alias)).toEqual(await faults(namespace));
});

test("there are no other aliases", async () => {
  const result = (await shop.rpc("resources", [await shop.session()])).result as { aliases: string[] }[];
  expect(result.flatMap(({ aliases }) => aliases).sort()).toEqual(Object.keys(namespaceAliases).sort());
});

const listAliases = {
  "catalog_product_attribute.list": "catalog_product_attribute.items",
  "catalog_product_attribute_set.list": "catalog_product_attribute_set.items",
  "catalog_product_type.list": "catalog_product_type.items",
  "catalog_product_attribute_media.list": "catalog_product_attribute_media.items",
  "product_attribute.list": "catalog_product_attribute.items",
  "product_media.list": "catalog_product_attribute_media.items",
};

test.each(Object.entries(listAliases))("%s is %s", async (alias, path) => {
  const session = await shop.session();
  const args = [4];
  expect(await shop.rpc("call", [session, alias, args])).toEqual(
    await shop.rpc("call", [session, path, args]),
  );
});

test("an alias works wrapped, directly and by plain HTTP", async () => {
  const session = await shop.session();
  const types = await shop.call("catalog_product_type.items");
  expect(await shop.call("product_type.list")).toEqual(types);
  expect((await shop.rpc("product_type.list", [session])).result).toEqual(types);
  const plain = await shop.http("POST", "/api/rpc/product_type.list", {
    headers: { Authorization: `Bearer ${session}` },
  });
  expect(plain.json).toEqual(types);
});

test.each(["category.list", "product.items", "customer_address.items", "address.list", "customers.list"])(
  "%s is unknown",
  async (path) => {
    expect((await shop.rpc("call", [await shop.session(), path])).error?.code).toBe(3);
  },
);
