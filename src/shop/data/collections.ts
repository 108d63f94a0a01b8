/** The collections of the shop, in addition to the engine's own: keys, sequences and indexes. */
import {
  type CollectionDef,
  exactPart,
  foldedPart,
  collectionNamesOf,
  numberIndex,
  numberListIndex,
  engineCollections,
  textIndex,
  textListIndex,
  type UniqueKeysOf,
} from "../../engine/storage/collections.js";
import type { ShopDocuments } from "./entities/documents.js";

const { api_users, sessions, idempotency_keys, own_rows, ...oauth } = engineCollections;

const texts = (...paths: readonly string[]) => paths.map(textIndex);
const numbers = (...paths: readonly string[]) => paths.map(numberIndex);
const numberLists = (...paths: readonly string[]) => paths.map(numberListIndex);

/** A document that belongs to an order: shipments, invoices, credit memos. */
const ofOrder = <Sequence extends string>(sequence: Sequence) =>
  ({
    key: "int",
    sequence,
    unique: { increment_id: [exactPart("increment_id")] },
    index: [...texts("increment_id", "order_increment_id", "created_at"), ...numbers("order_id", "store_id")],
  }) as const;

/** The keys and indexes of every collection. Shapes: entities/documents.ts. */
export const collections = {
  api_users,
  sessions: { ...sessions, index: [...sessions.index, ...numbers("customer_id")] },
  /** Unrelated calls change the plan of the gateway and the coupons, so these are not guarded. */
  settings: { key: "text", cached: { guarded: true, except: ["gateway", "coupons"] } },
  // Guarded, so that products are not written with outdated attributes.
  attributes: {
    key: "int",
    sequence: "attribute",
    unique: { code: [exactPart("entity_type"), exactPart("attribute_code")] },
    cached: { guarded: true },
  },
  attribute_sets: { key: "int", sequence: "attribute_set", cached: { guarded: true } },
  categories: {
    key: "int",
    sequence: "category",
    index: numbers("parent_id"),
    cached: { guarded: true },
  },
  /** The id is "category:product". */
  category_products: { key: "text", index: numbers("category_id", "product_id") },
  products: {
    key: "int",
    sequence: "product",
    unique: { sku: [foldedPart("sku")] },
    index: [
      ...texts("sku", "type"),
      textListIndex("values.*.name"),
      ...numbers("set"),
      ...numberLists("website_ids", "options.option_id", "options.values.value_id"),
      ...numberLists("download_links.link_id", "download_samples.sample_id"),
    ],
  },
  /** The id is "type:product:linked product". */
  product_links: { key: "text", index: numbers("product_id", "linked_product_id") },
  product_tags: { key: "int", sequence: "tag", unique: { name: [foldedPart("name")] } },
  /** The id is "tag:product:customer:store view". */
  product_tag_uses: {
    key: "text",
    index: numbers("tag_id", "product_id", "customer_id"),
  },
  /** The id is the folded file path. */
  images: { key: "text", index: numbers("product_id") },
  /** Like images: the files of links and samples of downloadable products, which are not served. */
  download_files: { key: "text", index: numbers("product_id") },
  /** The id is the product's. */
  stock_items: { key: "int" },
  /** The id is the product's. */
  compositions: {
    key: "int",
    index: numberLists("children", "attributes.attribute_id", "options.selections.product_id"),
  },
  orders: {
    key: "int",
    sequence: "order",
    unique: { increment_id: [exactPart("increment_id")] },
    index: [...texts("increment_id", "status", "state", "created_at"), ...numbers("customer_id", "store_id")],
  },
  shipments: ofOrder("shipment"),
  invoices: ofOrder("invoice"),
  creditmemos: ofOrder("creditmemo"),
  customers: {
    key: "int",
    sequence: "customer",
    unique: { email: [exactPart("website_id"), foldedPart("email")] },
    secretHash: "password_hash",
    index: [...numbers("group_id", "website_id"), ...texts("email", "created_at", "firstname", "lastname")],
  },
  addresses: { key: "int", sequence: "address", index: numbers("customer_id") },
  carts: {
    key: "int",
    sequence: "cart",
    index: [
      ...numbers("customer_id"),
      ...numberLists("lines.product_id", "lines.children.product_id"),
      ...numberLists("lines.item_id", "lines.children.item_id"),
    ],
  },
  mail: { key: "int", sequence: "mail", index: texts("order_increment_id", "state") },
  idempotency_keys,
  ...oauth,
  own_rows,
} as const satisfies { readonly [C in keyof ShopDocuments]: CollectionDef };

/** Collections whose rows have files. In states, such a row contains the bytes as base64 in `content`. */
const ofFiles: ReadonlySet<string> = new Set(["images", "download_files"] satisfies (keyof ShopDocuments)[]);

export function hasFiles(collection: string): boolean {
  return ofFiles.has(collection);
}

export const collectionNames = collectionNamesOf(collections) as (keyof ShopDocuments)[];

export function isCollection(name: string): name is keyof ShopDocuments {
  return Object.hasOwn(collections, name);
}

declare module "../../engine/storage/collections.js" {
  // oxlint-disable-next-line typescript/no-empty-object-type -- it adds to those of the engine
  interface UniqueKeys extends UniqueKeysOf<typeof collections> {}
}
