/**
 * Collections that rarely change and that nearly every call reads (`cached` in their descriptors), held as a whole in the
 * memory of each process. Their version numbers (versions.ts) show whether they are still current, so reading them costs no
 * round trip.
 */
import type { CollectionDef } from "../../engine/storage/collections.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import { Table } from "../../engine/storage/table.js";
import type { VersionNumbers } from "./versions.js";

/** Larger collections are not cached. */
const maxDocs = 20_000;

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

/** A collection as of a version number; "large" if it is too large for the cache. */
export interface CachedCollection {
  readonly number: number;
  readonly table: Table | "large";
}

export class CollectionCache {
  private readonly cached = new Map<CollectionName, CachedCollection>();
  /** Changes with each new database server, which may lack commits of the one before. */
  generation = 0;

  /** The current content, for one transaction. */
  view(): Map<CollectionName, CachedCollection> {
    return new Map(this.cached);
  }

  /** Call it when another server answers: it may lack the state that was read, and reuse its version numbers. */
  forget(): void {
    this.generation += 1;
    this.cached.clear();
  }

  /** Drops collections whose number differs. The number may also be lower, after a backup was restored. */
  observe(numbers: VersionNumbers): void {
    for (const [collection, { number }] of this.cached) {
      if (number !== numbers[collection]) this.cached.delete(collection);
    }
  }

  /** @param generation that of the cache when the transaction began that read the collection */
  keep(collection: CollectionName, kept: CachedCollection, generation: number): void {
    if (generation === this.generation) this.cached.set(collection, kept);
  }
}

/** LIMIT of the statement that reads a collection. */
export const loadLimit = maxDocs + 1;

export function tableOfDocs(
  collection: CollectionName,
  def: CollectionDef,
  docs: readonly Doc[],
): Table | "large" {
  if (docs.length > maxDocs) return "large";
  const table = Table.empty(collection, def);
  for (const doc of docs) table.put(doc);
  return table;
}
