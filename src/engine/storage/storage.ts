import type { CollectionName, Doc, DocOf, Key } from "./documents.js";
import type { Query } from "../filters/query.js";
import type { Awaitable } from "../values/awaitable.js";
import type { Measure } from "../values/measure.js";
import type { Shared } from "./shared.js";
import type { Collections, UniqueName } from "./collections.js";

export type { CollectionName, Doc, DocOf };
export type { Shared } from "./shared.js";
export * from "./errors.js";

/** One consistent state: what is read does not change while the transaction lasts. What is in memory is answered at once. */
export interface ReadTx {
  get<C extends CollectionName>(collection: C, id: Key): Awaitable<DocOf<C> | undefined>;
  /** Looks up by a unique key of collections.ts, one value per part; folded parts ignore case. */
  by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Awaitable<DocOf<C> | undefined>;
  find<C extends CollectionName>(collection: C, query?: Query): Awaitable<DocOf<C>[]>;
  count(collection: CollectionName, query?: Query): Awaitable<number>;
  /** As find, in batches, so that nobody holds all of it: where documents are fetched from elsewhere. */
  readonly each?: Each | undefined;
  /** What was read until now, where all documents are in memory and more than a single one may be read. */
  readonly basis?: Basis | undefined;
}

/** The collections that a transaction has read. */
export interface Basis {
  /** Would another transaction find no other document in them? */
  isSameFor(tx: ReadTx): boolean;
}

export type Each = <C extends CollectionName>(collection: C, query?: Query) => AsyncIterable<DocOf<C>[]>;

/** A read transaction that sees its own changes. An error of `put` ends it: nothing of it is kept. */
export interface Tx extends ReadTx {
  /** Stores the document under its id, in place of any earlier one. Throws UniqueError. */
  put<C extends CollectionName>(collection: C, doc: DocOf<C>): Awaitable<void>;
  /** True when there was such a document. */
  del(collection: CollectionName, id: Key): Awaitable<boolean>;
  /**
   * The next number of the sequence, given back when the transaction is refused: no gaps from refusals.
   * @param numbering "gapless" = no gaps at all: where several processes write, whoever wants the next number waits for
   * the end of this transaction. Without it nobody waits, and an end without a commit may leave a gap
   */
  next(sequence: string, numbering?: "gapless"): Awaitable<number>;
  /**
   * Until its end no other transaction gets past a claim to the same name: for rules over documents that are only found,
   * such as that no two have the same value. Where writes run one after the other anyway, it does nothing.
   */
  claim(name: string): Awaitable<void>;
}

/** One element of a whole state, as export() gives it and replace() takes it. */
export type StateRecord =
  | { readonly [C in CollectionName]: { readonly collection: C; readonly doc: DocOf<C> } }[CollectionName]
  | { readonly sequence: string; readonly value: number };

export type StateRecords = AsyncIterable<StateRecord> | Iterable<StateRecord>;

/**
 * A whole state at one moment, sequences included. Nothing changes it any more, so that holding one is all it takes
 * to keep the state: versions of one shop share whatever is the same in them.
 */
export interface Version {
  /** The documents, then the sequences; other work runs between them. */
  records(): AsyncIterable<StateRecord>;
  isEmpty(): boolean;
}

export interface ReadOptions {
  /**
   * The read gets one document, beside those that rarely change: where documents are fetched from elsewhere, reads of
   * one moment then share the way. It may get more, which costs more.
   */
  readonly single?: true;
}

export interface WriteOptions {
  /**
   * What is written hangs on nothing else, such as a session: where several processes write, it waits neither for those
   * that need the shop for themselves nor behind the other writes.
   */
  readonly apart?: true;
}

export interface Health {
  writable: boolean;
  /** Why not, for people. */
  reason?: string;
}

/** Where the shop's data lives. Every implementation passes test/engine/storage/contract.ts. */
export interface Storage {
  /** What it keeps, as it was handed in when the storage was opened. */
  readonly collections: Collections;
  /** Where several processes can work over the storage at once. */
  readonly shared?: Shared | undefined;
  /**
   * Runs `work` on one consistent state that holds every write acknowledged before, perhaps twice. Reads do not wait
   * for writes. In memory, work that needs no promise is answered without one.
   */
  read<R>(work: (tx: ReadTx) => Awaitable<R>, options?: ReadOptions): Awaitable<R>;
  /**
   * Runs `work` as if alone, perhaps twice, so without outside effects: every change is durable when it
   * resolves, none is kept when it rejects. A write inside of `work` would wait for itself forever.
   * Rejects with what `work` throws, UniqueError, StorageReadOnlyError or OutcomeUnknownError.
   */
  write<R>(work: (tx: Tx) => Awaitable<R>, options?: WriteOptions): Promise<R>;
  /** The matching documents of one consistent state, in batches; other work runs between the batches. */
  scan<C extends CollectionName>(collection: C, query?: Query): AsyncIterable<DocOf<C>[]>;
  /**
   * The present state, with every write acknowledged before: what a snapshot, an export and a fork start from. In
   * memory it is a reference and takes no time; a storage that keeps its state elsewhere has to read it.
   * @param use "once" = its records are read once and soon, so that they need not be held in memory
   */
  version(use?: "once"): Promise<Version>;
  /**
   * The state becomes that version again, sequences included: durably, or not at all when it rejects. It may be a
   * version of another storage. One that shares its documents with the present state costs what has changed between
   * the two, however large they are. Reads and writes go on meanwhile; a write that was under way counts before.
   * @param keep collections that stay as they are at that moment
   */
  restore(version: Version, keep?: readonly CollectionName[]): Promise<void>;
  /** As restore(), from what a version's records() gives: for states that come from outside. */
  replace(content: StateRecords): Promise<void>;
  /** The state of one moment, read bit by bit: the documents, then the sequences. */
  records(): AsyncIterable<StateRecord>;
  /** True when there is no document at all. */
  isEmpty(): Promise<boolean>;
  health(): Health;
  /** Numbers for the metrics, as of now. */
  measures(): Promise<readonly Measure[]>;
  /** Resolves when every write that had ended before the call is durable. */
  flush(): Promise<void>;
  /**
   * Lets running writes end, makes all durable and lets go of the storage. A second call does nothing more.
   */
  close(): Promise<void>;
}
