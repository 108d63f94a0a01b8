/** The chapters under spec/ (spec/README.md). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { Chapters, HeadChapter, NamespaceChapter, Schema } from "../../src/engine/chapters/chapter.js";

/** The namespaces in the order of the API documents. */
const namespaceOrder = [
  "catalog_product_attribute",
  "catalog_product_attribute_set",
  "catalog_product_type",
  "catalog_product_attribute_media",
  "catalog_product_attribute_tier_price",
  "catalog_product",
  "catalog_category",
  "sales_order",
  "sales_order_shipment",
  "sales_order_invoice",
  "sales_order_creditmemo",
  "customer",
  "customer_address",
];

/** Namespaces beyond the API documents (doors 9, beyond 1.1). */
const neighbourNamespaces = [
  "core_store",
  "customer_group",
  "cataloginventory_stock_item",
  "core_magento",
  "directory_country",
  "directory_region",
  "catalog_category_attribute",
  "catalog_product_link",
  "cart",
  "cart_product",
  "cart_customer",
  "cart_shipping",
  "cart_payment",
  "cart_coupon",
  "catalog_product_custom_option",
  "catalog_product_custom_option_value",
  "catalog_product_downloadable_link",
  "catalog_product_tag",
  "giftmessage",
];

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** The content of files by their text: the contracts are read several times in one check. */
const parsed = new Map<string, unknown>();

export function readYaml(...path: string[]): unknown {
  const text = readFileSync(join(projectRoot, ...path), "utf8");
  try {
    if (!parsed.has(text)) parsed.set(text, parse(text));
    return structuredClone(parsed.get(text));
  } catch (error) {
    throw new Error(`${path.join("/")}: ${(error as Error).message}`, { cause: error });
  }
}

export function readChapters(): Chapters {
  const schemaFiles = readdirSync(join(projectRoot, "spec", "schemas")).sort();
  return {
    head: readYaml("spec", "openrpc.yaml") as HeadChapter,
    namespaces: [...namespaceOrder, ...neighbourNamespaces].map((name) => [
      name,
      readYaml("spec", "namespaces", `${name}.yaml`) as NamespaceChapter,
    ]),
    schemas: schemaFiles.flatMap((file) =>
      Object.entries(readYaml("spec", "schemas", file) as Record<string, Schema>).map(
        ([name, schema]): [string, Schema, string] => [name, schema, file],
      ),
    ),
  };
}

/** The introduction of the contract of the plain addresses, in Markdown. */
export function readPlainIntroduction(): string {
  return readFileSync(join(projectRoot, "spec", "plain-http.md"), "utf8");
}

export function readOpenApi(): Schema {
  return readYaml("openapi.yaml") as Schema;
}
