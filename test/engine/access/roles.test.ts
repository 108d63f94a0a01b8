/** Permissions of roles (conventions 7.2, 7.3). */
import { describe, expect, test } from "vitest";
import { aclNodes, namespaces, operations, type OperationRow } from "../../../generated/tables.js";
import { Grants } from "../../../src/engine/access/roles.js";
import { shopContract } from "../../../src/shop/contract.js";
import { startShop } from "../../support/shop.js";

function allowed(nodes: readonly string[]): string[] {
  const grants = new Grants(nodes, shopContract);
  return Object.keys(operations).filter((operation) => grants.operations.has(operation));
}

const ofNamespaces = (...names: string[]) =>
  Object.entries<OperationRow>(operations)
    .filter(([, { namespace }]) => names.includes(namespace))
    .map(([name]) => name);

/** Permissions that any node below catalog/product grants. */
const ofProductNode = [
  "catalog_product_attribute.currentStore",
  ...["catalog_product_type.items", "catalog_product_attribute_tier_price.info"],
  ...["catalog_product.currentStore", "catalog_product.getSpecialPrice"],
];

describe("a role permits", () => {
  test.each<[nodes: string[], operations: string[]]>([
    [["all"], Object.keys(operations)],
    [[], []],
    [["catalog"], []],
    [["customer/info"], ["customer.list", "customer.info"]],
    [
      ["sales/order/change"],
      ["sales_order.addComment", "sales_order.hold", "sales_order.unhold", "sales_order.cancel"],
    ],
    [
      ["catalog/product/media/create"],
      [
        "catalog_product_attribute.currentStore",
        "catalog_product_type.items",
        "catalog_product_attribute_media.currentStore",
        "catalog_product_attribute_media.items",
        "catalog_product_attribute_media.info",
        "catalog_product_attribute_media.create",
        "catalog_product_attribute_media.types",
        "catalog_product_attribute_tier_price.info",
        "catalog_product.currentStore",
        "catalog_product.getSpecialPrice",
      ],
    ],
    [
      ["catalog", "catalog/product", "catalog/product/info"],
      [
        "catalog_product_attribute.currentStore",
        "catalog_product_type.items",
        "catalog_product_attribute_tier_price.info",
        "catalog_product.currentStore",
        "catalog_product.list",
        "catalog_product.info",
        "catalog_product.getSpecialPrice",
      ],
    ],
    [
      ["catalog/category/product/assign"],
      [
        ...["catalog_category.currentStore", "catalog_category.level", "catalog_category.assignProduct"],
        ...ofNamespaces("catalog_category_attribute"),
      ],
    ],
    [
      ["catalog/product/link/remove"],
      [
        ...ofProductNode,
        ...["catalog_product_link.list", "catalog_product_link.remove"],
        ...["catalog_product_link.types", "catalog_product_link.attributes"],
      ],
    ],
    [["catalog/product/tag/*"], [...ofProductNode, ...ofNamespaces("catalog_product_tag")]],
    [["customer/*"], ofNamespaces("customer", "customer_address", "customer_group")],
    [["customer/address/*"], ofNamespaces("customer_address")],
    [["sales/*"], Object.keys(operations).filter((name) => name.startsWith("sales_"))],
    [
      ["catalog/*"],
      Object.keys(operations).filter(
        (name) => name.startsWith("catalog_") && !name.startsWith("catalog_product_downloadable_link"),
      ),
    ],
    [["downloadable/*"], ofNamespaces("catalog_product_downloadable_link")],
    [["downloadable/link"], []],
    [
      ["catalog/product/option/add", "catalog/product/option/value/info"],
      [...ofProductNode, "catalog_product_custom_option.add", "catalog_product_custom_option_value.info"],
    ],
    [
      ["catalog/product/option/*"],
      [
        ...ofProductNode,
        ...ofNamespaces("catalog_product_custom_option", "catalog_product_custom_option_value"),
      ],
    ],
    [["giftmessage"], []],
    [["giftmessage/set"], ofNamespaces("giftmessage")],
    [["cataloginventory/info"], ["cataloginventory_stock_item.list"]],
    [["core/store/info"], ["core_store.info"]],
    [["directory/country"], ofNamespaces("directory_country")],
    [["core"], []],
    [
      ["catalog/category/tree/*"],
      [
        ...["catalog_category.currentStore", "catalog_category.tree", "catalog_category.level"],
        ...ofNamespaces("catalog_category_attribute"),
      ],
    ],
  ])("%j: %j", (nodes, expected) => expect(allowed(nodes)).toEqual(expected));
});

test("a node does not grant nodes that only start with its name", () => {
  expect(new Grants(["catalog/cat"], shopContract).allowsNamespace("catalog_category")).toBe(false);
  expect(new Grants(["customer/inf/*"], shopContract).operations.has("customer.info")).toBe(false);
});

test("unknown nodes are reported", () => {
  expect(shopContract.unknownNodes(["all", "catalog/*", "catalog/product/media/create"])).toEqual([]);
  expect(
    shopContract.unknownNodes(["Catalog", "catalog/", "*", "catalog/products", "catalog/*/x", ""]),
  ).toEqual(["Catalog", "catalog/", "*", "catalog/products", "catalog/*/x", ""]);
});

test("every operation needs a node of the tree", () => {
  const asked = [
    ...Object.values(namespaces).map(({ acl }) => acl),
    ...Object.values<OperationRow>(operations).flatMap(({ acl }) => acl ?? []),
  ];
  expect(asked.filter((node) => !aclNodes.includes(node))).toEqual([]);
});

describe("over the wire", async () => {
  const shop = await startShop();

  test.each(Object.keys(operations))(
    "%s without its node: fault 2, before its arguments are checked",
    async (path) => {
      const others = path.startsWith("customer") ? ["sales/*", "catalog/*"] : ["customer/*"];
      await shop.saveUser("other", others);
      const session = await shop.login("other", "secret123");
      await expect(shop.call(path, ["unusable", 5], session)).rejects.toMatchObject({
        code: 2,
        fault: "access_denied",
        data: { fault: "access_denied" },
      });
    },
  );
});
