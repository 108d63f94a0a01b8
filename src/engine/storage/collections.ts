import type { CollectionName } from "./documents.js";

/** One value of a unique key. A document without a value there is not bound by the key. */
export interface UniquePart {
  readonly path: string;
  /** Upper and lower case are the same. */
  readonly folded?: true;
}

/** An ordered index over one path, with the comparison of match.ts for that type. */
export interface IndexDef {
  readonly path: string;
  readonly type: "text" | "number";
  /** The path leads to or through arrays; every element is indexed. */
  readonly list?: true;
}

export interface CollectionDef {
  readonly key: "int" | "text";
  readonly unique?: { readonly [name: string]: readonly UniquePart[] };
  readonly index?: readonly IndexDef[];
}

const exactPart = (path: string): UniquePart => ({ path });
const foldedPart = (path: string): UniquePart => ({ path, folded: true });
const number = (path: string): IndexDef => ({ path, type: "number" });
const text = (path: string): IndexDef => ({ path, type: "text" });
const numbers = (path: string): IndexDef => ({ path, type: "number", list: true });

/** A document that belongs to an order: shipments, invoices, credit memos. */
const ofOrder = {
  key: "int",
  unique: { increment_id: [exactPart("increment_id")] },
  index: [
    text("increment_id"),
    number("order_id"),
    text("order_increment_id"),
    number("store_id"),
    text("created_at"),
  ],
} as const;

/**
 * The keys and indexes of every collection; each storage reads them here. Shapes: src/shop/data/entities/documents.ts.
 */
export const collections = {
  api_users: { key: "int", unique: { username: [foldedPart("username")] } },
  /** The id is the hash of the token. */
  sessions: { key: "text", index: [number("user_id"), number("customer_id")] },
  settings: { key: "text" },
  attributes: { key: "int", unique: { code: [exactPart("entity_type"), exactPart("attribute_code")] } },
  attribute_sets: { key: "int" },
  categories: { key: "int", index: [number("parent_id")] },
  /** The id is "category:product". */
  category_products: { key: "text", index: [number("category_id"), number("product_id")] },
  products: {
    key: "int",
    unique: { sku: [foldedPart("sku")] },
    index: [text("sku"), number("set"), text("type"), numbers("website_ids")],
  },
  /** The id is the folded file path. */
  images: { key: "text", index: [number("product_id")] },
  /** The id is the product's. */
  stock_items: { key: "int" },
  orders: {
    key: "int",
    unique: { increment_id: [exactPart("increment_id")] },
    index: [
      ...[text("increment_id"), text("status"), text("state"), text("created_at")],
      ...[number("customer_id"), number("store_id")],
    ],
  },
  shipments: ofOrder,
  invoices: ofOrder,
  creditmemos: ofOrder,
  customers: {
    key: "int",
    unique: { email: [exactPart("website_id"), foldedPart("email")] },
    index: [number("group_id"), number("website_id"), text("email"), text("created_at")],
  },
  addresses: { key: "int", index: [number("customer_id")] },
  mail: { key: "int", index: [text("order_increment_id"), text("state")] },
  idempotency_keys: {
    key: "text",
    unique: { key: [exactPart("key")] },
    index: [number("recorded_ms")],
  },
} as const satisfies { readonly [C in CollectionName]: CollectionDef };

/** The names of the unique keys of a collection. */
export type UniqueName<C extends CollectionName> = (typeof collections)[C] extends { unique: infer U }
  ? keyof U & string
  : never;

export const collectionNames = Object.keys(collections) as CollectionName[];
