/**
 * Collections that rarely change and that nearly every call reads (`kept` in their descriptors): whole in the memory of
 * each process. Whether they are still what the database holds is seen by their numbers (versions.ts), so looking into
 * them costs no round trip.
 */
import type { CollectionDef } from "../collections.js";
import type { CollectionName, Doc } from "../storage.js";
import { Table } from "../table.js";
import type { Numbers } from "./versions.js";

/** Larger ones are read like all others. */
const maxDocs = 20_000;

/** Whether a transaction that reads takes it from memory. @param id undefined = several documents */
export function isKept({ cached: kept }: CollectionDef, id: unknown): boolean {
  if (!kept) return false;
  return kept.except === undefined || (id !== undefined && !isExcepted(kept.except, id));
}

/** Whether a transaction that writes does, and whoever changes it waits for all writes that are under way. */
export function isGuarded({ cached: kept }: CollectionDef, id: unknown): boolean {
  return kept?.guarded === true && !isExcepted(kept.except, id);
}

function isExcepted(except: readonly unknown[] = [], id: unknown): boolean {
  return except.includes(id);
}

/** One collection as it was under a number; "large" = it is not kept. */
export interface KeptCollection {
  readonly number: number;
  readonly table: Table | "large";
}

export class CollectionCache {
  private readonly kept = new Map<CollectionName, KeptCollection>();
  /** Another one for each server that the process has known: the next may lack commits that this one had. */
  life = 0;

  /** What there is now, to be used by one transaction. */
  view(): Map<CollectionName, KeptCollection> {
    return new Map(this.kept);
  }

  /** What was read of the server before may be of a state that is gone, and its numbers be given again. */
  forget(): void {
    this.life += 1;
    this.kept.clear();
  }

  /** Forgets what the database has in another form, be it later or, after a backup was put back, earlier. */
  observe(numbers: Numbers): void {
    for (const [collection, { number }] of this.kept) {
      if (number !== numbers[collection]) this.kept.delete(collection);
    }
  }

  /** @param life when the transaction that read it began */
  keep(collection: CollectionName, kept: KeptCollection, life: number): void {
    if (life === this.life) this.kept.set(collection, kept);
  }
}

/** @param limit for the statement that reads the documents */
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
