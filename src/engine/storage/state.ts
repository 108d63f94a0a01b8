import { setImmediate } from "node:timers/promises";
import type { Key } from "./documents.js";
import type { Query } from "../filters/query.js";
import { type Collections, collectionNamesOf, collectionDef, type UniqueName } from "./collections.js";
import { countMatches, matches, search, type Source } from "./search.js";
import { type CollectionName, type Doc, StorageClosedError } from "./storage.js";
import type { DocOf, ReadTx, StateRecord, StateRecords, Tx, Version } from "./storage.js";
import { compareKeys, Table } from "./table.js";
import { newTree, type Tree } from "./tree.js";

const RECORDS_PER_TURN = 500;
const DOCS_PER_BATCH = 256;

/** The latest number of each sequence. A tree, because a commit copies it. */
export type Sequences = Tree<string, number>;

/** Looks up documents in the tables of a state or a draft. */
abstract class TableReader implements ReadTx, Source {
  abstract readonly changes: number;
  abstract table(name: CollectionName): Table;

  async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    return this.table(collection).docs.get(id) as DocOf<C> | undefined;
  }

  async by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined> {
    return this.table(collection).by(unique, values) as DocOf<C> | undefined;
  }

  async find<C extends CollectionName>(collection: C, query: Query = {}): Promise<DocOf<C>[]> {
    return (await search(this, collection, query)) as unknown as DocOf<C>[];
  }

  async count(collection: CollectionName, query: Query = {}): Promise<number> {
    return countMatches(this, collection, query);
  }
}

/** An immutable state. It shares unchanged parts with the states before and after it. */
export class State extends TableReader implements Version {
  /** A state is finished (search.ts, `Source`). */
  readonly changes = 0;
  readonly isInMemory = true;

  private constructor(
    /** A list, because a commit copies it. */
    private readonly tables: readonly Table[],
    /** From committed transactions. */
    readonly sequences: Sequences,
    /** The positions of the tables, the same for all states of a storage. */
    private readonly positions: ReadonlyMap<CollectionName, number>,
  ) {
    super();
  }

  static empty(collections: Collections): State {
    const names = collectionNamesOf(collections);
    const tables = names.map((name) => Table.empty(name, collectionDef(collections, name)));
    return new State(
      tables,
      newTree<string, number>(compareKeys),
      new Map(names.map((name, at) => [name, at])),
    );
  }

  /** Throws UniqueError and TypeError for content that a storage would refuse. */
  static async of(
    collections: Collections,
    content: StateRecords,
    options: { readonly freeze?: boolean } = {},
  ): Promise<State> {
    const builder = new StateBuilder(State.empty(collections), options.freeze);
    let count = 0;
    for await (const record of content) {
      if ("sequence" in record) builder.setSequence(record.sequence, record.value);
      else builder.store(record.collection, record.doc);
      if ((count += 1) % RECORDS_PER_TURN === 0) await setImmediate();
    }
    return builder.finish();
  }

  each<C extends CollectionName>(collection: C, query: Query = {}): AsyncIterable<DocOf<C>[]> {
    return matches(this, collection, query, DOCS_PER_BATCH) as AsyncIterable<DocOf<C>[]>;
  }

  table(name: CollectionName): Table {
    const table = this.tables[this.positions.get(name) ?? -1];
    if (!table) throw new TypeError(`there is no collection ${name}: there are ${this.names.join(", ")}`);
    return table;
  }

  get collections(): Collections {
    return Object.fromEntries(this.tables.map(({ name, def }) => [name, def]));
  }

  get names(): readonly CollectionName[] {
    return [...this.positions.keys()];
  }

  /** The same collections, without documents and sequences. */
  emptied(): State {
    return State.empty(this.collections);
  }

  isEmpty(): boolean {
    return this.tables.every((table) => table.docs.size === 0);
  }

  async *records(): AsyncGenerator<StateRecord> {
    let count = 0;
    for (const collection of this.names) {
      for (const doc of this.table(collection).docs.values()) {
        yield { collection, doc } as StateRecord;
        if ((count += 1) % RECORDS_PER_TURN === 0) await setImmediate();
      }
    }
    for (const [sequence, value] of this.sequences.entries()) yield { sequence, value };
  }

  /** With changed tables and sequences; 0 = the sequence is no longer used. */
  with(changed: ReadonlyMap<CollectionName, Table>, numbers: ReadonlyMap<string, number>): State {
    const tables = this.tables.slice();
    for (const [name, table] of changed) tables[tables.indexOf(this.table(name))] = table;
    if (numbers.size === 0) return new State(tables, this.sequences, this.positions);
    const sequences = this.sequences.clone();
    for (const [name, value] of numbers) {
      if (value > 0) sequences.set(name, value);
      else sequences.delete(name);
    }
    return new State(tables, sequences, this.positions);
  }

  /** Freezes all documents. */
  freeze(): void {
    for (const table of this.tables) table.docs.forEach(deepFreeze);
  }

  /** This state with some collections of another state. The sequences stay. */
  withTablesOf(other: State, names: readonly CollectionName[]): State {
    return this.with(new Map(names.map((name) => [name, other.table(name)])), new Map());
  }
}

/** The changes of a transaction: whole documents by ID; null = deleted. */
export interface Change {
  readonly docs: ReadonlyMap<CollectionName, ReadonlyMap<Key, Doc | null>>;
  readonly sequences: ReadonlyMap<string, number>;
}

/**
 * A draft of the next state, and the transaction that writes it. The base state does not change, so dropping the builder
 * rolls back.
 */
export class StateBuilder extends TableReader implements Change, Tx {
  private readonly tables = new Map<CollectionName, Table>();
  /** Set when the transaction has ended: further reads and writes throw. */
  isOver = false;
  changes = 0;
  readonly docs = new Map<CollectionName, Map<Key, Doc | null>>();
  readonly sequences = new Map<string, number>();
  /** The first error of a write. The transaction is then rolled back, even if the handler caught the error. */
  failure: Error | undefined;

  /** @param freeze freezes every document that is put */
  constructor(
    readonly base: State,
    private readonly freeze = false,
  ) {
    super();
  }

  table(name: CollectionName): Table {
    this.requireOpen();
    return this.tables.get(name) ?? this.base.table(name);
  }

  async put(name: CollectionName, doc: Doc): Promise<void> {
    this.store(name, doc);
  }

  async del(name: CollectionName, id: Key): Promise<boolean> {
    return this.remove(name, id);
  }

  /** Stores a document. A state is built without awaiting each of its documents. */
  store(name: CollectionName, doc: Doc): void {
    if (this.freeze) deepFreeze(doc);
    this.changes += 1;
    try {
      const { table, docs } = this.own(name);
      table.put(doc);
      docs.set(doc.id, doc);
    } catch (error) {
      this.failure ??= error as Error;
      throw error;
    }
  }

  /** Deletes a document; true if there was one. */
  remove(name: CollectionName, id: Key): boolean {
    if (!this.table(name).docs.has(id)) return false;
    this.changes += 1;
    const { table, docs } = this.own(name);
    docs.set(id, null);
    return table.del(id);
  }

  /** The next number of a sequence. A rolled-back transaction uses no number. */
  async next(sequence: string): Promise<number> {
    this.requireOpen();
    const value = (this.sequences.get(sequence) ?? this.base.sequences.get(sequence) ?? 0) + 1;
    this.sequences.set(sequence, value);
    return value;
  }

  /** Transactions in memory run one after the other. */
  async claim(): Promise<void> {
    this.requireOpen();
  }

  setSequence(name: string, value: number): void {
    this.sequences.set(name, value);
  }

  /** The state with all changes; the base state if there are none. */
  finish(): State {
    if (this.docs.size === 0 && this.sequences.size === 0) return this.base;
    return this.base.with(this.tables, this.sequences);
  }

  /**
   * Applies a change that was valid as a whole. All its documents are deleted before the new ones are put, because the
   * change does not record in which order they were put, and a unique key may have moved from one to another.
   */
  apply(change: Change): void {
    for (const [name, docs] of change.docs) {
      for (const id of docs.keys()) this.remove(name, id);
      for (const doc of docs.values()) if (doc) this.store(name, doc);
    }
    for (const [name, value] of change.sequences) this.setSequence(name, value);
  }

  private requireOpen(): void {
    if (this.isOver) throw new StorageClosedError("this transaction has ended: start another one");
  }

  /** The table to change, and the record of its changes. */
  private own(name: CollectionName): { readonly table: Table; readonly docs: Map<Key, Doc | null> } {
    let table = this.tables.get(name);
    let docs = this.docs.get(name);
    if (!table || !docs || this.isOver) {
      this.tables.set(name, (table = this.table(name).fork()));
      this.docs.set(name, (docs = new Map<Key, Doc | null>()));
    }
    return { table, docs };
  }
}

/** A version without the documents of some collections. Throws TypeError if the version is not in memory. */
export function versionWithout(version: Version, names: readonly CollectionName[]): Version {
  const state = stateOf(version);
  return state.withTablesOf(state.emptied(), names);
}

/** The version with some collections and sequences of `other`. */
export function versionWith(
  version: Version,
  other: Version,
  names: readonly CollectionName[],
  sequences: readonly string[],
): Version {
  const [state, given] = [stateOf(version), stateOf(other).sequences];
  const numbers = sequences.map((name): [string, number] => [name, given.get(name) ?? 0]);
  return state.withTablesOf(stateOf(other), names).with(new Map(), new Map(numbers));
}

function stateOf(version: Version): State {
  if (version instanceof State) return version;
  throw new TypeError("only versions in memory can be combined");
}

/** Freezes a document deeply, so that a handler that changes one fails. */
function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}
