/**
 * Reads and replaces the whole state. A new state is staged in temporary tables, which are private to the connection and end
 * with it. One transaction then applies the differences. Readers see the old state until it commits. Other writes are only
 * blocked during its last part: most of its time goes into inserting new documents, which conflicts with no other write.
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
import { type ConnectionPool, Session } from "./connections.js";
import { docText } from "./doc-text.js";
import { RetryTransaction, storageFailure } from "./failures.js";
import { takeGuardExclusively } from "./guard.js";
import { keyType, tableName, uniqueFailure } from "./schema.js";
import type { VersionTable } from "./versions.js";

/** Documents per statement. */
const docsPerRound = 500;

/** Failed attempts at the guard, about a second, until the documents added ahead are rolled back. */
const maxAttemptsAhead = 6;

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
    const staged = new StagedState(await Session.take(pool), parts, content);
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
      // Documents that others create meanwhile must get IDs above those of the new state.
      const ofIds = new Set(
        this.replaced.map((name) => collectionDef(this.parts.collections, name).sequence),
      );
      await this.setSequences(this.sequences.filter(([name]) => ofIds.has(name)));
      await this.session.run(["begin", "savepoint ahead"]);
      await this.addAhead();
      await takeGuardExclusively(this.session, guard, async (attempts) => {
        if (attempts === maxAttemptsAhead) await this.rollBackAhead();
      });
      await this.forEach((name) => differenceSql(tableName(schema, name), tableName(staging, name)));
      await this.session.run([`delete from ${schema}.sequences`]);
      await this.setSequences(this.sequences);
      await this.session.query(versions.bumpSql(versions.columns));
      await this.session.commit();
    });
  }

  private async setSequences(values: readonly (readonly [string, number])[]): Promise<void> {
    const used = values.filter(([, value]) => value > 0);
    await this.session.query(
      `insert into ${this.parts.schema}.sequences as s (name, value)
         select * from unnest($1::text[], $2::bigint[])
         on conflict (name) do update set value = greatest(s.value, excluded.value)`,
      [used.map(([name]) => name), used.map(([, value]) => value)],
    );
  }

  /** Inserts the new documents, except those that conflict with existing ones, before the guard is taken. */
  private async addAhead(): Promise<void> {
    const { schema } = this.parts;
    try {
      await this.forEach(
        (name) => `${additionSql(tableName(schema, name), tableName(staging, name))} on conflict do nothing`,
      );
    } catch (error) {
      // Deadlock with another transaction that creates the same documents.
      if (!(error instanceof RetryTransaction)) throw error;
      await this.rollBackAhead();
    }
  }

  /** Another write may be waiting for a document added ahead, for example for its unique value. */
  private async rollBackAhead(): Promise<void> {
    await this.session.run(["rollback to savepoint ahead"]);
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
    ${additionSql(table, staged)}`;
}

function additionSql(table: string, staged: string): string {
  return `insert into ${table} (id, d)
    select s.id, s.d from ${staged} s where not exists (select from ${table} t where t.id = s.id)`;
}

/** The error for two documents of a collection with the same ID. */
function duplicateId({ table = "", detail = "" }: DatabaseError): UniqueError {
  return new UniqueError(table as CollectionName, "id", [/=\((.*)\) already/.exec(detail)?.[1] ?? ""]);
}

/** All documents, then all sequences, in the order of a version. Batches are read on demand. */
export async function* readRecords(
  names: readonly CollectionName[],
  scan: (collection: CollectionName) => AsyncIterable<readonly Doc[]>,
  sequences: () => Promise<readonly { readonly sequence: string; readonly value: number }[]>,
): AsyncGenerator<StateRecord> {
  for (const collection of names) {
    for await (const batch of scan(collection)) {
      for (const doc of batch) yield { collection, doc } as StateRecord;
    }
  }
  yield* await sequences();
}
