/**
 * A write transaction. It locks the rows that it reads until its end: others that read them to write wait for it, and it reads
 * what they have written. So it needs to check nothing at its commit. Each statement is sent when the one before has succeeded.
 */
import type { QueryResult, QueryResultRow } from "pg";
import { collectionDef, collectionNamesOf, type UniqueName } from "../../engine/storage/collections.js";
import type { Key } from "../../engine/storage/documents.js";
import {
  type CollectionName,
  type DocOf,
  OutcomeUnknownError,
  type Tx,
} from "../../engine/storage/storage.js";
import { isCached, isGuarded } from "./cache.js";
import { fitsKey } from "./conditions.js";
import { docText } from "./doc-text.js";
import type { Session } from "./connections.js";
import { DatabaseTimeoutError, RetryTransaction, storageFailure } from "./failures.js";
import { beginAlone, beginWithOthers, standAlone } from "./guard.js";
import { tableName, uniqueFailure } from "./schema.js";
import { gaplessSql, type SequenceAllocator, type TakenNumber } from "./sequences.js";
import { Transaction, type TransactionContext } from "./transaction.js";
import type { VersionNumbers } from "./versions.js";

export interface WriteContext extends TransactionContext {
  readonly sequences: SequenceAllocator;
  /** The key of the guard (guard.ts), which protects the cached collections. */
  readonly guard: number;
}

/** How it holds the guard; not at all if it is independent of all cached collections. */
export type GuardMode = "shared" | "exclusive" | "none";

/** The transaction must be retried with the guard held exclusively. */
export class RetryExclusively extends RetryTransaction {
  override get reason() {
    return "alone" as const;
  }
}

export class WriteTransaction extends Transaction implements Tx {
  protected readonly lock = " for update";
  /** Documents that cannot be there: `get` found nothing, or the number was drawn for a new one. By collection and ID. */
  private readonly absent = new Set<string>();
  /** Unique keys for which `by` found nothing. */
  private readonly missed = new Set<string>();
  /** Cached collections that it has changed: it reads them from the database. */
  private readonly changed = new Set<CollectionName>();
  private readonly taken: TakenNumber[] = [];
  /** The error that ended the transaction. It stays ended even if `work` catches the error. */
  private failure: Error | undefined;

  private constructor(
    protected override readonly context: WriteContext,
    session: Session,
    numbers: VersionNumbers,
    private mode: GuardMode,
  ) {
    super(context, session, numbers);
  }

  static async begin(session: Session, context: WriteContext, mode: GuardMode): Promise<WriteTransaction> {
    const { guard, versions, observe } = context;
    if (mode === "exclusive") await beginAlone(session, guard);
    const begin = { exclusive: [], shared: beginWithOthers(guard), none: ["begin"] }[mode];
    const { rows } = await session.run<VersionNumbers>([...begin, versions.sql]);
    const numbers = rows[0] as VersionNumbers;
    await observe(numbers);
    return new WriteTransaction(context, session, numbers, mode);
  }

  /** Runs the work and commits. Throws RetryTransaction, UniqueError, CommitUnknownError and other storage errors. */
  async execute<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    try {
      const result = await work(this);
      if (this.failure) throw this.failure;
      if (this.changed.size > 0) await this.query(this.context.versions.bumpSql([...this.changed]));
      this.end();
      await this.session.commit(this.numbers.position);
      return result;
    } catch (error) {
      this.end();
      const failure = this.failure ?? error;
      // Before the answer, so that the next call gets them. Numbers of a commit that may have happened must not be reused.
      if (!(failure instanceof OutcomeUnknownError)) await this.context.sequences.giveBack(this.taken);
      throw failure;
    }
  }

  override async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    const doc = await super.get(collection, id);
    if (doc === undefined) this.absent.add(`${collection} ${id}`);
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
      const text = docText(collection, this.defOf(collection), doc);
      await this.noteChange(collection, doc.id);
      // Where no document can be, one that appears meanwhile is not overwritten.
      const isNew = this.absent.delete(`${collection} ${doc.id}`);
      const insert = `insert into ${tableName(this.context.schema, collection)} (id, d) values ($1, $2)`;
      const orUpdate = isNew ? "" : " on conflict (id) do update set d = excluded.d";
      await this.query(insert + orUpdate, [doc.id, text]);
    });
  }

  async del(collection: CollectionName, id: Key): Promise<boolean> {
    return this.endingOnError(async () => {
      if (!fitsKey(this.defOf(collection), id)) return false;
      await this.noteChange(collection, id);
      const text = `delete from ${tableName(this.context.schema, collection)} where id = $1`;
      return (await this.query(text, [id])).rowCount === 1;
    });
  }

  async next(sequence: string, numbering?: "gapless"): Promise<number> {
    this.requireOpen();
    if (numbering === "gapless") {
      const { rows } = await this.query<{ value: number }>(gaplessSql(this.context.schema), [sequence]);
      return rows[0]?.value as number;
    }
    const number = await this.context.sequences.next(sequence);
    this.taken.push({ sequence, number });
    const { collections } = this.context;
    for (const collection of collectionNamesOf(collections)) {
      if (collectionDef(collections, collection).sequence === sequence)
        this.absent.add(`${collection} ${number}`);
    }
    return number;
  }

  async claim(name: string): Promise<void> {
    await this.query("select pg_advisory_xact_lock($1, hashtext($2))", [this.context.guard, name]);
  }

  protected isFromCache(collection: CollectionName, id: Key | undefined): boolean {
    if (this.mode === "none" || this.changed.has(collection)) return false;
    const def = this.defOf(collection);
    return isGuarded(def, id) && isCached(def, id);
  }

  /** Any error of a statement ends the transaction, as it does in the database. */
  protected override async query<Row extends QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    return this.endingOnError(() => super.query<Row>(text, values));
  }

  private async noteChange(collection: CollectionName, id: Key): Promise<void> {
    const def = this.defOf(collection);
    if (isGuarded(def, id) && this.mode !== "exclusive") await this.becomeAlone(collection);
    if (isCached(def, id)) this.changed.add(collection);
  }

  /**
   * Holds the guard exclusively from now on, once the other writes under way have ended. Nothing that it has read under the
   * shared guard has changed. Throws RetryExclusively if it takes long: another write may wait for the end of this one.
   */
  private async becomeAlone(collection: CollectionName): Promise<void> {
    const { guard } = this.context;
    const taking = this.mode === "shared" ? this.session.run(standAlone(guard)) : undefined;
    const isAlone = await taking?.then(
      () => true,
      (error: unknown) => {
        if (error instanceof DatabaseTimeoutError) return false;
        throw error;
      },
    );
    if (!isAlone) throw new RetryExclusively(`${collection} changes`);
    this.mode = "exclusive";
  }

  private async endingOnError<R>(work: () => Promise<R>): Promise<R> {
    this.requireOpen();
    if (this.failure) throw this.failure;
    try {
      return await work();
    } catch (error) {
      throw (this.failure ??= this.portFailure(error));
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
}
