/**
 * Collections that rarely change and that nearly every call reads: kept whole in the memory of each process. Whether
 * they are still what the database holds is seen by their numbers in the table `versions`, which a transaction reads
 * together with its first statement, so looking into them costs no round trip.
 */
import type { CollectionName, Doc } from "../storage.js";
import { Table } from "../table.js";
import { eraColumn, versionColumns, type VersionColumn } from "./migrations.js";

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

export const numberColumns = [...versionColumns, eraColumn] as const;

export type Numbers = Readonly<Record<(typeof numberColumns)[number], number>>;

const columns = numberColumns.join(", ");

export const versionsSql = (schema: string) => `select ${columns} from ${schema}.versions`;

/** Of a row that begins with them. Every transaction asks for them: no entries are made on the way. */
export function numbersOf(row: readonly unknown[] = []): Numbers {
  const numbers: Record<string, unknown> = {};
  for (let at = 0; at < numberColumns.length; at += 1) numbers[numberColumns[at] as string] = row[at];
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
  private newest: Numbers | undefined;
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
    this.newest = undefined;
  }

  /** Forgets what the database has in a later form. */
  observe(numbers: Numbers): void {
    const { newest } = this;
    if (!newest || numberColumns.some((name) => newest[name] < numbers[name])) this.newest = numbers;
    for (const [collection, { number }] of this.kept) {
      if (number < numbers[collection]) this.kept.delete(collection);
    }
  }

  /** This process has seen a later state of something that it keeps. */
  isBehind(numbers: Numbers): boolean {
    const { newest } = this;
    return newest !== undefined && numberColumns.some((name) => numbers[name] < newest[name]);
  }

  /**
   * Later numbers win; after a restoration they go on rising.
   * @param life when the transaction that read it began
   */
  keep(collection: Cached, { number, table }: Kept, life: number): Kept {
    const known = this.kept.get(collection);
    const kept = { number, table };
    if (life !== this.life) return kept;
    if (!known || known.number < number) this.kept.set(collection, kept);
    return kept;
  }
}

/** @param limit for the statement that reads the documents */
export const loadLimit = maxDocs + 1;

export function tableOfDocs(collection: Cached, docs: readonly Doc[]): Table | "large" {
  if (docs.length > maxDocs) return "large";
  const table = Table.empty(collection);
  for (const doc of docs) table.put(doc);
  return table;
}
