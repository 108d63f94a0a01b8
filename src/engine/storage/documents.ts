/** Documents in collections. The engine and the shop declare the types of their own collections. */
import type { Key } from "../filters/query.js";

export type { Key };

/**
 * The shape of the documents of each collection. The engine's own rows and those of the service over it are declared
 * where they belong: `declare module "…/engine/storage/documents.js" { interface Documents { books: BookDoc } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is filled from elsewhere
export interface Documents {}

/** A stored value. It is never changed once stored: to change a document, put a new object. */
export interface Doc {
  readonly id: Key;
}

export type CollectionName = keyof Documents;
export type DocOf<C extends CollectionName> = Documents[C];
