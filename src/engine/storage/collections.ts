import type { CollectionName, Key } from "./documents.js";

/** One part of a unique key. The key does not apply to a document without this value. */
export interface UniquePart {
  readonly path: string;
  /** Upper and lower case are the same. */
  readonly folded?: true;
}

/**
 * An ordered index over one path, with the comparison of match.ts for that type. It serves conditions that compare with a
 * value, and `like` with a pattern that begins with something else than a wildcard.
 */
export interface IndexDef {
  /** A step `*` stands for every member: `values.*.name` serves conditions on any choice of `values.<member>.name`. */
  readonly path: string;
  readonly type: "text" | "number";
  /** The path leads to or through arrays; every element is indexed. */
  readonly list?: true;
}

export interface CollectionDef {
  readonly key: "int" | "text";
  /** The sequence that gives its IDs. */
  readonly sequence?: string;
  readonly unique?: { readonly [name: string]: readonly UniquePart[] };
  readonly index?: readonly IndexDef[];
  /**
   * It rarely changes and nearly every call reads it: processes over one database keep all of it in memory. Not to be
   * added to a collection of an earlier version, whose servers write it beside those of this one.
   */
  readonly kept?: KeptDef;
}

export interface KeptDef {
  /**
   * What a transaction that writes has read of it stays as it is until its end: whoever changes it waits for all writes
   * that are under way.
   */
  readonly guarded?: true;
  /** Documents that change often: read and written like those of any other collection. */
  readonly except?: readonly Key[];
}

export const exactPart = (path: string): UniquePart => ({ path });
export const foldedPart = (path: string): UniquePart => ({ path, folded: true });
export const number = (path: string): IndexDef => ({ path, type: "number" });
export const text = (path: string): IndexDef => ({ path, type: "text" });
export const texts = (path: string): IndexDef => ({ path, type: "text", list: true });
export const numbers = (path: string): IndexDef => ({ path, type: "number", list: true });

/** The keys and indexes of every collection, as whoever opens a storage hands them in; their order is that of exports. */
export type Collections = { readonly [C in CollectionName]?: CollectionDef };

/** The engine's own, to be handed in with the others. */
export const ownCollections = {
  api_users: { key: "int", sequence: "api_user", unique: { username: [foldedPart("username")] }, kept: {} },
  /** The id is the hash of the token. An application that opens sessions of others adds the index over their owners. */
  sessions: { key: "text", index: [number("user_id")] },
  idempotency_keys: {
    key: "text",
    unique: { key: [exactPart("key")] },
    index: [number("recorded_ms")],
  },
  /** Rows of chapters that a server is started with (extension/transaction.ts). */
  own_rows: { key: "text", index: [text("table")] },
} as const satisfies { readonly [name: string]: CollectionDef };

/** The names of the unique keys of each collection, as `UniqueKeysOf` its descriptors; others are declared like documents. */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is filled from elsewhere, too
export interface UniqueKeys extends UniqueKeysOf<typeof ownCollections> {}

export type UniqueKeysOf<All> = {
  [C in keyof All]: All[C] extends { readonly unique: infer U } ? keyof U & string : never;
};

export type UniqueName<C extends CollectionName> = C extends keyof UniqueKeys
  ? UniqueKeys[C] & string
  : never;

export function namesOf(collections: Collections): CollectionName[] {
  return Object.keys(collections) as CollectionName[];
}

/** Throws TypeError. */
export function defOf(collections: Collections, name: CollectionName): CollectionDef {
  const def = Object.hasOwn(collections, name) ? collections[name] : undefined;
  if (!def)
    throw new TypeError(`there is no collection ${name}: there are ${namesOf(collections).join(", ")}`);
  return def;
}
