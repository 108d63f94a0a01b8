/**
 * Reads and replaces the whole state. A new state is staged in temporary tables, which are private to the connection and end
 * with it. One transaction then applies the differences. Readers see the old state until it commits; other writes
 * wait for it, but not for the staging.
 */
import type { DatabaseError } from "pg";
import { type Collections, collectionDef, collectionNamesOf } from "../../engine/storage/collections.js";
import {
  type CollectionName,
  type Doc,
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

/** The schema of the temporary tables, whose names are those of the collections. */
const staging = "pg_temp";

export interface Replacement {
  readonly schema: string;
  readonly guard: number;
  readonly collections: Collections;
  readonly versions: VersionTable;
  /** Collections that are not replaced. */
  readonly keep: readonly CollectionName[];
}

/** A new state in the making. All methods throw UniqueError and storage errors. */
export class StagedState {
  private readonly replaced: readonly CollectionName[];
  /** The documents to send next. */
  private readonly waiting = new Map<CollectionName, Doc[]>();
  private readonly sequences: [string, number][] = [];
  private readonly records: AsyncIterator<StateRecord> | Iterator<StateRecord>;

  private constructor(
    private readonly session: Session,
    private readonly parts: Replacement,
    content: StateRecords,
  ) {
    const { collections, keep } = parts;
    this.replaced = collectionNamesOf(collections).filter((name) => !keep.includes(name));
    this.records =
      Symbol.asyncIterator in content ? content[Symbol.asyncIterator]() : content[Symbol.iterator]();
  }

  static async begin(pool: ConnectionPool, parts: Replacement, content: StateRecords): Promise<StagedState> {
    const staged = new StagedState(await pool.take(), parts, content);
    await staged.endingOnError(async () => {
      const key = (name: CollectionName) => keyType(collectionDef(parts.collections, name));
      await staged.forEach(
        (name) => `create temporary table ${name} (id ${key(name)} primary key, d json not null)`,
      );
    });
    return staged;
  }

  /** Stages up to `max` records. @returns whether there may be more */
  async stage(max: number): Promise<boolean> {
    return this.endingOnError(async () => {
      for (let count = 1; count <= max; count += 1) {
        const next = await this.records.next();
        if (next.done) {
          await this.send();
          return false;
        }
        this.add(next.value);
        if (count % docsPerRound === 0) await this.send();
      }
      return true;
    });
  }

  /** Replaces the state by the staged one. */
  async apply(): Promise<void> {
    const { schema, guard, versions } = this.parts;
    await this.endingOnError(async () => {
      // Without statistics the planner assumes small tables.
      await this.forEach((name) => `analyze ${tableName(staging, name)}`);
      await beginAlone(this.session, guard);
      await this.forEach((name) => differenceSql(tableName(schema, name), tableName(staging, name)));
      await this.setSequences();
      await this.session.query(versions.bumpSql(versions.columns));
      await this.session.commit();
    });
  }

  private async setSequences(): Promise<void> {
    const { schema } = this.parts;
    const used = this.sequences.filter(([, value]) => value > 0);
    await this.session.run([`delete from ${schema}.sequences`]);
    await this.session.query(
      `insert into ${schema}.sequences (name, value) select * from unnest($1::text[], $2::bigint[])`,
      [used.map(([name]) => name), used.map(([, value]) => value)],
    );
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
    if (!this.replaced.includes(record.collection)) return;
    const docs = this.waiting.get(record.collection);
    if (docs) docs.push(record.doc);
    else this.waiting.set(record.collection, [record.doc]);
  }

  private async send(): Promise<void> {
    for (const [name, docs] of this.waiting) {
      const def = collectionDef(this.parts.collections, name);
      const text = `insert into ${tableName(staging, name)} (id, d)
        select id, d::json from unnest($1::${def.key === "int" ? "bigint" : "text"}[], $2::text[]) as u(id, d)`;
      await this.session.query(text, [docs.map(({ id }) => id), docs.map((doc) => docText(name, def, doc))]);
    }
    this.waiting.clear();
  }

  private async forEach(statement: (name: CollectionName) => string): Promise<void> {
    for (const name of this.replaced) await this.session.run([statement(name)]);
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
function differenceSql(table: string, staged: string): string {
  return `delete from ${table} t
      where not exists (select from ${staged} s where s.id = t.id and s.d::text = t.d::text);
    insert into ${table} (id, d)
      select s.id, s.d from ${staged} s where not exists (select from ${table} t where t.id = s.id)`;
}

/** The error for two documents of a collection with the same ID. */
function duplicateId({ table = "", detail = "" }: DatabaseError): UniqueError {
  return new UniqueError(table as CollectionName, "id", [/=\((.*)\) already/.exec(detail)?.[1] ?? ""]);
}
