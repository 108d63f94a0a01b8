import type { Documents, Key } from "../entities/documents.js";
import type { Query } from "../filters/query.js";
import type { UniqueName } from "./collections.js";

/** A stored value. It is never changed once stored: to change a document, put a new object. */
export interface Doc {
  readonly id: Key;
}

export type CollectionName = keyof Documents;
export type DocOf<C extends CollectionName> = Documents[C];

/** One consistent state: what is read does not change while the transaction lasts. */
export interface ReadTx {
  get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined>;
  /** Looks up by a unique key of collections.ts, one value per part; folded parts ignore case. */
  by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined>;
  find<C extends CollectionName>(collection: C, query?: Query): Promise<DocOf<C>[]>;
  count(collection: CollectionName, query?: Query): Promise<number>;
}

/** A read transaction that sees its own changes. An error of `put` ends it: nothing of it is kept. */
export interface Tx extends ReadTx {
  /** Stores the document under its id, in place of any earlier one. Throws UniqueError. */
  put<C extends CollectionName>(collection: C, doc: DocOf<C>): Promise<void>;
  /** True when there was such a document. */
  del(collection: CollectionName, id: Key): Promise<boolean>;
  /** The next number of the sequence, given back when the transaction is refused: no gaps from refusals. */
  next(sequence: string): Promise<number>;
}

/** One element of a whole state, as export() gives it and replace() takes it. */
export type StateRecord =
  | { readonly [C in CollectionName]: { readonly collection: C; readonly doc: DocOf<C> } }[CollectionName]
  | { readonly sequence: string; readonly value: number };
export type { StateRecord as Record };

export interface Health {
  writable: boolean;
  /** Why not, for people. */
  reason?: string;
}

/** Where the shop's data lives. Every implementation passes test/storage/contract.ts. */
export interface Storage {
  /**
   * Runs `work` on one consistent state that holds every write acknowledged before. Reads do not wait for
   * writes.
   */
  read<R>(work: (tx: ReadTx) => Promise<R>): Promise<R>;
  /**
   * Runs `work` as if alone, perhaps twice, so without outside effects: every change is durable when it
   * resolves, none is kept when it rejects. A write inside of `work` would wait for itself forever.
   * Rejects with what `work` throws, UniqueError, StorageReadOnlyError or OutcomeUnknownError.
   */
  write<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
  /** A number given at once, also while a write runs: unique and rising, gaps allowed. */
  next(sequence: string): Promise<number>;
  /** The matching documents of one consistent state, in batches; other work runs between the batches. */
  scan<C extends CollectionName>(collection: C, query?: Query): AsyncIterable<DocOf<C>[]>;
  /**
   * The whole state, sequences included, becomes this content: all of it, durably, or nothing when it
   * rejects. Numbers that next() gave before mean nothing afterwards, so let running requests end first.
   */
  replace(content: AsyncIterable<StateRecord> | Iterable<StateRecord>): Promise<void>;
  /** One consistent state: the documents, then the sequences. */
  export(): AsyncIterable<StateRecord>;
  /** True when there is no document at all. */
  isEmpty(): Promise<boolean>;
  health(): Health;
  /** Resolves when every write that had ended before the call is durable. */
  flush(): Promise<void>;
  /**
   * Lets running writes end, makes all durable and lets go of the storage. A second call does nothing more.
   */
  close(): Promise<void>;
}

/** What the storage itself refuses; errors of the caller are TypeErrors. */
export abstract class StorageError extends Error {}

/** Another document has this unique key already. The transaction is over. */
export class UniqueError extends StorageError {
  override name = "UniqueError";
  constructor(
    readonly collection: CollectionName,
    readonly key: string,
    readonly values: readonly string[],
  ) {
    super(
      `${collection}: another document already has ${key} ${JSON.stringify(values)}; choose another value`,
    );
  }
}

/** Writing has failed once, so nothing more is written by this process. Reading goes on. */
export class StorageReadOnlyError extends StorageError {
  override name = "StorageReadOnlyError";
  constructor(reason: string, options?: ErrorOptions) {
    super(`the storage takes no more writes: ${reason}; repair the disk, then start again`, options);
  }
}

/**
 * The write that was on its way when writing failed: a restart shows whether it was kept. Never sent again by
 * itself.
 */
export class OutcomeUnknownError extends StorageReadOnlyError {
  override name = "OutcomeUnknownError";
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `${reason}. This write is undone here, but a restart may find it on disk: look before sending it again`,
      options,
    );
  }
}

/** A file is not what was written. Starting anyway would lose acknowledged writes silently. */
export class StorageDamagedError extends StorageError {
  override name = "StorageDamagedError";
  constructor(
    readonly file: string,
    readonly offset: number,
    what: string,
    options?: ErrorOptions,
  ) {
    super(
      `${file} is damaged at byte ${offset}: ${what}. Keep a copy of the folder, then restore the files from a backup`,
      options,
    );
  }
}

/** Another process, or this one, has the folder open. */
export class StorageInUseError extends StorageError {
  override name = "StorageInUseError";
  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(`${folder} is in use by process ${pid}; stop that process or choose another folder`);
  }
}

/** The storage, or the transaction, was used after its end. */
export class StorageClosedError extends StorageError {
  override name = "StorageClosedError";
  constructor(what = "the storage is closed; open it again") {
    super(what);
  }
}
