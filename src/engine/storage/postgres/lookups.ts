/**
 * Reads of a single document that is not cached, above all of the session of a call. Concurrent ones share a statement,
 * which is a snapshot by itself and needs no transaction.
 */
import type { Key } from "../documents.js";
import { type Collections, collectionDef } from "../collections.js";
import type { CollectionName, Doc, DocOf } from "../storage.js";
import type { ConnectionPool } from "./connection-pool.js";
import { RetryTransaction } from "./failures.js";
import { PooledConnection } from "./pooled-connection.js";
import { tableName } from "./schema.js";
import { ReadTransaction } from "./read-transaction.js";
import { fitsKey, type TransactionContext } from "./transaction.js";
import type { VersionNumbers, VersionTable } from "./versions.js";

interface LookupResult {
  readonly numbers: VersionNumbers;
  readonly docs: ReadonlyMap<Key, Doc>;
}

interface LookupBatch {
  readonly ids: Set<Key>;
  readonly result: Promise<LookupResult>;
}

export class BatchedLookups {
  private readonly batches = new Map<CollectionName, LookupBatch>();

  constructor(
    private readonly pool: ConnectionPool,
    private readonly schema: string,
    private readonly collections: Collections,
    private readonly versions: VersionTable,
  ) {}

  /** The document, and the version numbers of the state it was read from. */
  async find(
    collection: CollectionName,
    id: Key,
  ): Promise<{ numbers: VersionNumbers; doc: Doc | undefined }> {
    let batch = this.batches.get(collection);
    if (!batch) this.batches.set(collection, (batch = this.prepare(collection)));
    batch.ids.add(id);
    const { numbers, docs } = await batch.result;
    return { numbers, doc: docs.get(id) };
  }

  private prepare(collection: CollectionName): LookupBatch {
    const ids = new Set<Key>();
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.batches.delete(collection);
      return this.select(collection, [...ids]);
    });
    return { ids, result };
  }

  private async select(collection: CollectionName, ids: readonly Key[]): Promise<LookupResult> {
    const { schema, versions } = this;
    const key = collectionDef(this.collections, collection).key === "int" ? "bigint" : "text";
    const text = `select ${versions.list}, t.id, t.d from ${schema}.versions
      left join (select id, d from ${tableName(schema, collection)} where id = any($1::${key}[])) t on true`;
    const { rows } = await PooledConnection.use(this.pool, (connection) => connection.run(text, [ids]));
    const docs = rows.map((row) => row.slice(versions.columns.length) as [Key, Doc]);
    return { numbers: versions.of(rows[0]), docs: new Map(docs.filter(([id]) => id !== null)) };
  }
}

/** A read of one document without a transaction. Throws RetryTransaction if another one is needed. */
export class LookupTransaction extends ReadTransaction {
  constructor(
    parts: TransactionContext,
    private readonly lookups: BatchedLookups,
  ) {
    super(parts);
  }

  override async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    const table = await this.tableFor(collection, id);
    if (table) return table.docs.get(id) as DocOf<C> | undefined;
    if (!fitsKey(collectionDef(this.parts.collections, collection), id)) return undefined;
    if (this.hasBegun) return this.needMore();
    const { numbers, doc } = await this.lookups.find(collection, id);
    if (this.hasBegun) return this.needMore();
    await this.accept(numbers);
    return doc as DocOf<C> | undefined;
  }

  override async confirm(): Promise<void> {
    if (!this.hasBegun) await super.confirm();
  }

  protected override connect(): Promise<PooledConnection> {
    return this.needMore();
  }

  private needMore(): never {
    throw new RetryTransaction("more than one document is needed");
  }
}
