/**
 * A transaction that writes. Rows that it gets are locked until its end, so that whoever first gets the document that a
 * thing hangs on (an order, a product, a customer) has the whole thing for itself. Rows that it finds are not: they are
 * looked at again when they are put. What it changes is sent at the end, together with the commit.
 */
import { DatabaseError } from "pg";
import type { Key } from "../documents.js";
import type { Query } from "../../filters/query.js";
import { type CollectionDef, collectionDef, type UniqueName } from "../collections.js";
import type { CollectionName, Doc, DocOf, Tx } from "../storage.js";
import type { Table } from "../table.js";
import { lockAlone, lockTogether } from "./alone.js";
import { isGuarded, isKept } from "./cache.js";
import { Changes, type Seen } from "./changes.js";
import {
  CommitUnknownError,
  DatabaseTimeoutError,
  isConnectionLoss,
  type RetryReason,
  StartOver,
  storageFailure,
} from "./failures.js";
import { tableOf, uniqueFailure } from "./schema.js";
import { gaplessSql, type Sequences, type Taken } from "./sequences.js";
import { Transaction, type TransactionParts } from "./transaction.js";
import type { Numbers } from "./versions.js";

export interface WritingParts extends TransactionParts {
  readonly sequences: Sequences;
  /** The number of the advisory lock that guards the kept collections. */
  readonly guard: number;
}

export interface WritingMode {
  /** Nobody else writes anything meanwhile. */
  readonly exclusive: boolean;
  /** Waits for nobody who needs the shop for itself. */
  readonly apart: boolean;
  /** Rows that are found are locked, too: it has lost a race before. */
  readonly locking: boolean;
}

/** What is to be done differently next time. */
export class StartOverExclusively extends StartOver {
  override get reason(): RetryReason {
    return "alone";
  }
}

export class Writing extends Transaction implements Tx {
  protected readonly beginning: readonly string[];
  private readonly changes: Changes;
  /** By collection and id. */
  private readonly seen = new Map<string, Seen>();
  private readonly own = new Map<string, Doc | null>();
  private readonly missed = new Set<string>();
  private readonly forks = new Map<CollectionName, Table>();
  /** Kept collections that it changes beside other writes. */
  private readonly changedKept = new Set<CollectionName>();
  private readonly taken: Taken[] = [];
  private isExclusive: boolean;
  isCommitted = false;
  /** What ended the transaction early. Swallowing it does not bring the transaction back. */
  failure: Error | undefined;

  constructor(
    protected override readonly parts: WritingParts,
    private readonly mode: WritingMode,
  ) {
    super(parts);
    this.isExclusive = mode.exclusive;
    this.changes = new Changes(parts.schema, parts.collections);
    const together = mode.apart ? [] : lockTogether(parts.guard);
    this.beginning = [
      "begin isolation level read committed",
      ...(mode.exclusive ? lockAlone(parts.guard) : together),
      parts.versions.sql,
    ];
  }

  override async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
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
    await this.orFail(async () => {
      const key = `${collection} ${doc.id}`;
      if (this.isGuarded(collection, doc.id)) (await this.fork(collection)).put(doc);
      else this.noteKept(collection, doc.id);
      // The order of two puts counts for unique keys.
      if (this.changes.has(collection, doc.id)) await this.flush(collection);
      // A number that is new cannot have a document: over one that is there nothing is written.
      const isNew = this.taken.some(({ number }) => number === doc.id);
      this.changes.put(collection, doc, this.seen.get(key) ?? (isNew ? "absent" : undefined));
      this.seen.set(key, "locked");
      this.own.set(key, doc);
    });
  }

  async del(collection: CollectionName, id: Key): Promise<boolean> {
    return this.orFail(async () => {
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
    if (isKept(collectionDef(this.parts.collections, collection), id)) this.changedKept.add(collection);
  }

  private async exists(collection: CollectionName, id: Key): Promise<boolean> {
    const key = `${collection} ${id}`;
    if (this.own.has(key)) return this.own.get(key) !== null;
    const seen = this.seen.get(key);
    return seen === undefined ? (await this.get(collection, id)) !== undefined : seen !== "absent";
  }

  async next(sequence: string, numbering?: "gapless"): Promise<number> {
    if (numbering === "gapless") {
      const { rows } = await this.ask(gaplessSql(this.parts.schema), [sequence]);
      return rows[0]?.[0] as number;
    }
    const { number, epoch } = await this.parts.sequences.next(sequence);
    this.taken.push({ sequence, number });
    // A restoration meanwhile has set the sequence to something else.
    if ((this.relied.get("epoch") ?? epoch) !== epoch) throw new StartOver("the whole state has changed");
    this.relied.set("epoch", epoch);
    return number;
  }

  async claim(name: string): Promise<void> {
    const lock = `select pg_advisory_xact_lock(${this.parts.guard}, hashtext($1))`;
    await this.ask(lock, [name]);
  }

  /** It could not have the shop for itself so soon. */
  isRefusedAlone(error: unknown): boolean {
    return this.mode.exclusive && !this.hasBegun && error instanceof DatabaseTimeoutError;
  }

  /** Makes all durable. Throws StartOver, UniqueError, CommitUnknownError and what makes writing impossible. */
  async commit(): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (this.changes.isEmpty && !this.hasBegun) return this.confirm();
    const link = await this.connect();
    // What was taken from memory must have been right before anything is stored by it.
    if (this.relied.size > 0) await this.confirm();
    const sent = this.changes.send(link);
    const { versions } = this.parts;
    const columns = [...this.forks.keys(), ...this.changedKept];
    const numbers = columns.length > 0 ? link.run(versions.bumpSql(columns)) : undefined;
    const commit = link.run("commit", [], { isCommit: true });
    await this.settle([...sent, ...(numbers ? [numbers] : []), commit]);
    if ((await commit).command !== "COMMIT") throw new StartOver("the transaction was rolled back");
    this.isCommitted = true;
    if (numbers) this.keepForks(versions.of((await numbers).rows[0]));
  }

  /** Of what was sent at once, the first failure is the cause of all others. */
  private async settle(sent: readonly Promise<unknown>[]): Promise<void> {
    const results = await Promise.allSettled([this.confirm(), ...sent]);
    const failed = results.findIndex(({ status }) => status === "rejected");
    if (failed < 0) return;
    const reason = (results[failed] as PromiseRejectedResult).reason as Error;
    const { cause } = reason;
    const isLost = isConnectionLoss(reason) || isConnectionLoss(cause);
    const isCommit = failed === results.length - 1;
    // The server said why it ended the session before it came to the commit: nothing was stored.
    const isKnown = cause instanceof DatabaseError && !isCommit;
    const isUnknown = isCommit ? isLost || reason instanceof CommitUnknownError : isLost && !isKnown;
    if (isUnknown && this.hasBegun) throw new CommitUnknownError(reason.message, { cause: reason });
    throw this.portFailure(reason);
  }

  /** Before the answer: who calls next gets them. */
  async giveNumbersBack(): Promise<void> {
    if (this.taken.length > 0) await this.parts.sequences.giveBack(this.taken);
  }

  protected isFromCache(def: CollectionDef, id: Key | undefined): boolean {
    return isGuarded(def, id) && isKept(def, id);
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
    const text = `select d, xmin::text from ${tableOf(this.parts.schema, collection)} where ${where}${tail}${isLocking ? " for update" : ""}`;
    const { rows } = await this.ask(text, values);
    return rows.map(([found, version]) => {
      const doc = found as Doc;
      const key = `${collection} ${doc.id}`;
      if (isLocking) this.seen.set(key, "locked");
      else if (this.seen.get(key) !== "locked") this.seen.set(key, { version: version as string });
      return { doc };
    });
  }

  /** A kept collection to change: nobody else may rely on it from now on. */
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
    // To wait here could be to wait for somebody who waits for this transaction.
    if (rows[0]?.[0] !== true) throw new StartOverExclusively("others are writing");
    this.isExclusive = true;
  }

  private async flush(collection: CollectionName): Promise<void> {
    if (!this.changes.concern(collection)) return;
    await this.orFail(async () => {
      const link = await this.connect();
      await Promise.all([this.confirm(), ...this.changes.send(link)]).catch((error: unknown) => {
        throw this.portFailure(error);
      });
    });
  }

  /** What goes wrong inside ends the transaction, whatever its work makes of it. */
  private async orFail<R>(work: () => Promise<R>): Promise<R> {
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
    // Numbers that have documents already are not given again.
    if (failure === "primary") this.taken.length = 0;
    // Somebody was faster: the next attempt finds the other document.
    const wasLookedFor = failure === "primary" || this.missed.has(`${failure.collection} ${failure.key}`);
    return wasLookedFor ? new StartOver("somebody was faster") : failure;
  }

  private keepForks(numbers: Numbers): void {
    for (const [collection, table] of this.forks) {
      this.parts.cache.keep(collection, { number: numbers[collection], table }, this.life);
    }
  }
}
