/**
 * Collections that rarely change and that nearly every call reads: kept whole in the memory of each process. Whether
 * they are still what the database holds is seen by their numbers in the table `versions`, which a transaction reads
 * together with its first statement, so looking into them costs no round trip.
 */
import type { CollectionDef } from "../collections.js";
import type { CollectionName, Doc } from "../storage.js";
import { Table } from "../table.js";
import { versionColumns, type VersionColumn } from "./migrations.js";

export const cachedCollections = [
  "settings",
  "attributes",
  "attribute_sets",
  "categories",
  "api_users",
] as const satisfies readonly VersionColumn[];

export type Cached = (typeof cachedCollections)[number];

/**
 * Of these, what a transaction that writes has read stays as it is until its end: whoever changes one waits for all
 * writes that are under way. So a product is never written by attributes of yesterday.
 */
const guarded: ReadonlySet<CollectionName> = new Set([
  "settings",
  "attributes",
  "attribute_sets",
  "categories",
]);

/** Larger ones are read like all others. */
const maxDocs = 20_000;

export type Numbers = Readonly<Record<VersionColumn, number>>;

const columns = versionColumns.join(", ");

export const versionsSql = (schema: string) => `select ${columns} from ${schema}.versions`;

/**
 * Another number for a state that is another one. By the clock, since a counter that a backup has set back would give
 * the numbers of what is gone to something else.
 */
export function bumpSql(schema: string, changed: readonly string[]): string {
  const now = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";
  const sets = changed.map((column) => `${column} = greatest(${column} + 1, ${now})`);
  return `update ${schema}.versions set ${sets.join(", ")} returning ${columns}`;
}

/** Of a row that begins with them. Every transaction asks for them: no entries are made on the way. */
export function numbersOf(row: readonly unknown[] = []): Numbers {
  const numbers: Record<string, unknown> = {};
  for (let at = 0; at < versionColumns.length; at += 1) numbers[versionColumns[at] as string] = row[at];
  return numbers as Numbers;
}

export function isCached(collection: string): collection is Cached {
  return (cachedCollections as readonly string[]).includes(collection);
}

/** The answers of the gateway are used up by calls that have nothing to do with each other. */
export function isGuarded(collection: CollectionName, id: unknown): boolean {
  return guarded.has(collection) && id !== "gateway";
}

/** One collection as it was under a number; "large" = it is not kept. */
export interface Kept {
  readonly number: number;
  readonly table: Table | "large";
}

export class CollectionCache {
  private readonly kept = new Map<Cached, Kept>();
  /** Another one for each server that the process has known: the next may lack commits that this one had. */
  life = 0;

  /** What there is now, to be used by one transaction. */
  view(): Map<Cached, Kept> {
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
  keep(collection: Cached, kept: Kept, life: number): void {
    if (life === this.life) this.kept.set(collection, kept);
  }
}

/** @param limit for the statement that reads the documents */
export const loadLimit = maxDocs + 1;

export function tableOfDocs(collection: Cached, def: CollectionDef, docs: readonly Doc[]): Table | "large" {
  if (docs.length > maxDocs) return "large";
  const table = Table.empty(collection, def);
  for (const doc of docs) table.put(doc);
  return table;
}
