import type { CollectionName, Key } from "./documents.js";

/** One part of a unique key. The key does not apply to documents that lack the value. */
export interface UniquePart {
  readonly path: string;
  /** Ignores case. */
  readonly folded?: true;
}

/**
 * An ordered index over one path, with the comparison of match.ts for that type. It serves comparisons with a value, and
 * `like` with a pattern that does not begin with a wildcard.
 */
export interface IndexDef {
  /** A step `*` stands for every member: `values.*.name` serves conditions on `values.<member>.name` for any member. */
  readonly path: string;
  readonly type: "text" | "number";
  /** The path leads to or through arrays; every element is indexed. */
  readonly list?: true;
}

export interface CollectionDef {
  readonly key: "int" | "text";
  /** The sequence that assigns its IDs. */
  readonly sequence?: string;
  readonly unique?: { readonly [name: string]: readonly UniquePart[] };
  readonly index?: readonly IndexDef[];
  /** The member with the hash of a password or key. */
  readonly secretHash?: string;
  /**
   * For collections that rarely change and that nearly every call reads: processes that share a database cache all of it in
   * memory. Do not add it to a collection of an earlier version: during an upgrade, servers of that version write to it
   * without invalidating the caches.
   */
  readonly cached?: CacheDef;
}

interface CacheDef {
  /**
   * Write transactions may rely on what they have read from the cache: a change of the collection waits for all writes
   * in progress.
   */
  readonly guarded?: true;
  /** IDs of documents that change often and are not cached. */
  readonly except?: readonly Key[];
}

export const exactPart = (path: string): UniquePart => ({ path });
export const foldedPart = (path: string): UniquePart => ({ path, folded: true });
export const numberIndex = (path: string): IndexDef => ({ path, type: "number" });
export const textIndex = (path: string): IndexDef => ({ path, type: "text" });
export const textListIndex = (path: string): IndexDef => ({ path, type: "text", list: true });
export const numberListIndex = (path: string): IndexDef => ({ path, type: "number", list: true });

/** Keys and indexes by collection, passed to a storage when it is opened. Exports follow their order. */
export type Collections = { readonly [C in CollectionName]?: CollectionDef };

/** The collections of the engine, to be passed together with those of the application. */
export const engineCollections = {
  api_users: {
    key: "int",
    sequence: "api_user",
    unique: { username: [foldedPart("username")] },
    secretHash: "key_hash",
    cached: {},
  },
  /** The id is the hash of the token. An application that opens sessions for others adds an index over their owners. */
  sessions: { key: "text", index: [numberIndex("user_id")] },
  idempotency_keys: {
    key: "text",
    unique: { key: [exactPart("key")] },
    index: [numberIndex("recorded_ms")],
  },
  oauth_consumers: { key: "text" },
  oauth_tokens: { key: "text", index: [textIndex("consumer")] },
  oauth_nonces: { key: "text", unique: { key: [exactPart("key")] }, index: [numberIndex("expires_ms")] },
  /** Rows of handlers in chapters (extension/transaction.ts). */
  own_rows: { key: "text", index: [textIndex("table")] },
} as const satisfies { readonly [name: string]: CollectionDef };

/** The names of the unique keys by collection. An application extends it with `UniqueKeysOf` its descriptors. */
// oxlint-disable-next-line typescript/no-empty-object-type -- applications extend it
export interface UniqueKeys extends UniqueKeysOf<typeof engineCollections> {}

export type UniqueKeysOf<All> = {
  [C in keyof All]: All[C] extends { readonly unique: infer U } ? keyof U & string : never;
};

export type UniqueName<C extends CollectionName> = C extends keyof UniqueKeys
  ? UniqueKeys[C] & string
  : never;

export function collectionNamesOf(collections: Collections): CollectionName[] {
  return Object.keys(collections) as CollectionName[];
}

/** Throws TypeError. */
export function collectionDef(collections: Collections, name: CollectionName): CollectionDef {
  const def = Object.hasOwn(collections, name) ? collections[name] : undefined;
  if (!def)
    throw new TypeError(
      `there is no collection ${name}: there are ${collectionNamesOf(collections).join(", ")}`,
    );
  return def;
}
