/**
 * The state as a whole: read at one moment, and put in place of another. What comes is staged in temporary tables, which
 * nobody else sees and which end with the connection. One transaction makes the difference to what there is. Readers see
 * the state before until its end, and others write until the last part of it: most of its time goes into new documents and
 * their indexes, and these are in nobody's way.
 */
import type { DatabaseError } from "pg";
import { type Collections, collectionDef, collectionNamesOf } from "../collections.js";
import { UniqueError, type CollectionName, type StateRecord, type StateRecords } from "../storage.js";
import { becomeAlone } from "./alone.js";
import { Changes } from "./changes.js";
import { StartOver, storageFailure } from "./failures.js";
import type { Connections } from "./connections.js";
import { Link } from "./link.js";
import { tableOf, uniqueFailure } from "./schema.js";
import type { Versions } from "./versions.js";

/** Documents sent at once. */
const docsPerRound = 500;

/** As often it is tried to be alone beside documents that somebody may be waiting for: about a second. */
const maxAttemptsAhead = 6;

/** The schema of the temporary tables, which have the names of the others. */
const staging = "pg_temp";

export interface Replacement {
  readonly schema: string;
  readonly guard: number;
  readonly collections: Collections;
  readonly versions: Versions;
  /** Collections that stay as they are. */
  readonly keep: readonly CollectionName[];
}

/** Everything throws UniqueError and what makes writing impossible. */
export class StagedState {
  private readonly replaced: readonly CollectionName[];
  private readonly changes: ReadonlyMap<CollectionName, Changes>;
  private readonly sequences: [string, number][] = [];
  private readonly records: AsyncIterator<StateRecord> | Iterator<StateRecord>;

  private constructor(
    private readonly link: Link,
    private readonly parts: Replacement,
    content: StateRecords,
  ) {
    const { collections, keep } = parts;
    this.replaced = collectionNamesOf(collections).filter((name) => !keep.includes(name));
    this.changes = new Map(this.replaced.map((name) => [name, new Changes(staging, collections)]));
    this.records =
      Symbol.asyncIterator in content ? content[Symbol.asyncIterator]() : content[Symbol.iterator]();
  }

  static async begin(
    connections: Connections,
    parts: Replacement,
    content: StateRecords,
  ): Promise<StagedState> {
    const staged = new StagedState(await Link.take(connections), parts, content);
    await staged.run(() => staged.createTables());
    return staged;
  }

  /** Takes this many records. @returns whether there are more */
  async take(max: number): Promise<boolean> {
    return this.run(async () => {
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

  async putInPlace(): Promise<void> {
    const { schema, guard, versions } = this.parts;
    await this.run(async () => {
      await this.prepare();
      await this.link.run("begin");
      await this.link.run("savepoint ahead");
      await this.addAhead();
      await becomeAlone(this.link, guard, async (attempts) => {
        if (attempts === maxAttemptsAhead) await this.takeBackAhead();
      });
      await this.forEach((name) => differenceSql(tableOf(schema, name), tableOf(staging, name)));
      await this.link.run(`delete from ${schema}.sequences`);
      await this.setSequences(this.sequences);
      await this.link.run(versions.bumpSql(versions.columns));
      await this.link.run("commit", [], { isCommit: true });
    });
  }

  private async prepare(): Promise<void> {
    // Tables that nobody has looked at are taken for small ones.
    await this.forEach((name) => [`analyze ${tableOf(staging, name)}`]);
    // Documents that others create meanwhile get IDs behind those that are coming.
    const ofIds = new Set(this.replaced.map((name) => collectionDef(this.parts.collections, name).sequence));
    await this.setSequences(this.sequences.filter(([name]) => ofIds.has(name)));
  }

  private async setSequences(values: readonly (readonly [string, number])[]): Promise<void> {
    const used = values.filter(([, value]) => value > 0);
    await this.link.run(
      `insert into ${this.parts.schema}.sequences as s (name, value)
         select * from unnest($1::text[], $2::bigint[])
         on conflict (name) do update set value = greatest(s.value, excluded.value)`,
      [used.map(([name]) => name), used.map(([, value]) => value)],
    );
  }

  /** The documents that are new, as far as nothing that is there is in their way. */
  private async addAhead(): Promise<void> {
    const { schema } = this.parts;
    try {
      await this.forEach((name) => [
        `${additionSql(tableOf(schema, name), tableOf(staging, name))} on conflict do nothing`,
      ]);
    } catch (error) {
      // Somebody creates the same in another order.
      if (!(storageFailure(error) instanceof StartOver)) throw error;
      await this.takeBackAhead();
    }
  }

  /** Somebody who writes may wait for a document that was added ahead, for instance with the same unique value. */
  private async takeBackAhead(): Promise<void> {
    await this.link.run("rollback to savepoint ahead");
  }

  /** With the connection the staged documents go, and a transaction that was not committed. */
  end(): void {
    this.link.discard();
  }

  private add(record: StateRecord): void {
    if ("sequence" in record) this.sequences.push([record.sequence, record.value]);
    else this.changes.get(record.collection)?.put(record.collection, record.doc, "absent");
  }

  private async send(): Promise<void> {
    await Promise.all([...this.changes.values()].flatMap((changes) => changes.send(this.link)));
  }

  private async createTables(): Promise<void> {
    const { collections } = this.parts;
    await this.forEach((name) => {
      const key = collectionDef(collections, name).key === "int" ? "bigint" : 'text collate "C"';
      return [`create temporary table ${name} (id ${key} primary key, d json not null)`];
    });
  }

  private async forEach(statements: (name: CollectionName) => readonly string[]): Promise<void> {
    await Promise.all(this.replaced.flatMap(statements).map((text) => this.link.run(text)));
  }

  private async run<R>(work: () => Promise<R>): Promise<R> {
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

/** A changed document goes and comes again: by updates, two could not exchange what is unique. */
function differenceSql(table: string, staged: string): readonly string[] {
  return [
    `delete from ${table} t
       where not exists (select from ${staged} s where s.id = t.id and s.d::text = t.d::text)`,
    additionSql(table, staged),
  ];
}

function additionSql(table: string, staged: string): string {
  return `insert into ${table} (id, d)
    select s.id, s.d from ${staged} s where not exists (select from ${table} t where t.id = s.id)`;
}

/** Two documents of a collection with the same ID. */
function duplicateId({ table = "", detail = "" }: DatabaseError): UniqueError {
  return new UniqueError(table as CollectionName, "id", [/=\((.*)\) already/.exec(detail)?.[1] ?? ""]);
}

export async function isEmptyState(link: Link, schema: string, collections: Collections): Promise<boolean> {
  const some = collectionNamesOf(collections).map((name) => `exists (select from ${tableOf(schema, name)})`);
  const { rows } = await link.run(`select not (${some.join(" or ")})`);
  return rows[0]?.[0] as boolean;
}

/** Every document, then every sequence, in the order of a version; each batch is asked for when it is wanted. */
export async function* readRecords(
  names: readonly CollectionName[],
  scan: (collection: CollectionName) => AsyncIterable<readonly unknown[]>,
  sequences: () => Promise<readonly (readonly [string, number])[]>,
): AsyncGenerator<StateRecord> {
  for (const collection of names) {
    for await (const batch of scan(collection)) {
      for (const doc of batch) yield { collection, doc } as StateRecord;
    }
  }
  for (const [sequence, value] of await sequences()) yield { sequence, value };
}
