/**
 * A write transaction. Rows read by `get` and `by` are locked until its end, so a transaction that first gets the root of an
 * aggregate (an order, a product, a customer) has exclusive access to the whole. Rows read by `find` are not locked; their
 * row version is checked when they are put. Changes are sent without waiting for their results; the commit is sent after them.
 */
import type { QueryResult, QueryResultRow } from "pg";
import type { UniqueName } from "../../engine/storage/collections.js";
import type { Key } from "../../engine/storage/documents.js";
import {
  type CollectionName,
  type Doc,
  type DocOf,
  OutcomeUnknownError,
  type Tx,
} from "../../engine/storage/storage.js";
import { isCached, isGuarded } from "./cache.js";
import { docText } from "./doc-text.js";
import type { Session } from "./connections.js";
import {
  CommitUnknownError,
  DatabaseTimeoutError,
  isConnectionLoss,
  type RetryReason,
  RetryTransaction,
  SessionEndedError,
  storageFailure,
} from "./failures.js";
import { backOff, exclusiveGuardSql, sharedGuardSql } from "./guard.js";
import { tableName, uniqueFailure } from "./schema.js";
import { gaplessSql, type SequenceAllocator, type TakenNumber } from "./sequences.js";
import { type DocRow, Transaction, type TransactionContext } from "./transaction.js";
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

/** What is known of a row: locked by this transaction, absent, or found without a lock in a row version (`xmin`). */
type Seen = "locked" | "absent" | { readonly version: string };

export class WriteTransaction extends Transaction implements Tx {
  protected readonly beginning: readonly string[];
  /** What is known of rows, by collection and id. */
  private readonly seen = new Map<string, Seen>();
  /** Changed documents; null for deleted ones. */
  private readonly own = new Map<string, Doc | null>();
  /** Unique keys for which `by` found nothing. */
  private readonly missed = new Set<string>();
  /** Cached collections that it has changed: it reads them from the database. */
  private readonly changed = new Set<CollectionName>();
  private readonly taken: TakenNumber[] = [];
  /** The beginning and all changes, whose results are not awaited before the commit. */
  private readonly sent: Promise<unknown>[] = [];
  private isExclusive: boolean;
  private isCommitted = false;
  /** The error that ended the transaction early. It stays ended even if `work` catches the error. */
  private failure: Error | undefined;

  constructor(
    protected override readonly context: WriteTransactionContext,
    private readonly mode: WriteMode,
  ) {
    super(context);
    this.isExclusive = mode.exclusive;
    const guard = mode.exclusive ? exclusiveGuardSql(context.guard) : sharedGuardSql(context.guard);
    this.beginning = [
      "begin isolation level read committed",
      ...(mode.independent ? [] : guard),
      context.versions.sqlWithPosition,
    ];
  }

  /** Runs the work and commits. */
  async execute<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    let mayBeStored = true;
    try {
      const result = await work(this);
      await this.commit();
      return result;
    } catch (error) {
      // Numbers of a commit that may have happened must not be reused.
      mayBeStored = error instanceof OutcomeUnknownError;
      const failure = this.failure ?? error;
      if (this.isRefusedGuard(failure)) {
        this.end("rollback");
        await backOff();
        throw new RetryTransaction("others are writing", { cause: failure });
      }
      if (this.failure) throw this.failure;
      // The error may be based on outdated cache content.
      if (!(error instanceof RetryTransaction)) await this.confirm();
      throw error;
    } finally {
      // Before the answer, so that the next call gets them.
      if (!mayBeStored && this.taken.length > 0) await this.context.sequences.giveBack(this.taken);
      this.end(this.isCommitted ? "ended" : "rollback");
    }
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
    const doc = await super.by(collection, unique, values);
    if (doc === undefined) this.missed.add(`${collection} ${String(unique)}`);
    return doc;
  }

  async put<C extends CollectionName>(collection: C, doc: DocOf<C>): Promise<void> {
    await this.endingOnError(async () => {
      const { id } = doc;
      const key = `${collection} ${id}`;
      const text = docText(collection, this.defOf(collection), doc);
      await this.noteChange(collection, id);
      // A new number cannot have a document yet: insert, so that an existing one is never overwritten.
      const isNew = this.taken.some(({ number }) => number === id);
      const seen = this.seen.get(key) ?? (isNew ? "absent" : undefined);
      this.seen.set(key, "locked");
      this.own.set(key, doc);
      const table = tableName(this.context.schema, collection);
      if (typeof seen === "object") {
        const update = `update ${table} set d = $2 where id = $1 and xmin = $3::xid`;
        return this.sendForOne(update, [id, text, seen.version]);
      }
      const insert = `insert into ${table} (id, d) values ($1, $2)`;
      if (seen === "absent") return this.send(insert, [id, text]);
      return this.send(`${insert} on conflict (id) do update set d = excluded.d`, [id, text]);
    });
  }

  async del(collection: CollectionName, id: Key): Promise<boolean> {
    return this.endingOnError(async () => {
      if (!(await this.exists(collection, id))) return false;
      const key = `${collection} ${id}`;
      await this.noteChange(collection, id);
      const seen = this.seen.get(key);
      this.seen.set(key, "locked");
      this.own.set(key, null);
      const text = `delete from ${tableName(this.context.schema, collection)} where id = $1`;
      if (typeof seen === "object") await this.sendForOne(`${text} and xmin = $2::xid`, [id, seen.version]);
      else await this.send(text, [id]);
      return true;
    });
  }

  async next(sequence: string, numbering?: "gapless"): Promise<number> {
    this.requireOpen();
    if (numbering === "gapless") {
      const { rows } = await this.ask<{ value: number }>(gaplessSql(this.context.schema), [sequence]);
      return rows[0]?.value as number;
    }
    const { number, epoch } = await this.context.sequences.next(sequence);
    this.taken.push({ sequence, number });
    // The whole state was replaced meanwhile, and the sequence with it.
    if ((this.reliedOn.get("epoch") ?? epoch) !== epoch)
      throw new RetryTransaction("the whole state has changed");
    this.reliedOn.set("epoch", epoch);
    return number;
  }

  async claim(name: string): Promise<void> {
    await this.ask("select pg_advisory_xact_lock($1, hashtext($2))", [this.context.guard, name]);
  }

  /** Makes all changes durable. Throws RetryTransaction, UniqueError, CommitUnknownError and other storage errors. */
  private async commit(): Promise<void> {
    if (this.failure) throw this.failure;
    if (!this.isConnected) return this.confirm();
    const session = await this.connect();
    const { versions } = this.context;
    const begun = this.started;
    if (this.changed.size > 0) this.sent.push(session.query(versions.bumpSql([...this.changed])));
    // The commit is only sent after everything else has succeeded. So a connection that breaks before has stored nothing.
    const failure = await this.firstFailure();
    if (failure !== undefined) throw this.portFailure(failure);
    try {
      await session.commit((await begun)?.position);
    } catch (error) {
      if (!isConnectionLoss(error) || error instanceof SessionEndedError) throw error;
      throw new CommitUnknownError((error as Error).message, { cause: error });
    }
    this.isCommitted = true;
  }

  protected override begin(session: Session): Promise<VersionNumbers> {
    const begun = super.begin(session);
    this.sent.push(begun);
    return begun;
  }

  /** After a failed statement the database refuses all others of the transaction: the first failure is their cause. */
  private async firstFailure(): Promise<unknown> {
    const results = await Promise.allSettled(this.sent);
    return results.find((result) => result.status === "rejected")?.reason;
  }

  protected isFromCache(collection: CollectionName, id: Key | undefined): boolean {
    if (this.changed.has(collection)) return false;
    return this.isGuarded(collection, id) && isCached(this.defOf(collection), id);
  }

  private isGuarded(collection: CollectionName, id: Key | undefined): boolean {
    return isGuarded(this.defOf(collection), id);
  }

  private async noteChange(collection: CollectionName, id: Key): Promise<void> {
    if (this.isGuarded(collection, id)) await this.becomeExclusive();
    if (isCached(this.defOf(collection), id)) this.changed.add(collection);
  }

  private async exists(collection: CollectionName, id: Key): Promise<boolean> {
    const seen = this.own.has(`${collection} ${id}`) ? undefined : this.seen.get(`${collection} ${id}`);
    return seen === undefined ? (await this.get(collection, id)) !== undefined : seen !== "absent";
  }

  /** Any error of a statement ends the transaction, as it does in the database. */
  protected override async ask<Row extends QueryResultRow>(text: string, values?: readonly unknown[]) {
    return this.endingOnError(() => super.ask<Row>(text, values));
  }

  protected async select(
    collection: CollectionName,
    where: string,
    values: readonly unknown[],
    by: "key" | "query",
    tail = "",
  ): Promise<readonly DocRow[]> {
    const isLocking = by === "key" || this.mode.locking;
    const table = tableName(this.context.schema, collection);
    const lock = isLocking ? " for update" : "";
    const text = `select d, xmin::text from ${table} where ${where}${tail}${lock}`;
    const { rows } = await this.ask<Required<DocRow>>(text, values);
    for (const { d, xmin } of rows) {
      const key = `${collection} ${d.id}`;
      if (isLocking) this.seen.set(key, "locked");
      else if (this.seen.get(key) !== "locked") this.seen.set(key, { version: xmin });
    }
    return rows;
  }

  /** Takes the guard exclusively. */
  private async becomeExclusive(): Promise<void> {
    if (this.isExclusive) return;
    const { rows } = await this.ask<{ taken: boolean }>("select pg_try_advisory_xact_lock($1) as taken", [
      this.context.guard,
    ]);
    // Waiting here could deadlock with a transaction that waits for this one.
    if (!rows[0]?.taken) throw new RetryExclusively("others are writing");
    this.isExclusive = true;
  }

  /** Sends the change of a row that was found without a lock. It fails if the row has changed since. */
  private sendForOne(text: string, values: readonly unknown[]): Promise<void> {
    return this.send(text, values, ({ rowCount }) => {
      if (rowCount !== 1) throw new RetryTransaction("a document has changed since it was found");
    });
  }

  private async send(
    text: string,
    values: readonly unknown[],
    verify: (result: QueryResult) => void = () => {},
  ): Promise<void> {
    const session = await this.connect();
    this.requireOpen();
    const result = session.query(text, values).then(verify);
    result.catch(() => {});
    this.sent.push(result);
  }

  /** Any error of `work` ends the transaction, even if the caller catches it. */
  private async endingOnError<R>(work: () => Promise<R>): Promise<R> {
    this.requireOpen();
    if (this.failure) throw this.failure;
    try {
      return await work();
    } catch (error) {
      const cause = (await this.firstFailure()) ?? error;
      throw (this.failure ??= this.portFailure(cause));
    }
  }

  private portFailure(error: unknown): Error {
    const failure = uniqueFailure(this.context.schema, this.context.collections, error);
    if (!failure) return storageFailure(error) as Error;
    // The numbers are used by existing documents: do not return them.
    if (failure === "primary") this.taken.length = 0;
    // Another transaction was faster: the next attempt finds its document.
    const wasLookedFor = failure === "primary" || this.missed.has(`${failure.collection} ${failure.key}`);
    return wasLookedFor ? new RetryTransaction("another transaction was faster") : failure;
  }

  /** Whether the exclusive guard could not be acquired in time. */
  private isRefusedGuard(error: unknown): boolean {
    return this.mode.exclusive && !this.hasBegun && error instanceof DatabaseTimeoutError;
  }
}
