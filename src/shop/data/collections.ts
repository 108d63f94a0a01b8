/** What a storage of the shop keeps, beside the engine's own rows. */
import {
  type CollectionDef,
  exactPart,
  foldedPart,
  namesOf,
  number,
  numbers,
  ownCollections,
  text,
  texts,
  type UniqueKeysOf,
} from "../../engine/storage/collections.js";
import type { ShopDocuments } from "./entities/documents.js";

const { api_users, sessions, idempotency_keys, own_rows } = ownCollections;

/** A document that belongs to an order: shipments, invoices, credit memos. */
const ofOrder = <Sequence extends string>(sequence: Sequence) =>
  ({
    key: "int",
    sequence,
    unique: { increment_id: [exactPart("increment_id")] },
    index: [
      ...[text("increment_id"), number("order_id"), text("order_increment_id")],
      ...[number("store_id"), text("created_at")],
    ],
  }) as const;

/** The keys and indexes of every collection. Shapes: entities/documents.ts. */
export const collections = {
  api_users,
  sessions: { ...sessions, index: [...sessions.index, number("customer_id")] },
  /** The answers of the gateway and the coupons are used up by calls that have nothing to do with each other. */
  settings: { key: "text", kept: { guarded: true, except: ["gateway", "coupons"] } },
  // A product is never written by attributes of yesterday.
  attributes: {
    key: "int",
    sequence: "attribute",
    unique: { code: [exactPart("entity_type"), exactPart("attribute_code")] },
    kept: { guarded: true },
  },
  attribute_sets: { key: "int", sequence: "attribute_set", kept: { guarded: true } },
  categories: { key: "int", sequence: "category", index: [number("parent_id")], kept: { guarded: true } },
  /** The id is "category:product". */
  category_products: { key: "text", index: [number("category_id"), number("product_id")] },
  products: {
    key: "int",
    sequence: "product",
    unique: { sku: [foldedPart("sku")] },
    index: [
      ...[text("sku"), texts("values.*.name"), number("set"), text("type"), numbers("website_ids")],
      ...[numbers("options.option_id"), numbers("options.values.value_id")],
      ...[numbers("download_links.link_id"), numbers("download_samples.sample_id")],
    ],
  },
  /** The id is "type:product:linked product". */
  product_links: { key: "text", index: [number("product_id"), number("linked_product_id")] },
  product_tags: { key: "int", sequence: "tag", unique: { name: [foldedPart("name")] } },
  /** The id is "tag:product:customer:store view". */
  product_tag_uses: {
    key: "text",
    index: [number("tag_id"), number("product_id"), number("customer_id")],
  },
  /** The id is the folded file path. */
  images: { key: "text", index: [number("product_id")] },
  /** As images, of the links and samples of downloadable products; served by no address. */
  download_files: { key: "text", index: [number("product_id")] },
  /** The id is the product's. */
  stock_items: { key: "int" },
  /** The id is the product's. */
  compositions: {
    key: "int",
    index: [
      ...[numbers("children"), numbers("attributes.attribute_id")],
      numbers("options.selections.product_id"),
    ],
  },
  orders: {
    key: "int",
    sequence: "order",
    unique: { increment_id: [exactPart("increment_id")] },
    index: [
      ...[text("increment_id"), text("status"), text("state"), text("created_at")],
      ...[number("customer_id"), number("store_id")],
    ],
  },
  shipments: ofOrder("shipment"),
  invoices: ofOrder("invoice"),
  creditmemos: ofOrder("creditmemo"),
  customers: {
    key: "int",
    sequence: "customer",
    unique: { email: [exactPart("website_id"), foldedPart("email")] },
    index: [
      ...[number("group_id"), number("website_id"), text("email"), text("created_at")],
      ...[text("firstname"), text("lastname")],
    ],
  },
  addresses: { key: "int", sequence: "address", index: [number("customer_id")] },
  carts: {
    key: "int",
    sequence: "cart",
    index: [
      ...[number("customer_id"), numbers("lines.product_id"), numbers("lines.children.product_id")],
      ...[numbers("lines.item_id"), numbers("lines.children.item_id")],
    ],
  },
  mail: { key: "int", sequence: "mail", index: [text("order_increment_id"), text("state")] },
  idempotency_keys,
  own_rows,
} as const satisfies { readonly [C in keyof ShopDocuments]: CollectionDef };

/** Collections whose rows have files; in states a row brings its bytes along as base64, in `content`. */
const ofFiles: ReadonlySet<string> = new Set(["images", "download_files"] satisfies (keyof ShopDocuments)[]);

export function hasFiles(collection: string): boolean {
  return ofFiles.has(collection);
}

export const collectionNames = namesOf(collections) as (keyof ShopDocuments)[];

export function isCollection(name: string): name is keyof ShopDocuments {
  return Object.hasOwn(collections, name);
}

declare module "../../engine/storage/collections.js" {
  // oxlint-disable-next-line typescript/no-empty-object-type -- it adds to those of the engine
  interface UniqueKeys extends UniqueKeysOf<typeof collections> {}
}
