/** Read transactions. */
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

/** One snapshot, at isolation level repeatable read. Long lists are read by a cursor, so that neither side holds all rows. */
export class ReadTransaction extends Transaction {
  protected readonly lock = "";
  private cursors = 0;

  static async begin(session: Session, context: TransactionContext): Promise<ReadTransaction> {
    const begin = "begin isolation level repeatable read read only";
    const { rows } = await session.run<VersionNumbers>([begin, context.versions.sql]);
    const numbers = rows[0] as VersionNumbers;
    await context.observe(numbers);
    return new ReadTransaction(context, session, numbers);
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
      this.giveBack();
      return result;
    } finally {
      this.end();
    }
  }

  /** Ends the transaction without waiting for it. */
  giveBack(): void {
    this.end();
    void this.session.end("commit");
  }

  protected isFromCache(collection: CollectionName, id: Key | undefined): boolean {
    return isCached(this.defOf(collection), id);
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
    super(context, session, {} as VersionNumbers);
  }

  override async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    if (this.isDone || this.isFromCache(collection, id) || !fitsKey(this.defOf(collection), id))
      return super.get(collection, id);
    this.isDone = true;
    const { schema, versions, observe } = this.context;
    const doc = `(select d from ${tableName(schema, collection)} where id = $1) as d`;
    const text = `select ${versions.list}, ${doc} from ${schema}.versions`;
    const { rows } = await super.query<VersionNumbers & DocRow>(text, [id]);
    const [row] = rows as [VersionNumbers & DocRow];
    this.numbers = row;
    await observe(row);
    return (row.d ?? undefined) as DocOf<C> | undefined;
  }

  override giveBack(): void {
    this.end();
    this.session.giveBack();
  }

  protected override query(): never {
    throw new RetryTransaction("more than one document is needed");
  }
}
