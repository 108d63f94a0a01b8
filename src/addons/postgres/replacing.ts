/**
 * Replaces the whole state. The new state is staged in a temporary table, which is private to the connection and ends with it.
 * One transaction then applies the differences. Readers see the old state until it commits; other writes wait for it, but not
 * for the staging.
 */
import type { DatabaseError } from "pg";
import { type Collections, collectionDef, collectionNamesOf } from "../../engine/storage/collections.js";
import {
  type CollectionName,
  type StateRecord,
  type StateRecords,
  UniqueError,
} from "../../engine/storage/storage.js";
import type { ConnectionPool, Session } from "./connections.js";
import { docText } from "./doc-text.js";
import { storageFailure } from "./failures.js";
import { beginAlone } from "./guard.js";
import { keyType, tableName, uniqueFailure } from "./schema.js";
import type { VersionTable } from "./versions.js";

/** Documents per statement. */
const docsPerRound = 500;

const stagingSql = `create temporary table staged (collection text collate "C", id text collate "C", d json not null)`;
/** Refuses two documents with one ID. Without statistics the planner assumes a small table. */
const stagedSql = ["create unique index on pg_temp.staged (collection, id)", "analyze pg_temp.staged"];

interface Replacement {
  readonly schema: string;
  readonly guard: number;
  readonly collections: Collections;
  readonly versions: VersionTable;
  /** Collections that are not replaced. */
  readonly keep: readonly CollectionName[];
}

/** A new state in the making. All methods throw UniqueError and storage errors. */
export class StagedState {
  /** Collection, ID and text of the documents to send next. */
  private waiting: [CollectionName, string, string][] = [];
  private readonly sequences: [string, number][] = [];
  private readonly records: AsyncIterator<StateRecord> | Iterator<StateRecord>;

  private constructor(
    private readonly session: Session,
    private readonly parts: Replacement,
    content: StateRecords,
  ) {
    this.records =
      Symbol.asyncIterator in content ? content[Symbol.asyncIterator]() : content[Symbol.iterator]();
  }

  static async begin(pool: ConnectionPool, parts: Replacement, content: StateRecords): Promise<StagedState> {
    const staged = new StagedState(await pool.take(), parts, content);
    await staged.endingOnError(() => staged.session.run([stagingSql]));
    return staged;
  }

  /** Stages up to `max` records. @returns whether there may be more */
  async stage(max: number): Promise<boolean> {
    return this.endingOnError(async () => {
      for (let count = 1; count <= max; count += 1) {
        const next = await this.records.next();
        if (!next.done) this.add(next.value);
        if (next.done || this.waiting.length === docsPerRound) await this.send();
        if (next.done) return false;
      }
      return true;
    });
  }

  /** Replaces the state by the staged one. */
  async apply(): Promise<void> {
    const { schema, guard, versions, collections, keep } = this.parts;
    const replaced = collectionNamesOf(collections).filter((name) => !keep.includes(name));
    await this.endingOnError(async () => {
      await this.session.run(stagedSql);
      await beginAlone(this.session, guard);
      for (const name of replaced) await this.session.run(differenceSql(schema, name, collections));
      await this.session.run([`delete from ${schema}.sequences`]);
      const used = this.sequences.filter(([, value]) => value > 0);
      await this.session.query(
        `insert into ${schema}.sequences (name, value) select * from unnest($1::text[], $2::bigint[])`,
        [used.map(([name]) => name), used.map(([, value]) => value)],
      );
      await this.session.query(versions.bumpSql(versions.columns));
      await this.session.commit();
    });
  }

  /** Closes the connection, which drops the staged documents and an uncommitted transaction. */
  end(): void {
    this.session.discard();
  }

  private add(record: StateRecord): void {
    if ("sequence" in record) {
      this.sequences.push([record.sequence, record.value]);
      return;
    }
    const { collection, doc } = record;
    const text = docText(collection, collectionDef(this.parts.collections, collection), doc);
    this.waiting.push([collection, String(doc.id), text]);
  }

  private async send(): Promise<void> {
    const text = `insert into pg_temp.staged (collection, id, d)
      select collection, id, d::json from unnest($1::text[], $2::text[], $3::text[]) as u(collection, id, d)`;
    const columns = [0, 1, 2].map((at) => this.waiting.map((row) => row[at]));
    await this.session.query(text, columns);
    this.waiting = [];
  }

  private async endingOnError<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      this.end();
      await this.records.return?.();
      const { schema, collections } = this.parts;
      const failure = uniqueFailure(schema, collections, error);
      if (failure === "primary") throw duplicateId(error as DatabaseError);
      throw failure ?? storageFailure(error);
    }
  }
}

/** Changed documents are deleted and inserted: with updates, two documents could not swap unique values. */
function differenceSql(schema: string, name: CollectionName, collections: Collections): string[] {
  const table = tableName(schema, name);
  const isSame = `s.collection = '${name}' and s.id = t.id::text`;
  return [
    `delete from ${table} t
      where not exists (select from pg_temp.staged s where ${isSame} and s.d::text = t.d::text)`,
    `insert into ${table} (id, d) select s.id::${keyType(collectionDef(collections, name))}, s.d
      from pg_temp.staged s left join ${table} t on ${isSame}
      where s.collection = '${name}' and t.id is null`,
  ];
}

/** The error for two documents of a collection with the same ID. */
function duplicateId({ detail = "" }: DatabaseError): UniqueError {
  const [, collection = "", id = ""] = /=\((\w+), (.*)\) is duplicated/.exec(detail) ?? [];
  return new UniqueError(collection as CollectionName, "id", [id]);
}
