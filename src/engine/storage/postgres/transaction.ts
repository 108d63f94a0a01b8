/** The common part of read and write transactions: a connection once it is needed, and the cached collections. */
import type { Key } from "../documents.js";
import type { Query } from "../../filters/query.js";
import { type CollectionDef, type Collections, type UniqueName, collectionDef } from "../collections.js";
import { type CollectionName, type Doc, type DocOf, type ReadTx, StorageClosedError } from "../storage.js";
import type { Table } from "../table.js";
import { TableReader } from "../state.js";
import { asText, fold } from "../../values/text.js";
import { type CollectionCache, type CachedCollection, loadLimit, tableOfDocs } from "./cache.js";
import { querySql, Values } from "./conditions.js";
import type { ConnectionPool } from "./connection-pool.js";
import { RetryTransaction } from "./failures.js";
import { PooledConnection } from "./pooled-connection.js";
import type { StatementResult, ResultRow } from "./statement.js";
import { tableName, uniqueExpressions } from "./schema.js";
import type { VersionNumbers, VersionColumn, VersionTable } from "./versions.js";

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

export abstract class Transaction implements ReadTx {
  /** The cached collections when the transaction began. */
  protected readonly view: Map<CollectionName, CachedCollection>;
  /** Version numbers of the cache content used so far, to be checked against those of the database. */
  protected readonly reliedOn = new Map<VersionColumn, number>();
  private opening: Promise<PooledConnection> | undefined;
  protected connection: PooledConnection | undefined;
  private started: Promise<VersionNumbers> | undefined;
  private isOver = false;
  /** Generation of the cache when the transaction began. */
  protected readonly generation: number;
  /** Whether the version numbers of the database have been checked. */
  hasBegun = false;

  constructor(protected readonly parts: TransactionContext) {
    this.view = parts.cache.view();
    this.generation = parts.cache.generation;
  }

  /** Statements sent before the first one; the last of them returns the version numbers. */
  protected abstract readonly beginning: readonly string[];

  async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    const table = await this.tableFor(collection, id);
    if (table) return table.docs.get(id) as DocOf<C> | undefined;
    if (!fitsKey(collectionDef(this.parts.collections, collection), id)) return undefined;
    return (await this.select(collection, "id = $1", [id], "get"))[0]?.doc as DocOf<C> | undefined;
  }

  async by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined> {
    const table = await this.tableFor(collection);
    if (table) return table.by(unique, values) as DocOf<C> | undefined;
    const { text, list } = uniqueSql(this.parts, collection, unique, values);
    if (list.some((value) => value === undefined || !isText(value))) return undefined;
    return (await this.select(collection, text, list, "by"))[0]?.doc as DocOf<C> | undefined;
  }

  async find<C extends CollectionName>(collection: C, query: Query = {}): Promise<DocOf<C>[]> {
    const table = await this.tableFor(collection);
    if (table) return this.readerOf(collection, table).find(collection, query);
    const values = new Values();
    const { where, tail } = querySql(
      this.parts.schema,
      collectionDef(this.parts.collections, collection),
      query,
      values,
    );
    const found = await this.select(collection, where, values.list, "find", ` order by id${tail}`);
    return found.map(({ doc }) => doc as DocOf<C>);
  }

  async count(collection: CollectionName, query: Query = {}): Promise<number> {
    const table = await this.tableFor(collection);
    if (table) return this.readerOf(collection, table).count(collection, query);
    const { schema, collections } = this.parts;
    const values = new Values();
    const { where, tail } = querySql(schema, collectionDef(collections, collection), query, values);
    const from = `from ${tableName(schema, collection)} where ${where}`;
    const text =
      tail === ""
        ? `select count(*) ${from}`
        : `select count(*) from (select ${from} order by id${tail}) as part`;
    const { rows } = await this.ask(text, values.list);
    return Number(rows[0]?.[0]);
  }

  /** Checks that the cache content used was current. Throws RetryTransaction. */
  async confirm(): Promise<void> {
    if (this.started) await this.started;
    else if (this.reliedOn.size > 0) this.check(await this.parts.currentNumbers());
  }

  /** Releases the connection without waiting. @param command "ended" if the database has ended the transaction already */
  end(command: "commit" | "rollback" | "ended"): void {
    if (this.isOver) return;
    this.isOver = true;
    const { connection } = this;
    if (connection) {
      if (command === "commit") connection.defer(command);
      else if (command !== "ended") connection.run(command).catch(() => {});
      connection.giveBack();
    } else this.opening?.then((late) => late.giveBack()).catch(() => {});
  }

  /** Selects the documents that meet a condition, with the locks of the kind of transaction. */
  protected abstract select(
    collection: CollectionName,
    where: string,
    values: readonly unknown[],
    way: "get" | "by" | "find",
    tail?: string,
  ): Promise<{ readonly doc: Doc }[]>;

  protected async ask(text: string, values: readonly unknown[] = []): Promise<StatementResult> {
    const connection = await this.connect();
    const answer = connection.run(text, values);
    // If the beginning fails first, `answer` must not count as an unhandled rejection.
    answer.catch(() => {});
    await this.started;
    return answer;
  }

  /** The connection, on which the statements of `beginning` have been sent. */
  protected connect(): Promise<PooledConnection> {
    this.requireOpen();
    return (this.opening ??= this.open());
  }

  protected requireOpen(): void {
    if (this.isOver) throw new StorageClosedError("this transaction is over: start another one");
  }

  private async open(): Promise<PooledConnection> {
    const connection = await PooledConnection.take(this.parts.pool);
    if (this.isOver) return connection;
    this.connection = connection;
    this.started = this.begin(connection);
    this.started.catch(() => {});
    return connection;
  }

  private async begin(connection: PooledConnection): Promise<VersionNumbers> {
    const answers = await Promise.all(this.beginning.map((text) => connection.run(text)));
    const numbers = this.parts.versions.of(answers.at(-1)?.rows[0]);
    await this.accept(numbers);
    return numbers;
  }

  /** Accepts the version numbers of the state being read. Throws RetryTransaction if the cache content used was of others. */
  protected async accept(numbers: VersionNumbers): Promise<void> {
    this.requireSameServer();
    await this.parts.observe(numbers);
    this.check(numbers);
    for (const [collection, { number }] of this.view) {
      if (number !== numbers[collection]) this.view.delete(collection);
    }
    this.hasBegun = true;
  }

  private requireSameServer(): void {
    if (this.generation !== this.parts.cache.generation) throw new RetryTransaction("another server answers");
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
    if (!this.isFromCache(collectionDef(this.parts.collections, collection), id)) return undefined;
    const kept = this.view.get(collection) ?? (await this.load(collection));
    this.reliedOn.set(collection, kept.number);
    return kept.table === "large" ? undefined : kept.table;
  }

  protected abstract isFromCache(def: CollectionDef, id: Key | undefined): boolean;

  private async load(collection: CollectionName): Promise<CachedCollection> {
    await this.connect();
    const numbers = (await this.started) as VersionNumbers;
    const known = this.view.get(collection);
    if (known) return known;
    const { schema, collections, cache } = this.parts;
    const text = `select d from ${tableName(schema, collection)} order by id limit ${loadLimit}`;
    const { rows } = await this.ask(text);
    const table = tableOfDocs(collection, collectionDef(collections, collection), docsOf(rows));
    const kept = { number: numbers[collection], table };
    cache.keep(collection, kept, this.generation);
    this.view.set(collection, kept);
    return kept;
  }

  private readerOf(collection: CollectionName, table: Table): TableReader {
    return new OneTableReader(collection, table);
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

export function docsOf(rows: readonly ResultRow[]): Doc[] {
  return rows.map(([doc]) => doc as Doc);
}

export function fitsKey({ key }: CollectionDef, id: unknown): boolean {
  return key === "int" ? Number.isSafeInteger(id) : typeof id === "string" && isText(id);
}

/** Whether PostgreSQL can store a text: it stores neither NUL nor lone surrogates. */
export function isText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** The condition of a lookup by unique key, and its parameters. */
function uniqueSql(
  { schema, collections }: TransactionContext,
  collection: CollectionName,
  name: string,
  values: readonly Key[],
) {
  const { unique = {} }: CollectionDef = collectionDef(collections, collection);
  const parts = unique[name];
  if (!parts) throw new TypeError(`${collection} has no unique key ${name}: see its descriptor`);
  if (values.length !== parts.length) {
    throw new TypeError(`${collection}: the unique key ${name} takes ${parts.length} values`);
  }
  const list = parts.map(({ folded }, at) => {
    const text = asText(values[at]);
    return text !== undefined && folded ? fold(text) : text;
  });
  const text = uniqueExpressions(schema, parts)
    .map((expression, at) => `${expression} = $${at + 1}::text`)
    .join(" and ");
  return { text, list };
}
