/** The chapters under spec/ as they are written: plain OpenRPC with the abbreviations of spec/README.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export type Schema = { [keyword: string]: unknown };

/** `errors`: problems as `{field, message}`; `parameter`: a name; `products`: identifiers; `reference`: found in the log. */
export type FaultMember = "errors" | "parameter" | "products" | "reference";

export const faultMembers: readonly FaultMember[] = ["errors", "parameter", "products", "reference"];

export interface FaultRow {
  code: number;
  /** HTTP status in the plain form (interface 6). */
  status: number;
  message: string;
  /** What `data` can hold beside `fault` and `resource`. */
  tells?: FaultMember[];
  /** Numbered in the real system, never sent nor listed by this service. */
  reserved?: boolean;
}

export interface ParamChapter {
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  "x-fault"?: string;
  "x-default"?: unknown;
  "x-nullable"?: boolean;
  "x-filterable"?: Record<string, { field: string; type: string }>;
  "x-not-filterable"?: string[];
}

export interface MethodChapter {
  name: string;
  summary: string;
  description?: string;
  params: ParamChapter[];
  result: { name: string; schema: Schema; description?: string };
  errors: string[];
  examples: { name: string; params: Record<string, unknown>; result: unknown }[];
  "x-acl"?: string;
  "x-effect"?: "read" | "write";
  "x-storage-fault"?: string;
  /** In place of what a fault's row tells. */
  "x-fault-tells"?: Record<string, FaultMember[]>;
  "x-aliases"?: string[];
  /** Argument (or several, separated by commas) and fault of each check. */
  "x-checks"?: Record<string, string>[];
}

export interface NamespaceChapter {
  title: string;
  description: string;
  "x-acl": string;
  "x-aliases"?: string[];
  /** Beyond the API documents: behaves as a living system was seen to. */
  "x-source"?: "observed";
  errors?: Record<string, FaultRow>;
  methods: MethodChapter[];
}

/** Access nodes by name; a leaf is null. */
export interface AclTree {
  [node: string]: AclTree | null;
}

export interface HeadChapter {
  openrpc: string;
  info: { title: string; version: string; license: object; contact: object; description: string };
  servers: unknown[];
  tags: { name: string; summary: string; description: string }[];
  "x-global-faults": Record<string, FaultRow>;
  "x-acl-nodes": AclTree;
  methods: MethodChapter[];
}

export interface Chapters {
  head: HeadChapter;
  namespaces: [name: string, chapter: NamespaceChapter][];
  schemas: [name: string, schema: Schema, file: string][];
}

/** The namespaces in the order of the API documents. */
export const namespaceOrder = [
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

/** Namespaces beyond the API documents, which programs that sync with a shop call first (doors 9). */
export const neighbourNamespaces = [
  "core_store",
  "customer_group",
  "cataloginventory_stock_item",
  "core_magento",
  "directory_country",
  "directory_region",
];

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

export function readYaml(...path: string[]): unknown {
  const file = join(projectRoot, ...path);
  try {
    return parse(readFileSync(file, "utf8"));
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

/** The text at the head of the contract of the plain addresses, in Markdown. */
export function readPlainIntroduction(): string {
  return readFileSync(join(projectRoot, "spec", "plain-http.md"), "utf8");
}

export function readOpenApi(): Schema {
  return readYaml("openapi.yaml") as Schema;
}
