/** The types of documents. The engine and the application declare those of their own collections. */
import type { Key } from "../filters/query.js";

export type { Key };

/**
 * The type of the documents of each collection. Each is declared beside its code: `declare module "…/engine/storage/documents.js" { interface Documents { books: BookDoc } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- declarations elsewhere extend it
export interface Documents {}

/** A stored value. It is immutable: to change a document, put a new object. */
export interface Doc {
  readonly id: Key;
}

export type CollectionName = keyof Documents;
export type DocOf<C extends CollectionName> = Documents[C];

/** A document that is not the same object in two states; undefined in the state that lacks it. */
export interface DocDifference {
  readonly collection: CollectionName;
  readonly id: Key;
  readonly before: Doc | undefined;
  readonly after: Doc | undefined;
}
