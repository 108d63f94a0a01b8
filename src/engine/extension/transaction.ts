/** Transactions for handlers of chapters: the collections by name, and tables of their own rows. */
import { engineCollections, collectionNamesOf } from "../storage/collections.js";
import type { CollectionName, Doc, ReadTx, Tx } from "../storage/storage.js";
import type { Key, Query } from "../filters/query.js";
import { boundedJson, maxStoredCharacters } from "./bounds.js";
import type { HandlerRun } from "./handler-runs.js";
import type {} from "./own-rows.js";

/** Rows of a chapter. Like all data, they are part of states, snapshots and sandboxes. */
interface OwnRows {
  get(key: Key): Promise<unknown>;
  /** In ascending order of keys as text. */
  all(): Promise<{ readonly key: string; readonly value: unknown }[]>;
}

interface WritableRows extends OwnRows {
  put(key: Key, value: unknown): Promise<void>;
  /** True if there was such a row. */
  del(key: Key): Promise<boolean>;
}

/** Returns copies of documents: to change a document, `put` it. */
export interface ChapterReadTx {
  get(collection: string, id: Key): Promise<Doc | undefined>;
  by(collection: string, unique: string, values: readonly Key[]): Promise<Doc | undefined>;
  find(collection: string, query?: Query): Promise<Doc[]>;
  count(collection: string, query?: Query): Promise<number>;
  rows(table: string): OwnRows;
}

export interface ChapterTx extends ChapterReadTx {
  put(collection: string, doc: Doc): Promise<void>;
  del(collection: string, id: Key): Promise<boolean>;
  next(sequence: string): Promise<number>;
  rows(table: string): WritableRows;
}

/** @param run the call of the handler, after whose end the transaction refuses everything */
export function chapterTransaction(
  tx: ReadTx | Tx,
  effect: "read" | "write",
  run: HandlerRun,
): ChapterReadTx | ChapterTx {
  return effect === "read" ? new ReadOnlyTx(tx, run) : new ReadWriteTx(tx as Tx, run);
}

class BaseTx implements ChapterReadTx {
  constructor(
    protected readonly tx: ReadTx,
    protected readonly run: HandlerRun,
  ) {}

  async get(collection: string, id: Key) {
    const name = requireApplicationCollection(collection);
    return copied(await this.run.operate(() => this.tx.get(name, id))) as Doc | undefined;
  }

  async by(collection: string, unique: string, values: readonly Key[]) {
    const name = requireApplicationCollection(collection);
    return copied(await this.run.operate(() => this.tx.by(name, unique as never, values))) as Doc | undefined;
  }

  async find(collection: string, query?: Query) {
    const name = requireApplicationCollection(collection);
    return copied(await this.run.operate(() => this.tx.find(name, query))) as Doc[];
  }

  async count(collection: string, query?: Query) {
    const name = requireApplicationCollection(collection);
    return this.run.operate(() => this.tx.count(name, query));
  }

  rows(table: string): OwnRows {
    return new ReadableTable(this.tx, this.run, table);
  }
}

/** Write methods throw an error that explains the mistake. */
class ReadOnlyTx extends BaseTx {
  readonly put = onlyWrites;
  readonly del = onlyWrites;
  readonly next = onlyWrites;
}

function onlyWrites(): never {
  throw new TypeError("only operations with x-effect: write can change data; set it in the chapter");
}

class ReadWriteTx extends BaseTx implements ChapterTx {
  constructor(
    protected override readonly tx: Tx,
    run: HandlerRun,
  ) {
    super(tx, run);
  }

  async put(collection: string, doc: Doc) {
    const name = requireApplicationCollection(collection);
    storableJson(doc, `a document of ${name}`);
    return this.run.operate(() => this.tx.put(name, copied(doc) as never));
  }

  async del(collection: string, id: Key) {
    const name = requireApplicationCollection(collection);
    return this.run.operate(() => this.tx.del(name, id));
  }

  async next(sequence: string) {
    return this.run.operate(() => this.tx.next(sequence));
  }

  override rows(table: string): WritableRows {
    return new WritableTable(this.tx, this.run, table);
  }
}

class ReadableTable implements OwnRows {
  constructor(
    protected readonly tx: ReadTx,
    protected readonly run: HandlerRun,
    protected readonly table: string,
  ) {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(table))
      throw new TypeError(`${JSON.stringify(table)} is not a table name; use small letters, digits and _`);
  }

  async get(key: Key) {
    const id = this.idOf(key);
    return copied((await this.run.operate(() => this.tx.get("own_rows", id)))?.value);
  }

  async all() {
    const ofTable = { path: "table", type: "text", op: "eq", value: this.table } as const;
    const found = await this.run.operate(() => this.tx.find("own_rows", { where: [ofTable] }));
    return found.map(({ key, value }) => ({ key, value: copied(value) }));
  }

  protected idOf(key: Key): string {
    const text = String(key);
    if (text === "" || text.length > 200 || text.includes("\0"))
      throw new TypeError("the key of a row must have 1 to 200 characters");
    return `${this.table}/${text}`;
  }
}

class WritableTable extends ReadableTable implements WritableRows {
  constructor(
    protected override readonly tx: Tx,
    run: HandlerRun,
    table: string,
  ) {
    super(tx, run, table);
  }

  async put(key: Key, value: unknown) {
    if (value === undefined || typeof value === "function" || typeof value === "symbol")
      throw new TypeError("a row must be a JSON value");
    const text = storableJson(value, "a row");
    if (text.includes("\\u0000")) throw new TypeError("a row must not contain NUL characters");
    const id = this.idOf(key);
    const row = { id, table: this.table, key: String(key), value: JSON.parse(text) as unknown };
    return this.run.operate(() => this.tx.put("own_rows", row));
  }

  async del(key: Key) {
    const id = this.idOf(key);
    return this.run.operate(() => this.tx.del("own_rows", id));
  }
}

/** Longer documents could not be exported and imported again. */
function storableJson(value: unknown, what: string): string {
  const text = boundedJson(value, maxStoredCharacters);
  if (text !== undefined) return text;
  throw new RangeError(`${what} must not have more than ${maxStoredCharacters} characters of JSON`);
}

/** Handlers must not access the collections of the engine, such as keys and sessions. */
function requireApplicationCollection(collection: string): CollectionName {
  if (collectionNamesOf(engineCollections).includes(collection as CollectionName))
    throw new TypeError(
      `${collection} cannot be used by handlers of chapters; their own rows are in tx.rows("…")`,
    );
  return collection as CollectionName;
}

/** Stored documents are shared and must not be changed. */
function copied<Value>(value: Value): Value {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}
