/** What reading and writing transactions have in common: a connection once it is needed, and the kept collections. */
import type { Key } from "../documents.js";
import type { Query } from "../../filters/query.js";
import { type CollectionDef, type Collections, type UniqueName, collectionDef } from "../collections.js";
import { asText } from "../match.js";
import { type CollectionName, type Doc, type DocOf, type ReadTx, StorageClosedError } from "../storage.js";
import type { Table } from "../table.js";
import { Reader } from "../transaction.js";
import { fold } from "../../values/text.js";
import { type CollectionCache, type KeptCollection, loadLimit, tableOfDocs } from "./cache.js";
import { querySql, Values } from "./conditions.js";
import type { Connections } from "./connections.js";
import { StartOver } from "./failures.js";
import { type Answer, Link, type Row } from "./link.js";
import { tableOf, uniqueExpressions } from "./schema.js";
import type { Numbers, VersionColumn, Versions } from "./versions.js";

export interface TransactionParts {
  readonly schema: string;
  readonly collections: Collections;
  readonly connections: Connections;
  readonly cache: CollectionCache;
  readonly versions: Versions;
  /** Told of the numbers of the state that is being read, before anything of it is used. */
  readonly observe: (numbers: Numbers) => Promise<void> | undefined;
  /** The numbers of now, for transactions that needed no statement. */
  readonly currentNumbers: () => Promise<Numbers>;
}

export abstract class Transaction implements ReadTx {
  /** Collections as the cache had them when the transaction began. */
  protected readonly view: Map<CollectionName, KeptCollection>;
  /** Numbers that something was taken under already: they must turn out to be the present ones. */
  protected readonly relied = new Map<VersionColumn, number>();
  private opening: Promise<Link> | undefined;
  protected link: Link | undefined;
  private started: Promise<Numbers> | undefined;
  private isOver = false;
  /** Of the cache, when the transaction began. */
  protected readonly life: number;
  /** The state read is known to be the present one. */
  hasBegun = false;

  constructor(protected readonly parts: TransactionParts) {
    this.view = parts.cache.view();
    this.life = parts.cache.life;
  }

  /** What is sent before the first statement; the last one answers the numbers. */
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
    const from = `from ${tableOf(schema, collection)} where ${where}`;
    const text =
      tail === ""
        ? `select count(*) ${from}`
        : `select count(*) from (select ${from} order by id${tail}) as part`;
    const { rows } = await this.ask(text, values.list);
    return Number(rows[0]?.[0]);
  }

  /** Makes sure that what was taken from the cache was right. Throws StartOver. */
  async confirm(): Promise<void> {
    if (this.started) await this.started;
    else if (this.relied.size > 0) this.check(await this.parts.currentNumbers());
  }

  /** Lets go of the connection without waiting; "ended" = the database has ended the transaction already. */
  end(command: "commit" | "rollback" | "ended"): void {
    if (this.isOver) return;
    this.isOver = true;
    const { link } = this;
    if (link) {
      if (command === "commit") link.owe(command);
      else if (command !== "ended") link.run(command).catch(() => {});
      link.giveBack();
    } else this.opening?.then((late) => late.giveBack()).catch(() => {});
  }

  /** The rows that meet a condition, and what the kind of transaction adds to that. */
  protected abstract select(
    collection: CollectionName,
    where: string,
    values: readonly unknown[],
    way: "get" | "by" | "find",
    tail?: string,
  ): Promise<{ readonly doc: Doc }[]>;

  protected async ask(text: string, values: readonly unknown[] = []): Promise<Answer> {
    const link = await this.connect();
    const answer = link.run(text, values);
    // The beginning may fail first.
    answer.catch(() => {});
    await this.started;
    return answer;
  }

  /** The connection, with the beginning on its way. */
  protected connect(): Promise<Link> {
    this.requireOpen();
    return (this.opening ??= this.open());
  }

  protected requireOpen(): void {
    if (this.isOver) throw new StorageClosedError("this transaction is over: start another one");
  }

  private async open(): Promise<Link> {
    const link = await Link.take(this.parts.connections);
    if (this.isOver) return link;
    this.link = link;
    this.started = this.begin(link);
    this.started.catch(() => {});
    return link;
  }

  private async begin(link: Link): Promise<Numbers> {
    const answers = await Promise.all(this.beginning.map((text) => link.run(text)));
    const numbers = this.parts.versions.of(answers.at(-1)?.rows[0]);
    await this.accept(numbers);
    return numbers;
  }

  /** The state read is that of these numbers. Throws StartOver when something was taken under others. */
  protected async accept(numbers: Numbers): Promise<void> {
    this.requireSameServer();
    await this.parts.observe(numbers);
    this.check(numbers);
    for (const [collection, { number }] of this.view) {
      if (number !== numbers[collection]) this.view.delete(collection);
    }
    this.hasBegun = true;
  }

  private requireSameServer(): void {
    if (this.life !== this.parts.cache.life) throw new StartOver("another server answers");
  }

  private check(numbers: Numbers): void {
    this.requireSameServer();
    for (const [column, number] of this.relied) {
      if (numbers[column] !== number) throw new StartOver(`${column} has changed meanwhile`);
    }
  }

  /** The collection as a whole, if it is kept; what is not there yet is read now. */
  protected async tableFor(collection: CollectionName, id?: Key): Promise<Table | undefined> {
    this.requireOpen();
    if (!this.isFromCache(collectionDef(this.parts.collections, collection), id)) return undefined;
    const kept = this.view.get(collection) ?? (await this.load(collection));
    this.relied.set(collection, kept.number);
    return kept.table === "large" ? undefined : kept.table;
  }

  protected abstract isFromCache(def: CollectionDef, id: Key | undefined): boolean;

  private async load(collection: CollectionName): Promise<KeptCollection> {
    await this.connect();
    const numbers = (await this.started) as Numbers;
    const known = this.view.get(collection);
    if (known) return known;
    const { schema, collections, cache } = this.parts;
    const text = `select d from ${tableOf(schema, collection)} order by id limit ${loadLimit}`;
    const { rows } = await this.ask(text);
    const table = tableOfDocs(collection, collectionDef(collections, collection), docsOf(rows));
    const kept = { number: numbers[collection], table };
    cache.keep(collection, kept, this.life);
    this.view.set(collection, kept);
    return kept;
  }

  private readerOf(collection: CollectionName, table: Table): Reader {
    return new Reader({ changes: 0, table: (name) => (name === collection ? table : missing(name)) });
  }
}

function missing(name: string): never {
  throw new TypeError(`${name} is not what was asked for`);
}

export function docsOf(rows: readonly Row[]): Doc[] {
  return rows.map(([doc]) => doc as Doc);
}

export function fitsKey({ key }: CollectionDef, id: unknown): boolean {
  return key === "int" ? Number.isSafeInteger(id) : typeof id === "string" && isText(id);
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
export function isText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** The condition of a unique key. */
function uniqueSql(
  { schema, collections }: TransactionParts,
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
