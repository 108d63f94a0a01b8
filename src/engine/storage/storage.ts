import type { CollectionName, Doc, DocDifference, DocOf, Key } from "./documents.js";
import type { Query } from "../filters/query.js";
import type { Measure } from "../values/measure.js";
import type { Shared } from "./shared.js";
import type { Collections, UniqueName } from "./collections.js";

export type { CollectionName, Doc, DocOf };
export type { Shared } from "./shared.js";
export * from "./errors.js";

/** Reads of one consistent state, which does not change during the transaction. */
export interface ReadTx {
  get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined>;
  /** Looks up by a unique key of the collection (collections.ts), one value per part; folded parts ignore case. */
  by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined>;
  find<C extends CollectionName>(collection: C, query?: Query): Promise<DocOf<C>[]>;
  count(collection: CollectionName, query?: Query): Promise<number>;
  /** As find, in batches that need not all be in memory; undefined in write transactions. */
  readonly each?: Each | undefined;
  /** Whether all documents are in memory anyway. */
  readonly isInMemory?: true | undefined;
}

export type Each = <C extends CollectionName>(collection: C, query?: Query) => AsyncIterable<DocOf<C>[]>;

/** A transaction that sees its own changes. An error of `put` ends it, and none of its changes is stored. */
export interface Tx extends ReadTx {
  /** Stores the document, replacing any earlier one with its id. Throws UniqueError. */
  put<C extends CollectionName>(collection: C, doc: DocOf<C>): Promise<void>;
  /** True if there was such a document. */
  del(collection: CollectionName, id: Key): Promise<boolean>;
  /**
   * The next number of the sequence. A transaction that fails returns its numbers, so refused calls leave no gaps.
   * @param numbering "gapless" rules out gaps altogether: with several processes, other transactions wait for the end of
   * this one to get the next number. Without it nobody waits, and a transaction without a commit may leave a gap
   */
  next(sequence: string, numbering?: "gapless"): Promise<number>;
  /**
   * Locks a name until the end of the transaction: for rules over the result of `find`, for example that no two documents
   * have the same value. Does nothing in storages that run writes one after the other.
   */
  claim(name: string): Promise<void>;
}

/** One element of a whole state, as records() returns it and replace() takes it. */
export type StateRecord =
  | { readonly [C in CollectionName]: { readonly collection: C; readonly doc: DocOf<C> } }[CollectionName]
  | { readonly sequence: string; readonly value: number };

export type StateRecords = AsyncIterable<StateRecord> | Iterable<StateRecord>;

/**
 * A whole state at one moment, sequences included. It is immutable, so holding a reference preserves the state. Versions
 * of one shop share their equal parts.
 */
export interface Version {
  /** The documents, then the sequences; yields to other work in between. */
  records(): AsyncIterable<StateRecord>;
  isEmpty(): boolean;
}

export interface ReadOptions {
  /**
   * A hint that the read gets one document besides those of cached collections. A storage that fetches documents from
   * elsewhere can then combine concurrent reads into one query. Reading more is allowed, but slower.
   */
  readonly single?: true;
  /**
   * A time by performance.now(). The read may also return the state at any moment since then, which saves a storage with its
   * data elsewhere from asking for what this process knows to be recent.
   */
  readonly since?: number;
}

export interface WriteOptions {
  /**
   * The write depends on no other data, for example a session. With several processes, it waits neither for exclusive
   * transactions nor behind other writes.
   */
  readonly independent?: true;
  /** Called after the commit with what the transaction has changed, by a storage that records it (recording-storage.ts). */
  readonly changed?: ((changes: readonly DocDifference[]) => void) | undefined;
}

export interface Health {
  writable: boolean;
  /** Why the storage is not writable. */
  reason?: string;
}

/** Stores the shop's data. Every implementation passes test/engine/storage/contract.ts. */
export interface Storage {
  /** The collections with which the storage was opened. */
  readonly collections: Collections;
  /** Where a database is, for people: without a password. */
  readonly place?: string | undefined;
  /** Present if several processes can use the storage at once. */
  readonly shared?: Shared | undefined;
  /**
   * Runs `work` on one consistent state that contains every write acknowledged before, unless the options say since when; may
   * run it more than once. Reads do not wait for writes.
   */
  read<R>(work: (tx: ReadTx) => Promise<R>, options?: ReadOptions): Promise<R>;
  /**
   * Runs `work` as a serializable transaction. It may run more than once, so `work` must have no side effects. All changes
   * are durable when the promise resolves; none is stored when it rejects. A nested write would deadlock.
   * Rejects with what `work` throws, UniqueError, StorageReadOnlyError or OutcomeUnknownError.
   */
  write<R>(work: (tx: Tx) => Promise<R>, options?: WriteOptions): Promise<R>;
  /** The matching documents of one consistent state, in batches; yields to other work between batches. */
  scan<C extends CollectionName>(collection: C, query?: Query): AsyncIterable<DocOf<C>[]>;
  /**
   * The current state, with every write acknowledged before: the basis of snapshots, exports and forks. A storage in
   * memory returns a reference at no cost; others have to read the state.
   * @param use "once": the records are read once and soon, so they need not be held in memory
   */
  version(use?: "once"): Promise<Version>;
  /**
   * Replaces the state by a version, sequences included: durably, or not at all if it rejects. The version may come from
   * another storage. If it shares documents with the current state, the cost depends on the differences only. Reads and
   * writes continue meanwhile; a write that was in progress is part of the replaced state.
   * @param keep collections that are not replaced
   */
  restore(version: Version, keep?: readonly CollectionName[]): Promise<void>;
  /** As restore(), from the records of a version: for imported states. */
  replace(content: StateRecords): Promise<void>;
  /** True if there are no documents. */
  isEmpty(): Promise<boolean>;
  health(): Health;
  /** Current values for the metrics. */
  measures(): Promise<readonly Measure[]>;
  /** Waits for running writes, makes them durable and releases the storage. Further calls do nothing. */
  close(): Promise<void>;
}
