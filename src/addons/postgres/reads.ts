/** Read transactions. */
import type { QueryResult, QueryResultRow } from "pg";
import type { Query } from "../../engine/filters/query.js";
import type { Key } from "../../engine/storage/documents.js";
import type { CollectionName, DocOf, Each, ReadTx } from "../../engine/storage/storage.js";
import { isCached } from "./cache.js";
import { fitsKey, querySql, Values } from "./conditions.js";
import type { Session } from "./connections.js";
import { RetryTransaction } from "./failures.js";
import { tableName } from "./schema.js";
import { type DocRow, Transaction, type TransactionContext } from "./transaction.js";
import type { VersionNumbers } from "./versions.js";

const rowsPerFetch = 100;

interface SequenceValue {
  readonly sequence: string;
  readonly value: number;
}

/**
 * One snapshot, at isolation level repeatable read. Long lists are read by a cursor, so that neither side holds all rows.
 *
 * A transaction that may read a recent state begins with its first statement. Before, it reads cached collections as of the
 * version numbers that this process has read last. If nothing else is needed, it costs the database nothing.
 */
export class ReadTransaction extends Transaction {
  protected readonly lock = "";
  private beginning: Promise<unknown> | undefined;
  private cursors = 0;

  protected constructor(
    context: TransactionContext,
    session: Session,
    private readonly recent?: VersionNumbers,
  ) {
    super(context, session, recent ?? ({} as VersionNumbers));
  }

  /** @param recent numbers of a state that the transaction may read; without them it begins at once */
  static async start(
    session: Session,
    context: TransactionContext,
    recent?: VersionNumbers,
  ): Promise<ReadTransaction> {
    const tx = new ReadTransaction(context, session, recent);
    if (!recent) await tx.begin();
    return tx;
  }

  readonly each: Each = (collection, query = {}) => this.fetch(collection, query);

  private async *fetch<C extends CollectionName>(collection: C, query: Query): AsyncGenerator<DocOf<C>[]> {
    const { schema } = this.context;
    const values = new Values();
    const { where, tail } = querySql(schema, this.defOf(collection), query, values);
    const cursor = `list_${(this.cursors += 1)}`;
    const text = `select d from ${tableName(schema, collection)} where ${where} order by id${tail}`;
    // A client may read a long list slowly.
    await this.query("set local idle_in_transaction_session_timeout = 0");
    await this.query(`declare ${cursor} no scroll cursor for ${text}`, values.list);
    for (;;) {
      const { rows } = await this.query<DocRow>(`fetch ${rowsPerFetch} from ${cursor}`);
      if (rows.length === 0) return;
      yield rows.map(({ d }) => d as DocOf<C>);
    }
  }

  async sequences(): Promise<SequenceValue[]> {
    const text = `select name as sequence, value from ${this.context.schema}.sequences where value > 0 order by name`;
    return (await this.query<SequenceValue>(text)).rows;
  }

  async execute<R>(work: (tx: ReadTx) => Promise<R>): Promise<R> {
    try {
      const result = await work(this);
      // Fails again if the work caught its error.
      await this.beginning;
      this.giveBack();
      return result;
    } finally {
      this.end();
    }
  }

  /** Ends the transaction without waiting for it. */
  giveBack(): void {
    this.end();
    if (this.beginning) void this.session.end("commit");
    else this.session.giveBack();
  }

  protected isFromCache(collection: CollectionName, id: Key | undefined): boolean {
    return isCached(this.defOf(collection), id);
  }

  protected override async query<Row extends QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    this.requireOpen();
    await this.begin();
    return super.query(text, values);
  }

  /** Notes the numbers in the first row of a result. Throws RetryTransaction if what was read from the cache is outdated. */
  protected async accept<Row extends VersionNumbers>(send: () => Promise<QueryResult<Row>>): Promise<Row> {
    const { cache, observe, versions } = this.context;
    const sent = performance.now();
    const [row] = (await send()).rows as [Row];
    await observe(row);
    cache.note(row, sent);
    if (this.recent && !versions.areEqual(this.recent, row))
      throw new RetryTransaction("the cache was outdated");
    this.numbers = row;
    return row;
  }

  private async begin(): Promise<void> {
    const statements = ["begin isolation level repeatable read read only", this.context.versions.sql];
    this.beginning ??= this.accept(() => this.session.run<VersionNumbers>(statements));
    await this.beginning;
  }
}

/**
 * A read of one document that is not cached, above all of the session of a call: by one statement, which is a snapshot by
 * itself and needs no transaction. Throws RetryTransaction if more is read.
 */
export class SingleRead extends ReadTransaction {
  private isDone = false;

  constructor(context: TransactionContext, session: Session) {
    // Nothing that is cached fits before the statement.
    super(context, session);
  }

  override async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    if (this.isDone || this.isFromCache(collection, id) || !fitsKey(this.defOf(collection), id))
      return super.get(collection, id);
    this.requireOpen();
    this.isDone = true;
    const { schema, versions } = this.context;
    const doc = `(select d from ${tableName(schema, collection)} where id = $1) as d`;
    const text = `select ${versions.list}, ${doc} from ${schema}.versions`;
    const { d } = await this.accept(() => this.session.query<VersionNumbers & DocRow>(text, [id]));
    return (d ?? undefined) as DocOf<C> | undefined;
  }

  protected override query(): never {
    throw new RetryTransaction("more than one document is needed");
  }
}
