/** What ties the documents of a state together: references and sequences, checked before a dataset is stored. */
import type { Key } from "../../engine/storage/documents.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import { checkedPerTurn, pause, type Problems } from "./document.js";

/** What is asked of a state. */
export interface DocumentSource {
  readonly docs: (collection: CollectionName) => Iterable<Doc>;
  readonly has: (collection: CollectionName, id: Key) => boolean;
  readonly sequence: (name: string) => number;
}

export interface Reference {
  readonly from: CollectionName;
  readonly path: string;
  readonly to: CollectionName;
}

/** A member that names a document of another collection; null and 0 name none. */
export const references: readonly Reference[] = [
  { from: "products", path: "set", to: "attribute_sets" },
  { from: "categories", path: "parent_id", to: "categories" },
  { from: "category_products", path: "category_id", to: "categories" },
  { from: "category_products", path: "product_id", to: "products" },
  { from: "images", path: "product_id", to: "products" },
  { from: "stock_items", path: "id", to: "products" },
  { from: "addresses", path: "customer_id", to: "customers" },
  { from: "shipments", path: "order_id", to: "orders" },
  { from: "invoices", path: "order_id", to: "orders" },
  { from: "creditmemos", path: "order_id", to: "orders" },
];

/** The sequence that gives the IDs of a collection. */
export const sequenceOf: Readonly<Partial<Record<CollectionName, string>>> = {
  api_users: "api_user",
  attributes: "attribute",
  attribute_sets: "attribute_set",
  categories: "category",
  products: "product",
  customers: "customer",
  addresses: "address",
  orders: "order",
  shipments: "shipment",
  invoices: "invoice",
  creditmemos: "creditmemo",
  mail: "mail",
};

/** Documents of the collection `settings` without which a state is not whole. */
export const settingsNeeded = ["shop", "attribute_revision"];

export function* consistencyProblems(
  source: DocumentSource,
  placeOf: (collection: CollectionName, id: Key) => string,
): Problems {
  let count = 0;
  for (const id of settingsNeeded) {
    if (!source.has("settings", id)) {
      const message = `holds no document ${JSON.stringify(id)}, so this is no whole state: add extends`;
      yield { place: "collections.settings", message };
    }
  }
  for (const { from, path, to } of references) {
    for (const doc of source.docs(from)) {
      if ((count += 1) % checkedPerTurn === 0) yield pause;
      const target = (doc as unknown as Readonly<Record<string, unknown>>)[path] as Key | null | undefined;
      if (target === null || target === undefined || target === 0 || source.has(to, target)) continue;
      const place = `${placeOf(from, doc.id)}.${path}`;
      yield { place, message: `names ${JSON.stringify(target)}, which is not among ${to}` };
    }
  }
  for (const [collection, sequence] of Object.entries(sequenceOf)) {
    let highest = 0;
    for (const { id } of source.docs(collection as CollectionName)) {
      if ((count += 1) % checkedPerTurn === 0) yield pause;
      highest = Math.max(highest, Number(id));
    }
    const given = source.sequence(sequence);
    if (given >= highest) continue;
    yield {
      place: `sequences.${sequence}`,
      message: `is ${given}, below the ID ${highest} in ${collection}`,
    };
  }
}
