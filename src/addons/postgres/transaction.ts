/** What read and write transactions have in common: reading, from the cache or from the database. */
import type { QueryResult, QueryResultRow } from "pg";
import type { Query } from "../../engine/filters/query.js";
import { type Collections, type UniqueName, collectionDef } from "../../engine/storage/collections.js";
import type { Key } from "../../engine/storage/documents.js";
import { countMatches, search } from "../../engine/storage/search.js";
import {
  type CollectionName,
  type Doc,
  type DocOf,
  type ReadTx,
  StorageClosedError,
} from "../../engine/storage/storage.js";
import type { Table } from "../../engine/storage/table.js";
import { type CollectionCache, loadLimit } from "./cache.js";
import { fitsKey, isText, querySql, uniqueSql, Values } from "./conditions.js";
import type { Session } from "./connections.js";
import { tableName } from "./schema.js";
import type { VersionNumbers, VersionTable } from "./versions.js";

export interface TransactionContext {
  readonly schema: string;
  readonly collections: Collections;
  readonly cache: CollectionCache;
  readonly versions: VersionTable;
  /** Called with the version numbers of the state being read, before anything of it is used. */
  readonly observe: (numbers: VersionNumbers) => Promise<void> | undefined;
}

/** A row of a collection. */
export interface DocRow {
  readonly d: Doc;
}

export abstract class Transaction implements ReadTx {
  private isOver = false;

  protected constructor(
    protected readonly context: TransactionContext,
    protected readonly session: Session,
    /** Those of the state that it reads. */
    protected numbers: VersionNumbers,
  ) {}

  /** Appended to the statements that read documents. */
  protected abstract readonly lock: string;

  async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    const table = await this.tableFor(collection, id);
    if (table) return table.docs.get(id) as DocOf<C> | undefined;
    if (!fitsKey(this.defOf(collection), id)) return undefined;
    const [doc] = await this.select(collection, "id = $1", [id]);
    return doc;
  }

  async by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined> {
    const table = await this.tableFor(collection);
    if (table) return table.by(unique, values) as DocOf<C> | undefined;
    const { text, list } = uniqueSql(this.context.schema, collection, this.defOf(collection), unique, values);
    if (list.some((value) => value === undefined || !isText(value))) return undefined;
    const [doc] = await this.select(collection, text, list);
    return doc;
  }

  async find<C extends CollectionName>(collection: C, query: Query = {}): Promise<DocOf<C>[]> {
    const table = await this.tableFor(collection);
    if (table) return (await search(sourceOf(table), collection, query)) as unknown as DocOf<C>[];
    const values = new Values();
    const { where, tail } = querySql(this.context.schema, this.defOf(collection), query, values);
    return this.select(collection, `${where} order by id${tail}`, values.list);
  }

  async count(collection: CollectionName, query: Query = {}): Promise<number> {
    const table = await this.tableFor(collection);
    if (table) return countMatches(sourceOf(table), collection, query);
    const { schema } = this.context;
    const values = new Values();
    const { where, tail } = querySql(schema, this.defOf(collection), query, values);
    const part = tail && ` order by id${tail}`;
    const text = `select count(*) from (select from ${tableName(schema, collection)} where ${where}${part}) as found`;
    const { rows } = await this.query<{ count: number }>(text, values.list);
    return rows[0]?.count ?? 0;
  }

  /** After this, calls are refused: the connection belongs to another transaction. */
  end(): void {
    this.isOver = true;
  }

  /** Whether this document, or the whole collection, is read from the cache. */
  protected abstract isFromCache(collection: CollectionName, id: Key | undefined): boolean;

  protected defOf(collection: CollectionName) {
    return collectionDef(this.context.collections, collection);
  }

  protected async query<Row extends QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    this.requireOpen();
    return this.session.query<Row>(text, values);
  }

  protected requireOpen(): void {
    if (this.isOver) throw new StorageClosedError("this transaction is over: start another one");
  }

  protected async select<C extends CollectionName>(
    collection: C,
    where: string,
    values: readonly unknown[],
  ): Promise<DocOf<C>[]> {
    const text = `select d from ${tableName(this.context.schema, collection)} where ${where}${this.lock}`;
    const { rows } = await this.query<DocRow>(text, values);
    return rows.map(({ d }) => d as DocOf<C>);
  }

  /** The whole collection if it is cached; loads it into the cache first. */
  private async tableFor(collection: CollectionName, id?: Key): Promise<Table | undefined> {
    this.requireOpen();
    if (!this.isFromCache(collection, id)) return undefined;
    const { cache } = this.context;
    const table = cache.get(collection, this.numbers) ?? (await this.load(collection));
    return table === "large" ? undefined : table;
  }

  private async load(collection: CollectionName): Promise<Table | "large"> {
    const { schema, cache } = this.context;
    const text = `select d from ${tableName(schema, collection)} order by id limit ${loadLimit}`;
    const { rows } = await this.query<DocRow>(text);
    const docs = rows.map(({ d }) => d);
    return cache.keep(collection, this.defOf(collection), this.numbers, docs);
  }
}

function sourceOf(table: Table) {
  return { changes: 0, table: () => table };
}
