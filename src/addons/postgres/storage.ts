/** The storage over PostgreSQL, for any number of processes on one database. Decisions: docs/builders/decisions.md. */
import type { Query } from "../../engine/filters/query.js";
import { collectionNamesOf, type Collections } from "../../engine/storage/collections.js";
import { State } from "../../engine/storage/state.js";
import {
  type CollectionName,
  type DocOf,
  type Health,
  type ReadOptions,
  type ReadTx,
  type StateRecord,
  type StateRecords,
  type Storage,
  StorageClosedError,
  type Tx,
  type Version,
  type WriteOptions,
} from "../../engine/storage/storage.js";
import type { Measure } from "../../engine/values/measure.js";
import { type PostgresAddress, shownAddress } from "./address.js";
import { CollectionCache } from "./cache.js";
import { ConnectionPool, type PoolOptions, PrimaryHost, type Session } from "./connections.js";
import { Listener } from "./listener.js";
import { PostgresMeasures } from "./measures.js";
import { Probe } from "./probe.js";
import { ReadTransaction, SingleRead } from "./reads.js";
import { StagedState } from "./replacing.js";
import { withRetries } from "./retries.js";
import { lockNumber, tableName } from "./schema.js";
import { SequenceAllocator } from "./sequences.js";
import { PostgresShared } from "./shared.js";
import { SharedExclusiveLock } from "./shared-exclusive-lock.js";
import type { TransactionContext } from "./transaction.js";
import { VersionTable } from "./versions.js";
import { type GuardMode, RetryExclusively, WriteTransaction } from "./writes.js";

/** A state with up to this many records is replaced at once, in less than half a second. */
const maxRecordsAtOnce = 5000;

/** The names of the connection pools in the metrics. */
type PoolName = "reads" | "writes" | "sessions" | "lists" | "numbers" | "locks";

export class PostgresStorage implements Storage {
  private readonly schema: string;
  private readonly guard: number;
  private readonly pools: Readonly<Record<PoolName, ConnectionPool>>;
  /** Of the server that answers. */
  private cache = new CollectionCache();
  private readonly versions: VersionTable;
  private readonly sequences: SequenceAllocator;
  private readonly probe: Probe;
  private readonly listener: Listener;
  private readonly measuring: PostgresMeasures;
  /** Held shared by the write transactions of this process, and exclusively to replace the whole state. */
  private readonly stateLock = new SharedExclusiveLock();
  private closing: Promise<void> | undefined;
  readonly shared: PostgresShared;
  readonly place: string;

  constructor(
    private readonly address: PostgresAddress,
    readonly collections: Collections,
  ) {
    const { schema, pool } = address;
    this.place = shownAddress(address);
    const primary = new PrimaryHost(address, () => this.forget());
    const open = (name: PoolName, max: number, options: Partial<PoolOptions> = {}) =>
      new ConnectionPool(address, primary, { name, max, ...options });
    this.schema = schema;
    this.guard = lockNumber(`store-api ${schema}`);
    this.pools = {
      reads: open("reads", pool),
      writes: open("writes", pool),
      sessions: open("sessions", 4),
      lists: open("lists", Math.max(2, Math.ceil(pool / 4))),
      numbers: open("numbers", 3),
      locks: open("locks", 7, { noTimeouts: true }),
    };
    const { numbers, locks } = this.pools;
    this.versions = new VersionTable(schema, collections);
    this.sequences = new SequenceAllocator(numbers, schema);
    this.probe = new Probe(numbers, primary, schema);
    this.listener = new Listener(locks, this.versions.channel, () => {
      // If it fails, the next transaction reads the numbers.
      this.shared.values.refresh().catch(() => {});
    });
    this.measuring = new PostgresMeasures(this.pools);
    this.shared = new PostgresShared({ schema, versions: this.versions, pool: numbers, lockPool: locks });
  }

  /** Drops all caches: a new primary may lack writes that the old one acknowledged, depending on the replication. */
  private forget(): void {
    this.cache = new CollectionCache();
    this.shared.forget();
  }

  /** Starts what runs in the background: the probe, which determines readiness, and the listener. */
  start(): void {
    void this.probe.start();
    void this.listener.start();
  }

  async read<R>(work: (tx: ReadTx) => Promise<R>, { single, since }: ReadOptions = {}): Promise<R> {
    this.checkOpen();
    let isFirst = true;
    return withRetries(
      this.pools.reads,
      this.retrying,
      async (session) => {
        const context = this.context();
        const recent = isFirst ? context.cache.numbersSince(since) : undefined;
        const tx =
          isFirst && single
            ? new SingleRead(context, session)
            : await ReadTransaction.start(session, context, recent);
        return tx.execute(work);
      },
      () => {
        isFirst = false;
      },
    );
  }

  async write<R>(work: (tx: Tx) => Promise<R>, { independent }: WriteOptions = {}): Promise<R> {
    this.checkOpen();
    const { guard, sequences } = this;
    const pool = independent ? this.pools.sessions : this.pools.writes;
    let mode: GuardMode = independent ? "none" : "shared";
    return this.stateLock.shared(() =>
      withRetries(
        pool,
        this.retrying,
        async (session) => {
          const tx = await WriteTransaction.begin(session, { ...this.context(), guard, sequences }, mode);
          const result = await tx.execute(work);
          session.giveBack();
          return result;
        },
        (error) => {
          if (error instanceof RetryExclusively) mode = "exclusive";
        },
      ),
    );
  }

  async *scan<C extends CollectionName>(collection: C, query: Query = {}): AsyncGenerator<DocOf<C>[]> {
    yield* this.listing((tx) => tx.each(collection, query));
  }

  /** Holds the state in memory unless it is read once: for tests and small shops. */
  async version(use?: "once"): Promise<Version> {
    if (use === "once") {
      const isEmpty = await this.isEmpty();
      return { records: () => this.records(), isEmpty: () => isEmpty };
    }
    return State.of(this.collections, this.records());
  }

  private records(): AsyncGenerator<StateRecord> {
    const names = collectionNamesOf(this.collections);
    return this.listing(async function* (tx) {
      for (const collection of names) {
        for await (const batch of tx.each(collection)) {
          for (const doc of batch) yield { collection, doc } as StateRecord;
        }
      }
      yield* await tx.sequences();
    });
  }

  async restore(version: Version, keep: readonly CollectionName[] = []): Promise<void> {
    await this.replaceBy(version.records(), keep);
  }

  async replace(content: StateRecords): Promise<void> {
    await this.replaceBy(content, []);
  }

  async isEmpty(): Promise<boolean> {
    this.checkOpen();
    const some = collectionNamesOf(this.collections).map(
      (name) => `exists (select from ${tableName(this.schema, name)})`,
    );
    const text = `select not (${some.join(" or ")}) as "isEmpty"`;
    const { rows } = await this.pools.reads.query<{ isEmpty: boolean }>(text);
    return rows[0]?.isEmpty === true;
  }

  health(): Health {
    if (this.closing) return { writable: false, reason: "the storage is closed" };
    return this.probe.health;
  }

  async measures(): Promise<readonly Measure[]> {
    return this.measuring.all();
  }

  close(): Promise<void> {
    this.closing ??= this.stateLock.exclusive(async () => {
      this.probe.stop();
      this.listener.stop();
      await Promise.all(Object.values(this.pools).map((pool) => pool.close()));
    });
    return this.closing;
  }

  private get retrying() {
    return { measures: this.measuring, patience_ms: this.address.statementTimeout * 500 };
  }

  private context(): TransactionContext {
    const { schema, collections, cache, versions } = this;
    const { values } = this.shared;
    return { schema, collections, cache, versions, observe: (numbers) => values.observe(numbers) };
  }

  /** One snapshot on a connection of its own, for as long as the caller reads. */
  private async *listing<R>(read: (tx: ReadTransaction) => AsyncIterable<R>): AsyncGenerator<R> {
    this.checkOpen();
    const begin = (session: Session) => ReadTransaction.start(session, this.context());
    const tx = await withRetries(this.pools.lists, this.retrying, begin);
    try {
      yield* read(tx);
    } finally {
      tx.giveBack();
    }
  }

  private async replaceBy(content: StateRecords, keep: readonly CollectionName[]): Promise<void> {
    this.checkOpen();
    const { schema, guard, collections, versions } = this;
    const parts = { schema, guard, collections, versions, keep };
    // A small state is replaced at once. While the rest of a large one is staged, other writes proceed.
    const staged = await this.stateLock.exclusive(async () => {
      const begun = await StagedState.begin(this.pools.locks, parts, content);
      if (await begun.stage(maxRecordsAtOnce)) return begun;
      await begun.apply();
      begun.end();
      return undefined;
    });
    if (!staged) return;
    await staged.stage(Infinity);
    await this.stateLock.exclusive(() => staged.apply());
    staged.end();
  }

  private checkOpen(): void {
    if (this.closing) throw new StorageClosedError();
  }
}
