/**
 * Collections that rarely change and that nearly every call reads (`cached` in their descriptors), held as a whole in the
 * memory of each process. A transaction uses a held collection only if its version number (versions.ts) is the one that the
 * transaction has read.
 */
import type { CollectionDef } from "../../engine/storage/collections.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import { Table } from "../../engine/storage/table.js";
import type { VersionNumbers } from "./versions.js";

/** Larger collections are not cached. */
const maxDocs = 20_000;

/** LIMIT of the statement that reads a collection. */
export const loadLimit = maxDocs + 1;

/** Whether a read transaction uses the cache. @param id undefined if several documents are read */
export function isCached({ cached: kept }: CollectionDef, id: unknown): boolean {
  if (!kept) return false;
  return kept.except === undefined || (id !== undefined && !isExcepted(kept.except, id));
}

/** Whether a write transaction uses the cache; then a change waits for all writes under way. */
export function isGuarded({ cached: kept }: CollectionDef, id: unknown): boolean {
  return kept?.guarded === true && !isExcepted(kept.except, id);
}

function isExcepted(except: readonly unknown[] = [], id: unknown): boolean {
  return except.includes(id);
}

/** What is held of one database server: another one may lack commits, so it begins with an empty cache. */
export class CollectionCache {
  private readonly held = new Map<
    CollectionName,
    { readonly number: number; readonly table: Table | "large" }
  >();
  /** The numbers that were read last, and when they were asked for, by performance.now(). */
  private last: { readonly numbers: VersionNumbers; readonly asked: number } | undefined;

  note(numbers: VersionNumbers, asked: number): void {
    if (!this.last || asked > this.last.asked) this.last = { numbers, asked };
  }

  /** Numbers that were read since a time, by performance.now(); undefined if there are none. */
  numbersSince(time = Infinity): VersionNumbers | undefined {
    return this.last && this.last.asked >= time ? this.last.numbers : undefined;
  }

  /** The collection as of these version numbers; "large" if it is too large for the cache. */
  get(collection: CollectionName, numbers: VersionNumbers): Table | "large" | undefined {
    const found = this.held.get(collection);
    return found?.number === numbers[collection] ? found?.table : undefined;
  }

  /** @param docs all documents, or at least `loadLimit` */
  keep(
    collection: CollectionName,
    def: CollectionDef,
    numbers: VersionNumbers,
    docs: readonly Doc[],
  ): Table | "large" {
    const table = docs.length > maxDocs ? "large" : tableOf(collection, def, docs);
    this.held.set(collection, { number: numbers[collection], table });
    return table;
  }
}

function tableOf(collection: CollectionName, def: CollectionDef, docs: readonly Doc[]): Table {
  const table = Table.empty(collection, def);
  for (const doc of docs) table.put(doc);
  return table;
}
