/**
 * The table `versions`: one row with a version number for everything that processes cache. The numbers are read together
 * with the first statement of a transaction and show whether the caches are current. A change also notifies the other
 * processes (listener.ts), so that they drop what has changed before they read again.
 */
import { type Collections, collectionDef, collectionNamesOf } from "../../engine/storage/collections.js";
import type { CollectionName } from "../../engine/storage/documents.js";
import { positionSql } from "./connections.js";

/** `epoch`: the whole state; `control`: the shared values; and one column for each cached collection. */
type VersionColumn = "epoch" | "control" | CollectionName;

/** The columns created by the first migration. */
export const ownColumns = ["epoch", "control"] as const;

export type VersionNumbers = Readonly<Record<VersionColumn, number>> & {
  /** The end of the log when they were read, in bytes. */
  readonly position: number;
};

export function cachedCollections(collections: Collections): CollectionName[] {
  const kept = collectionNamesOf(collections).filter((name) => collectionDef(collections, name).cached);
  const taken = kept.find((name) => (ownColumns as readonly string[]).includes(name));
  if (taken !== undefined) throw new TypeError(`a cached collection cannot have the name ${taken}`);
  return kept;
}

export class VersionTable {
  readonly columns: readonly VersionColumn[];
  /** What a statement selects to read them. */
  readonly list: string;
  /** The statement that reads them. */
  readonly sql: string;
  /** The channel of notifications about changed numbers. */
  readonly channel: string;

  constructor(
    private readonly schema: string,
    collections: Collections,
  ) {
    this.columns = [...ownColumns, ...cachedCollections(collections)];
    this.list = `${this.columns.join(", ")}, ${positionSql} as position`;
    this.sql = `select ${this.list} from ${schema}.versions`;
    this.channel = `changes_${schema}`;
  }

  /** Whether everything that is cached is the same under both. */
  areEqual(some: VersionNumbers, others: VersionNumbers): boolean {
    return this.columns.every((column) => some[column] === others[column]);
  }

  /**
   * The statement that changes version numbers. They follow the clock: a counter reset by a restored backup would reuse
   * numbers.
   */
  bumpSql(changed: readonly VersionColumn[]): string {
    const now = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";
    const sets = changed.map((column) => `${column} = greatest(${column} + 1, ${now})`);
    return `with told as (select pg_notify('${this.channel}', ''))
      update ${this.schema}.versions set ${sets.join(", ")} from told`;
  }
}
