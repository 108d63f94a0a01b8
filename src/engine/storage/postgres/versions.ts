/**
 * The table `versions`: a number for each thing that processes keep in memory. Read together with the first statement of
 * a transaction, the numbers tell whether the database still holds what is in memory.
 */
import { type Collections, collectionDef, collectionNamesOf } from "../collections.js";
import type { CollectionName } from "../documents.js";

/** Of the whole state, of the shared values, and of each collection that is kept in memory. */
export type VersionColumn = "epoch" | "control" | CollectionName;

/** The columns that the first migration makes; those of collections follow from their descriptors. */
export const ownColumns = ["epoch", "control"] as const;

export type Numbers = Readonly<Record<VersionColumn, number>>;

export function keptCollections(collections: Collections): CollectionName[] {
  const kept = collectionNamesOf(collections).filter((name) => collectionDef(collections, name).cached);
  const taken = kept.find((name) => (ownColumns as readonly string[]).includes(name));
  if (taken !== undefined) throw new TypeError(`a collection that is kept cannot have the name ${taken}`);
  return kept;
}

export class Versions {
  readonly columns: readonly VersionColumn[];
  readonly list: string;
  readonly sql: string;

  constructor(
    private readonly schema: string,
    collections: Collections,
  ) {
    this.columns = [...ownColumns, ...keptCollections(collections)];
    this.list = this.columns.join(", ");
    this.sql = `select ${this.list} from ${schema}.versions`;
  }

  /** Of a row that begins with them. Every transaction asks for them: no entries are made on the way. */
  of(row: readonly unknown[] = []): Numbers {
    const numbers: Record<string, unknown> = {};
    for (let at = 0; at < this.columns.length; at += 1) numbers[this.columns[at] as string] = row[at];
    return numbers as Numbers;
  }

  /**
   * Another number for a state that is another one. By the clock, since a counter that a backup has set back would give
   * the numbers of what is gone to something else.
   */
  bumpSql(changed: readonly VersionColumn[]): string {
    const now = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";
    const sets = changed.map((column) => `${column} = greatest(${column} + 1, ${now})`);
    return `update ${this.schema}.versions set ${sets.join(", ")} returning ${this.list}`;
  }
}
