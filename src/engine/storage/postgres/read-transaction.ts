import type { Key } from "../documents.js";
import type { Query } from "../../filters/query.js";
import type { CollectionName, Doc, DocOf, Each, ReadTx } from "../storage.js";
import { type CollectionDef, collectionDef } from "../collections.js";
import { isCached } from "./cache.js";
import { querySql, Values } from "./conditions.js";
import { tableName } from "./schema.js";
import type { ResultRow } from "./statement.js";
import { docsOf, Transaction, type TransactionContext } from "./transaction.js";

const rowsPerFetch = 100;

/** A read transaction: one snapshot, at isolation level repeatable read. */
export class ReadTransaction extends Transaction {
  protected readonly beginning: readonly string[];
  private cursors = 0;

  constructor(parts: TransactionContext) {
    super(parts);
    this.beginning = ["begin isolation level repeatable read read only", parts.versions.sql];
  }

  /** Uses a cursor, for long lists only. */
  readonly each: Each = (collection, query = {}) => this.fetch(collection, query);

  private async *fetch<C extends CollectionName>(collection: C, query: Query): AsyncGenerator<DocOf<C>[]> {
    const { schema, collections } = this.parts;
    const values = new Values();
    const { where, tail } = querySql(schema, collectionDef(collections, collection), query, values);
    const cursor = `list_${(this.cursors += 1)}`;
    const rows = `select d from ${tableName(schema, collection)} where ${where} order by id${tail}`;
    await this.ask(`declare ${cursor} no scroll cursor for ${rows}`, values.list);
    for (;;) {
      const batch = takeDocs((await this.ask(`fetch ${rowsPerFetch} from ${cursor}`)).rows);
      if (batch.length === 0) return;
      yield batch as DocOf<C>[];
    }
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

  protected isFromCache(def: CollectionDef, id: Key | undefined): boolean {
    return isCached(def, id);
  }

  protected async select(
    collection: CollectionName,
    where: string,
    values: readonly unknown[],
    _way: string,
    tail = "",
  ): Promise<{ readonly doc: Doc }[]> {
    const text = `select d from ${tableName(this.parts.schema, collection)} where ${where}${tail}`;
    const { rows } = await this.ask(text, values);
    return rows.map(([doc]) => ({ doc: doc as Doc }));
  }
}

/**
 * Takes the documents out of the rows and empties the rows. V8 promotes the row arrays of a long list to the old
 * generation, where they keep their documents alive: a million documents grew the process by 100 MB.
 */
function takeDocs(rows: readonly ResultRow[]): Doc[] {
  const docs = docsOf(rows);
  for (const row of rows) empty(row);
  empty(rows);
  return docs;
}

function empty(list: readonly unknown[]): void {
  (list as unknown[]).length = 0;
}
