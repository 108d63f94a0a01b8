/** Transactions for handlers of chapters: the collections by name, and tables of their own rows. */
import { engineCollections, collectionNamesOf } from "../storage/collections.js";
import type { CollectionName, Doc, ReadTx, Tx } from "../storage/storage.js";
import type { Key, Query } from "../filters/query.js";
import { boundedJson, maxStoredCharacters } from "./bounds.js";
import type { HandlerRun } from "./handler-runs.js";
import type {} from "./own-rows.js";

export type ChapterTx = ReturnType<typeof chapterTransaction>;

/**
 * Returns copies of documents: to change a document, `put` it.
 * @param effect that of the operation; one that reads gets an error with the reason when it writes
 * @param run the call of the handler, after whose end the transaction refuses everything
 */
export function chapterTransaction(tx: ReadTx | Tx, effect: "read" | "write", run: HandlerRun) {
  const reading = async <Result>(work: (tx: ReadTx) => Promise<Result>): Promise<Result> =>
    copied(await run.operate(() => work(tx)));
  const writing = async <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    if (effect !== "write")
      throw new TypeError("only operations with x-effect: write can change data; set it in the chapter");
    return run.operate(() => work(tx as Tx));
  };
  return {
    async get(collection: string, id: Key) {
      const name = requireApplicationCollection(collection);
      return reading((tx) => tx.get(name, id) as Promise<Doc | undefined>);
    },
    async by(collection: string, unique: string, values: readonly Key[]) {
      const name = requireApplicationCollection(collection);
      return reading((tx) => tx.by(name, unique as never, values) as Promise<Doc | undefined>);
    },
    async find(collection: string, query?: Query) {
      const name = requireApplicationCollection(collection);
      return reading((tx) => tx.find(name, query) as Promise<Doc[]>);
    },
    async count(collection: string, query?: Query) {
      const name = requireApplicationCollection(collection);
      return reading((tx) => tx.count(name, query));
    },
    async put(collection: string, doc: Doc) {
      const name = requireApplicationCollection(collection);
      storableJson(doc, `a document of ${name}`);
      return writing((tx) => tx.put(name, copied(doc) as never));
    },
    async del(collection: string, id: Key) {
      const name = requireApplicationCollection(collection);
      return writing((tx) => tx.del(name, id));
    },
    next: (sequence: string) => writing((tx) => tx.next(sequence)),
    /** Rows of a chapter. Like all data, they are part of states, snapshots and sandboxes. */
    rows(table: string) {
      if (!/^[a-z][a-z0-9_]{0,63}$/.test(table))
        throw new TypeError(`${JSON.stringify(table)} is not a table name; use small letters, digits and _`);
      return {
        async get(key: Key): Promise<unknown> {
          const id = rowId(table, key);
          return reading(async (tx) => (await tx.get("own_rows", id))?.value);
        },
        /** In ascending order of keys as text. */
        async all(): Promise<{ readonly key: string; readonly value: unknown }[]> {
          const ofTable = { path: "table", type: "text", op: "eq", value: table } as const;
          const found = await reading((tx) => tx.find("own_rows", { where: [ofTable] }));
          return found.map(({ key, value }) => ({ key, value }));
        },
        async put(key: Key, value: unknown) {
          if (value === undefined || typeof value === "function" || typeof value === "symbol")
            throw new TypeError("a row must be a JSON value");
          const text = storableJson(value, "a row");
          if (text.includes("\\u0000")) throw new TypeError("a row must not contain NUL characters");
          const row = { id: rowId(table, key), table, key: String(key), value: JSON.parse(text) as unknown };
          return writing((tx) => tx.put("own_rows", row));
        },
        /** True if there was such a row. */
        async del(key: Key) {
          const id = rowId(table, key);
          return writing((tx) => tx.del("own_rows", id));
        },
      };
    },
  };
}

function rowId(table: string, key: Key): string {
  const text = String(key);
  if (text === "" || text.length > 200 || text.includes("\0"))
    throw new TypeError("the key of a row must have 1 to 200 characters");
  return `${table}/${text}`;
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
