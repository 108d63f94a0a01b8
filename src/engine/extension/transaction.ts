/** The data as functions of chapters see them: the collections by name, and tables of rows of their own. */
import { engineCollections, collectionNamesOf } from "../storage/collections.js";
import type { CollectionName, Doc, ReadTx, Tx } from "../storage/storage.js";
import type { Key, Query } from "../filters/query.js";
import type {} from "./own-rows.js";

/** Rows of a chapter's own. They are part of every state, snapshot and sandbox, as all data are. */
export interface OwnRows {
  get(key: Key): Promise<unknown>;
  /** In the order of their keys as text. */
  all(): Promise<{ readonly key: string; readonly value: unknown }[]>;
}

export interface WritableRows extends OwnRows {
  put(key: Key, value: unknown): Promise<void>;
  /** True when there was such a row. */
  del(key: Key): Promise<boolean>;
}

/** What is read are copies: to change a document, `put` it. */
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

export function chapterTransaction(tx: ReadTx | Tx, effect: "read" | "write"): ChapterReadTx | ChapterTx {
  return effect === "read" ? new Reading(tx) : new Writing(tx as Tx);
}

class Looking implements ChapterReadTx {
  constructor(protected readonly tx: ReadTx) {}

  async get(collection: string, id: Key) {
    return copied(await this.tx.get(named(collection), id)) as Doc | undefined;
  }

  async by(collection: string, unique: string, values: readonly Key[]) {
    return copied(await this.tx.by(named(collection), unique as never, values)) as Doc | undefined;
  }

  async find(collection: string, query?: Query) {
    return copied(await this.tx.find(named(collection), query)) as Doc[];
  }

  async count(collection: string, query?: Query) {
    return this.tx.count(named(collection), query);
  }

  rows(table: string): OwnRows {
    return new Rows(this.tx, table);
  }
}

/** Says what is wrong to whoever writes in an operation that reads. */
class Reading extends Looking {
  readonly put = onlyWrites;
  readonly del = onlyWrites;
  readonly next = onlyWrites;
}

function onlyWrites(): never {
  throw new TypeError("only operations with x-effect: write change data; say so in the chapter");
}

class Writing extends Looking implements ChapterTx {
  constructor(protected override readonly tx: Tx) {
    super(tx);
  }

  async put(collection: string, doc: Doc) {
    return this.tx.put(named(collection), copied(doc) as never);
  }

  async del(collection: string, id: Key) {
    return this.tx.del(named(collection), id);
  }

  async next(sequence: string) {
    return this.tx.next(sequence);
  }

  override rows(table: string): WritableRows {
    return new ChangeableRows(this.tx, table);
  }
}

class Rows implements OwnRows {
  constructor(
    protected readonly tx: ReadTx,
    protected readonly table: string,
  ) {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(table))
      throw new TypeError(`${JSON.stringify(table)} is no name of a table; use small letters, digits and _`);
  }

  async get(key: Key) {
    return copied((await this.tx.get("own_rows", this.idOf(key)))?.value);
  }

  async all() {
    const ofTable = { path: "table", type: "text", op: "eq", value: this.table } as const;
    const found = await this.tx.find("own_rows", { where: [ofTable] });
    return found.map(({ key, value }) => ({ key, value: copied(value) }));
  }

  protected idOf(key: Key): string {
    const text = String(key);
    if (text === "" || text.length > 200 || text.includes("\0"))
      throw new TypeError("the key of a row has 1 to 200 characters");
    return `${this.table}/${text}`;
  }
}

class ChangeableRows extends Rows implements WritableRows {
  constructor(
    protected override readonly tx: Tx,
    table: string,
  ) {
    super(tx, table);
  }

  async put(key: Key, value: unknown) {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError("a row must be a value of JSON");
    if (text.includes("\\u0000")) throw new TypeError("a row must not hold NUL characters");
    return this.tx.put("own_rows", {
      id: this.idOf(key),
      table: this.table,
      key: String(key),
      value: JSON.parse(text) as unknown,
    });
  }

  async del(key: Key) {
    return this.tx.del("own_rows", this.idOf(key));
  }
}

/** The rows of the engine itself, such as keys and sessions, are none of a chapter's business. */
function named(collection: string): CollectionName {
  if (collectionNamesOf(engineCollections).includes(collection as CollectionName))
    throw new TypeError(
      `${collection} is not for handlers of chapters; rows of their own are in tx.rows("…")`,
    );
  return collection as CollectionName;
}

/** What is stored is shared by all who read it. */
function copied<Value>(value: Value): Value {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}
