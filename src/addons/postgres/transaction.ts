/** The common part of read and write transactions: a connection once it is needed, and the cached collections. */
import type { QueryResult, QueryResultRow } from "pg";
import type { Query } from "../../engine/filters/query.js";
import { type Collections, type UniqueName, collectionDef } from "../../engine/storage/collections.js";
import type { Key } from "../../engine/storage/documents.js";
import { TableReader } from "../../engine/storage/state.js";
import {
  type CollectionName,
  type Doc,
  type DocOf,
  type ReadTx,
  StorageClosedError,
} from "../../engine/storage/storage.js";
import type { Table } from "../../engine/storage/table.js";
import { type CollectionCache, type CachedCollection, loadLimit, tableOfDocs } from "./cache.js";
import { fitsKey, isText, querySql, uniqueSql, Values } from "./conditions.js";
import { type ConnectionPool, Session } from "./connections.js";
import { RetryTransaction } from "./failures.js";
import { tableName } from "./schema.js";
import type { VersionColumn, VersionNumbers, VersionTable } from "./versions.js";

export interface TransactionContext {
  readonly schema: string;
  readonly collections: Collections;
  readonly pool: ConnectionPool;
  readonly cache: CollectionCache;
  readonly versions: VersionTable;
  /** Called with the version numbers of the state being read, before anything of it is used. */
  readonly observe: (numbers: VersionNumbers) => Promise<void> | undefined;
  /** The current version numbers, for transactions that sent no statement. */
  readonly currentNumbers: () => Promise<VersionNumbers>;
}

/** A row of a collection. */
export interface DocRow {
  readonly d: Doc;
  /** The row version, in write transactions. */
  readonly xmin?: string;
}

export abstract class Transaction implements ReadTx {
  /** The cached collections when the transaction began. */
  private readonly view: Map<CollectionName, CachedCollection>;
  /** Version numbers of the cache content used so far, to be checked against those of the database. */
  protected readonly reliedOn = new Map<VersionColumn, number>();
  private opening: Promise<Session> | undefined;
  private session: Session | undefined;
  protected started: Promise<VersionNumbers> | undefined;
  private isOver = false;
  /** Generation of the cache when the transaction began. */
  protected readonly generation: number;
  /** Whether the version numbers of the database have been checked. */
  hasBegun = false;

  constructor(protected readonly context: TransactionContext) {
    this.view = context.cache.view();
    this.generation = context.cache.generation;
  }

  /** The first statements, sent as one; the last of them returns the version numbers. */
  protected abstract readonly beginning: readonly string[];

  async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    const table = await this.tableFor(collection, id);
    if (table) return table.docs.get(id) as DocOf<C> | undefined;
    if (!fitsKey(this.defOf(collection), id)) return undefined;
    const [row] = await this.select(collection, "id = $1", [id], "key");
    return row?.d as DocOf<C> | undefined;
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
    const [row] = await this.select(collection, text, list, "key");
    return row?.d as DocOf<C> | undefined;
  }

  async find<C extends CollectionName>(collection: C, query: Query = {}): Promise<DocOf<C>[]> {
    const table = await this.tableFor(collection);
    if (table) return new OneTableReader(collection, table).find(collection, query);
    const values = new Values();
    const { where, tail } = querySql(this.context.schema, this.defOf(collection), query, values);
    const rows = await this.select(collection, where, values.list, "query", ` order by id${tail}`);
    return rows.map(({ d }) => d as DocOf<C>);
  }

  async count(collection: CollectionName, query: Query = {}): Promise<number> {
    const table = await this.tableFor(collection);
    if (table) return new OneTableReader(collection, table).count(collection, query);
    const { schema } = this.context;
    const values = new Values();
    const { where, tail } = querySql(schema, this.defOf(collection), query, values);
    const part = tail && ` order by id${tail}`;
    const text = `select count(*) from (select from ${tableName(schema, collection)} where ${where}${part}) as found`;
    const { rows } = await this.ask<{ count: number }>(text, values.list);
    return rows[0]?.count ?? 0;
  }

  /** Begins before the first statement. */
  async ready(): Promise<this> {
    await this.connect();
    await this.started;
    return this;
  }

  /** Checks that the cache content used was current. Throws RetryTransaction. */
  async confirm(): Promise<void> {
    if (this.started) await this.started;
    else if (this.reliedOn.size > 0) this.check(await this.context.currentNumbers());
  }

  /** Releases the connection without waiting. @param command "ended" if the database has ended the transaction already */
  end(command: "commit" | "rollback" | "ended"): void {
    if (this.isOver) return;
    this.isOver = true;
    const { session } = this;
    if (!session) return;
    const giveBack = () => session.giveBack();
    if (command === "ended") giveBack();
    else session.run([command]).then(giveBack, giveBack);
  }

  /** Selects documents by a condition, with the locks of the kind of transaction. */
  protected abstract select(
    collection: CollectionName,
    where: string,
    values: readonly unknown[],
    by: "key" | "query",
    tail?: string,
  ): Promise<readonly DocRow[]>;

  protected defOf(collection: CollectionName) {
    return collectionDef(this.context.collections, collection);
  }

  protected async ask<Row extends QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const session = await this.connect();
    this.requireOpen();
    const answer = session.query<Row>(text, values);
    // If the beginning fails first, `answer` must not count as an unhandled rejection.
    answer.catch(() => {});
    await this.started;
    return answer;
  }

  /** The connection, on which the statements of `beginning` have been sent. */
  protected connect(): Promise<Session> {
    this.requireOpen();
    return (this.opening ??= this.open());
  }

  protected get isConnected(): boolean {
    return this.opening !== undefined;
  }

  /** Call it before each statement: on a connection that was given back, it would belong to nobody's transaction. */
  protected requireOpen(): void {
    if (this.isOver) throw new StorageClosedError("this transaction is over: start another one");
  }

  private async open(): Promise<Session> {
    const session = await Session.take(this.context.pool);
    if (this.isOver) session.giveBack();
    this.requireOpen();
    this.session = session;
    this.started = this.begin(session);
    this.started.catch(() => {});
    return session;
  }

  protected async begin(session: Session): Promise<VersionNumbers> {
    const { rows } = await session.run<VersionNumbers>(this.beginning);
    const numbers = rows[0] as VersionNumbers;
    await this.accept(numbers);
    return numbers;
  }

  /** Accepts the version numbers of the state being read. Throws RetryTransaction if the cache content used was of others. */
  protected async accept(numbers: VersionNumbers): Promise<void> {
    this.requireSameServer();
    await this.context.observe(numbers);
    this.check(numbers);
    for (const [collection, { number }] of this.view) {
      if (number !== numbers[collection]) this.view.delete(collection);
    }
    this.hasBegun = true;
  }

  private requireSameServer(): void {
    if (this.generation !== this.context.cache.generation)
      throw new RetryTransaction("another server answers");
  }

  private check(numbers: VersionNumbers): void {
    this.requireSameServer();
    for (const [column, number] of this.reliedOn) {
      if (numbers[column] !== number) throw new RetryTransaction(`${column} has changed meanwhile`);
    }
  }

  /** The whole collection if it is cached; loads it into the cache first. */
  protected async tableFor(collection: CollectionName, id?: Key): Promise<Table | undefined> {
    this.requireOpen();
    if (!this.isFromCache(collection, id)) return undefined;
    return this.cachedTable(collection);
  }

  protected abstract isFromCache(collection: CollectionName, id: Key | undefined): boolean;

  protected async cachedTable(collection: CollectionName): Promise<Table | undefined> {
    const kept = this.view.get(collection) ?? (await this.load(collection));
    this.reliedOn.set(collection, kept.number);
    return kept.table === "large" ? undefined : kept.table;
  }

  private async load(collection: CollectionName): Promise<CachedCollection> {
    await this.connect();
    const numbers = (await this.started) as VersionNumbers;
    const known = this.view.get(collection);
    if (known) return known;
    const { schema, cache } = this.context;
    const text = `select d from ${tableName(schema, collection)} order by id limit ${loadLimit}`;
    const { rows } = await this.ask<DocRow>(text);
    const docs = rows.map(({ d }) => d);
    const kept = {
      number: numbers[collection],
      table: tableOfDocs(collection, this.defOf(collection), docs),
    };
    cache.keep(collection, kept, this.generation);
    this.view.set(collection, kept);
    return kept;
  }
}

class OneTableReader extends TableReader {
  readonly changes = 0;

  constructor(
    private readonly collection: CollectionName,
    private readonly only: Table,
  ) {
    super();
  }

  table(name: CollectionName): Table {
    if (name !== this.collection) throw new TypeError(`${name} is not what was asked for`);
    return this.only;
  }
}
