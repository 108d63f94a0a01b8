/** Read transactions. */
import type { Query } from "../../engine/filters/query.js";
import type { Key } from "../../engine/storage/documents.js";
import type { CollectionName, DocOf, Each, ReadTx } from "../../engine/storage/storage.js";
import { isCached } from "./cache.js";
import { fitsKey, querySql, Values } from "./conditions.js";
import { Session } from "./connections.js";
import { RetryTransaction } from "./failures.js";
import { tableName } from "./schema.js";
import { type DocRow, Transaction, type TransactionContext } from "./transaction.js";
import type { VersionNumbers } from "./versions.js";

const rowsPerFetch = 100;

interface SequenceValue {
  readonly sequence: string;
  readonly value: number;
}

/** One snapshot, at isolation level repeatable read. Long lists are read by a cursor, so that neither side holds all rows. */
export class ReadTransaction extends Transaction {
  protected readonly beginning: readonly string[];
  private cursors = 0;

  constructor(context: TransactionContext) {
    super(context);
    this.beginning = ["begin isolation level repeatable read read only", context.versions.sql];
  }

  readonly each: Each = (collection, query = {}) => this.fetch(collection, query);

  private async *fetch<C extends CollectionName>(collection: C, query: Query): AsyncGenerator<DocOf<C>[]> {
    const { schema } = this.context;
    const values = new Values();
    const { where, tail } = querySql(schema, this.defOf(collection), query, values);
    const cursor = `list_${(this.cursors += 1)}`;
    const text = `select d from ${tableName(schema, collection)} where ${where} order by id${tail}`;
    // A client may read a long list slowly.
    await this.ask("set local idle_in_transaction_session_timeout = 0");
    await this.ask(`declare ${cursor} no scroll cursor for ${text}`, values.list);
    for (;;) {
      const { rows } = await this.ask<DocRow>(`fetch ${rowsPerFetch} from ${cursor}`);
      if (rows.length === 0) return;
      yield rows.map(({ d }) => d as DocOf<C>);
    }
  }

  async sequences(): Promise<SequenceValue[]> {
    const text = `select name as sequence, value from ${this.context.schema}.sequences where value > 0 order by name`;
    return (await this.ask<SequenceValue>(text)).rows;
  }

  async execute<R>(work: (tx: ReadTx) => Promise<R>): Promise<R> {
    try {
      return await work(this);
    } finally {
      // Also after an error, which may be based on outdated cache content.
      await this.confirm();
      this.end("commit");
    }
  }

  protected isFromCache(collection: CollectionName, id: Key | undefined): boolean {
    return isCached(this.defOf(collection), id);
  }

  protected async select(
    collection: CollectionName,
    where: string,
    values: readonly unknown[],
    _by: string,
    tail = "",
  ): Promise<readonly DocRow[]> {
    const text = `select d from ${tableName(this.context.schema, collection)} where ${where}${tail}`;
    return (await this.ask<DocRow>(text, values)).rows;
  }
}

/**
 * A read of one document that is not cached, above all of the session of a call: by one statement, which is a snapshot by
 * itself and needs no transaction. Throws RetryTransaction if more is read.
 */
export class SingleRead extends ReadTransaction {
  override async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    const table = await this.tableFor(collection, id);
    if (table) return table.docs.get(id) as DocOf<C> | undefined;
    if (!fitsKey(this.defOf(collection), id)) return undefined;
    if (this.hasBegun) return this.needMore();
    const { schema, versions, pool } = this.context;
    const text = `select ${versions.list}, (select d from ${tableName(schema, collection)} where id = $1)
      from ${schema}.versions`;
    const { rows } = await Session.use(pool, (session) => session.query<VersionNumbers & DocRow>(text, [id]));
    if (this.hasBegun) return this.needMore();
    const [row] = rows as [VersionNumbers & DocRow];
    await this.accept(row);
    return (row.d ?? undefined) as DocOf<C> | undefined;
  }

  override async confirm(): Promise<void> {
    if (!this.hasBegun) await super.confirm();
  }

  protected override connect(): Promise<Session> {
    return this.needMore();
  }

  private needMore(): never {
    throw new RetryTransaction("more than one document is needed");
  }
}
