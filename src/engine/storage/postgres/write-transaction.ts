/**
 * A write transaction. Rows read by `get` and `by` are locked until its end, so a transaction that first gets the root of an
 * aggregate (an order, a product, a customer) has exclusive access to the whole. Rows read by `find` are not locked; their
 * row version is checked when they are put. Changes are sent at the end, together with the commit.
 */
import { DatabaseError } from "pg";
import type { Key } from "../documents.js";
import type { Query } from "../../filters/query.js";
import { type CollectionDef, collectionDef, type UniqueName } from "../collections.js";
import type { CollectionName, Doc, DocOf, Tx } from "../storage.js";
import type { Table } from "../table.js";
import { exclusiveGuardSql, sharedGuardSql } from "./guard.js";
import { isGuarded, isCached } from "./cache.js";
import { ChangeBuffer, type Seen } from "./changes.js";
import {
  CommitUnknownError,
  DatabaseTimeoutError,
  isConnectionLoss,
  isUnsent,
  type RetryReason,
  RetryTransaction,
  storageFailure,
} from "./failures.js";
import { tableName, uniqueFailure } from "./schema.js";
import { gaplessSql, type SequenceAllocator, type TakenNumber } from "./sequences.js";
import { Transaction, type TransactionContext } from "./transaction.js";
import type { VersionNumbers } from "./versions.js";

export interface WriteTransactionContext extends TransactionContext {
  readonly sequences: SequenceAllocator;
  /** The key of the guard (guard.ts), which protects the cached collections. */
  readonly guard: number;
}

export interface WriteMode {
  /** Holds the guard exclusively: no other write runs meanwhile. */
  readonly exclusive: boolean;
  /** Takes no guard, so it does not wait for exclusive transactions. */
  readonly independent: boolean;
  /** Locks rows read by `find` as well, after lost races. */
  readonly locking: boolean;
}

/** The transaction must be retried in exclusive mode. */
export class RetryExclusively extends RetryTransaction {
  override get reason(): RetryReason {
    return "alone";
  }
}

export class WriteTransaction extends Transaction implements Tx {
  protected readonly beginning: readonly string[];
  private readonly changes: ChangeBuffer;
  /** What is known of rows, by collection and id. */
  private readonly seen = new Map<string, Seen>();
  private readonly own = new Map<string, Doc | null>();
  private readonly missed = new Set<string>();
  private readonly forks = new Map<CollectionName, Table>();
  /** Cached collections that it changes without the exclusive guard. */
  private readonly changedKept = new Set<CollectionName>();
  private readonly taken: TakenNumber[] = [];
  private isExclusive: boolean;
  isCommitted = false;
  /** The error that ended the transaction early. It stays ended even if `work` catches the error. */
  failure: Error | undefined;

  constructor(
    protected override readonly parts: WriteTransactionContext,
    private readonly mode: WriteMode,
  ) {
    super(parts);
    this.isExclusive = mode.exclusive;
    this.changes = new ChangeBuffer(parts.schema, parts.collections);
    const together = mode.independent ? [] : sharedGuardSql(parts.guard);
    this.beginning = [
      "begin isolation level read committed",
      ...(mode.exclusive ? exclusiveGuardSql(parts.guard) : together),
      parts.versions.sql,
    ];
  }

  override async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    this.requireOpen();
    const key = `${collection} ${id}`;
    if (this.own.has(key)) return (this.own.get(key) ?? undefined) as DocOf<C> | undefined;
    const doc = await super.get(collection, id);
    if (doc === undefined && !this.isGuarded(collection, id)) this.seen.set(key, "absent");
    return doc;
  }

  override async by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined> {
    await this.flush(collection);
    const doc = await super.by(collection, unique, values);
    if (doc === undefined) this.missed.add(`${collection} ${String(unique)}`);
    return doc;
  }

  override async find<C extends CollectionName>(collection: C, query: Query = {}): Promise<DocOf<C>[]> {
    await this.flush(collection);
    return super.find(collection, query);
  }

  override async count(collection: CollectionName, query: Query = {}): Promise<number> {
    await this.flush(collection);
    return super.count(collection, query);
  }

  async put<C extends CollectionName>(collection: C, doc: DocOf<C>): Promise<void> {
    await this.endingOnError(async () => {
      const key = `${collection} ${doc.id}`;
      if (this.isGuarded(collection, doc.id)) (await this.fork(collection)).put(doc);
      else this.noteKept(collection, doc.id);
      // The order of two puts matters for unique keys.
      if (this.changes.has(collection, doc.id)) await this.flush(collection);
      // A new number cannot have a document yet: insert, so that an existing one is never overwritten.
      const isNew = this.taken.some(({ number }) => number === doc.id);
      this.changes.put(collection, doc, this.seen.get(key) ?? (isNew ? "absent" : undefined));
      this.seen.set(key, "locked");
      this.own.set(key, doc);
    });
  }

  async del(collection: CollectionName, id: Key): Promise<boolean> {
    return this.endingOnError(async () => {
      if (this.isGuarded(collection, id)) {
        if (!(await this.fork(collection)).del(id)) return false;
      } else if (await this.exists(collection, id)) this.noteKept(collection, id);
      else return false;
      this.changes.del(collection, id, this.seen.get(`${collection} ${id}`));
      this.own.set(`${collection} ${id}`, null);
      return true;
    });
  }

  private noteKept(collection: CollectionName, id: Key): void {
    if (isCached(collectionDef(this.parts.collections, collection), id)) this.changedKept.add(collection);
  }

  private async exists(collection: CollectionName, id: Key): Promise<boolean> {
    const key = `${collection} ${id}`;
    if (this.own.has(key)) return this.own.get(key) !== null;
    const seen = this.seen.get(key);
    return seen === undefined ? (await this.get(collection, id)) !== undefined : seen !== "absent";
  }

  async next(sequence: string, numbering?: "gapless"): Promise<number> {
    this.requireOpen();
    if (numbering === "gapless") {
      const { rows } = await this.ask(gaplessSql(this.parts.schema), [sequence]);
      return rows[0]?.[0] as number;
    }
    const { number, epoch } = await this.parts.sequences.next(sequence);
    this.taken.push({ sequence, number });
    // The whole state was replaced meanwhile, and the sequence with it.
    if ((this.reliedOn.get("epoch") ?? epoch) !== epoch)
      throw new RetryTransaction("the whole state has changed");
    this.reliedOn.set("epoch", epoch);
    return number;
  }

  async claim(name: string): Promise<void> {
    const lock = `select pg_advisory_xact_lock(${this.parts.guard}, hashtext($1))`;
    await this.ask(lock, [name]);
  }

  /** Whether the exclusive guard could not be acquired in time. */
  isRefusedGuard(error: unknown): boolean {
    return this.mode.exclusive && !this.hasBegun && error instanceof DatabaseTimeoutError;
  }

  /** Makes all changes durable. Throws RetryTransaction, UniqueError, CommitUnknownError and other storage errors. */
  async commit(): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (this.changes.isEmpty && !this.hasBegun) return this.confirm();
    const connection = await this.connect();
    // Cache content must be checked before anything based on it is stored.
    if (this.reliedOn.size > 0) await this.confirm();
    const sent = this.changes.send(connection);
    const { versions } = this.parts;
    const columns = [...this.forks.keys(), ...this.changedKept];
    const numbers = columns.length > 0 ? connection.run(versions.bumpSql(columns)) : undefined;
    const commit = connection.run("commit", [], { isCommit: true });
    await this.settle([...sent, ...(numbers ? [numbers] : []), commit]);
    if ((await commit).command !== "COMMIT") throw new RetryTransaction("the transaction was rolled back");
    this.isCommitted = true;
    if (numbers) this.keepForks(versions.of((await numbers).rows[0]));
  }

  /** Waits for pipelined statements. The first failure is the cause of all later ones. */
  private async settle(sent: readonly Promise<unknown>[]): Promise<void> {
    const results = await Promise.allSettled([this.confirm(), ...sent]);
    const failed = results.findIndex(({ status }) => status === "rejected");
    if (failed < 0) return;
    const reason = (results[failed] as PromiseRejectedResult).reason as Error;
    // The commit was not sent either.
    if (isUnsent(reason)) throw reason;
    const { cause } = reason;
    const isLost = isConnectionLoss(reason) || isConnectionLoss(cause);
    const isCommit = failed === results.length - 1;
    // The server reported an error before the commit: nothing was stored.
    const isKnown = cause instanceof DatabaseError && !isCommit;
    const isUnknown = isCommit ? isLost || reason instanceof CommitUnknownError : isLost && !isKnown;
    if (isUnknown && this.hasBegun) throw new CommitUnknownError(reason.message, { cause: reason });
    throw this.portFailure(reason);
  }

  /** Returns unused numbers. Await it before answering, so that the next call gets them. */
  async giveNumbersBack(): Promise<void> {
    if (this.taken.length > 0) await this.parts.sequences.giveBack(this.taken);
  }

  protected isFromCache(def: CollectionDef, id: Key | undefined): boolean {
    return isGuarded(def, id) && isCached(def, id);
  }

  private isGuarded(collection: CollectionName, id: Key): boolean {
    return isGuarded(collectionDef(this.parts.collections, collection), id);
  }

  protected override async tableFor(collection: CollectionName, id?: Key): Promise<Table | undefined> {
    const fork = this.forks.get(collection);
    return fork && this.isFromCache(collectionDef(this.parts.collections, collection), id)
      ? fork
      : super.tableFor(collection, id);
  }

  protected async select(
    collection: CollectionName,
    where: string,
    values: readonly unknown[],
    way: "get" | "by" | "find",
    tail = "",
  ): Promise<{ readonly doc: Doc }[]> {
    const isLocking = way !== "find" || this.mode.locking;
    const text = `select d, xmin::text from ${tableName(this.parts.schema, collection)} where ${where}${tail}${isLocking ? " for update" : ""}`;
    const { rows } = await this.ask(text, values);
    return rows.map(([found, version]) => {
      const doc = found as Doc;
      const key = `${collection} ${doc.id}`;
      if (isLocking) this.seen.set(key, "locked");
      else if (this.seen.get(key) !== "locked") this.seen.set(key, { version: version as string });
      return { doc };
    });
  }

  /** A copy of a cached collection to change. Takes the guard exclusively. */
  private async fork(collection: CollectionName): Promise<Table> {
    await this.becomeExclusive();
    let fork = this.forks.get(collection);
    if (!fork) {
      const table = await this.tableWhole(collection);
      this.forks.set(collection, (fork = table.fork()));
    }
    return fork;
  }

  private async tableWhole(collection: CollectionName): Promise<Table> {
    const table = await super.tableFor(collection, "any");
    if (!table)
      throw new Error(`${collection} is too large to be changed: see src/engine/storage/postgres/cache.ts`);
    return table;
  }

  private async becomeExclusive(): Promise<void> {
    if (this.isExclusive) return;
    const { rows } = await this.ask(`select pg_try_advisory_xact_lock(${this.parts.guard})`);
    // Waiting here could deadlock with a transaction that waits for this one.
    if (rows[0]?.[0] !== true) throw new RetryExclusively("others are writing");
    this.isExclusive = true;
  }

  private async flush(collection: CollectionName): Promise<void> {
    if (!this.changes.concern(collection)) return;
    await this.endingOnError(async () => {
      const connection = await this.connect();
      await Promise.all([this.confirm(), ...this.changes.send(connection)]).catch((error: unknown) => {
        throw this.portFailure(error);
      });
    });
  }

  /** Any error of `work` ends the transaction, even if the caller catches it. */
  private async endingOnError<R>(work: () => Promise<R>): Promise<R> {
    this.requireOpen();
    if (this.failure !== undefined) throw this.failure;
    try {
      return await work();
    } catch (error) {
      throw (this.failure ??= error as Error);
    }
  }

  private portFailure(error: unknown): unknown {
    const failure = uniqueFailure(this.parts.schema, this.parts.collections, error);
    if (!failure) return storageFailure(error);
    // The numbers are used by existing documents: do not return them.
    if (failure === "primary") this.taken.length = 0;
    // Another transaction was faster: the next attempt finds its document.
    const wasLookedFor = failure === "primary" || this.missed.has(`${failure.collection} ${failure.key}`);
    return wasLookedFor ? new RetryTransaction("another transaction was faster") : failure;
  }

  private keepForks(numbers: VersionNumbers): void {
    for (const [collection, table] of this.forks) {
      this.parts.cache.keep(collection, { number: numbers[collection], table }, this.generation);
    }
  }
}
