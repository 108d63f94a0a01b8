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
import { ConnectionPool, type PoolOptions, PrimaryHost, Session } from "./connections.js";
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
import { type VersionNumbers, VersionTable } from "./versions.js";
import { RetryExclusively, WriteTransaction } from "./writes.js";

/** A state with up to this many records is replaced at once, in less than half a second. */
const maxRecordsAtOnce = 5000;

/** The names of the connection pools in the metrics. */
type PoolName = "reads" | "writes" | "sessions" | "lists" | "numbers" | "locks";

export class PostgresStorage implements Storage {
  private readonly schema: string;
  private readonly guard: number;
  private readonly pools: Readonly<Record<PoolName, ConnectionPool>>;
  private readonly cache = new CollectionCache();
  private readonly versions: VersionTable;
  private readonly sequences: SequenceAllocator;
  private readonly probe: Probe;
  private readonly listener: Listener;
  private readonly measuring: PostgresMeasures;
  /** Held shared by the write transactions of this process, and exclusively to replace the whole state. */
  private readonly stateLock = new SharedExclusiveLock();
  private askingNumbers: Promise<VersionNumbers> | undefined;
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
      this.currentNumbers().catch(() => {});
    });
    this.measuring = new PostgresMeasures(this.pools, numbers);
    this.shared = new PostgresShared({
      ...{ schema, versions: this.versions, pool: numbers, lockPool: locks },
      refresh: () => this.currentNumbers(),
    });
  }

  /** Drops all caches: a new primary may lack writes that the old one acknowledged, depending on the replication. */
  private forget(): void {
    this.cache.forget();
    this.shared.forget();
  }

  /** Starts what runs in the background: the probe, which determines readiness, and the listener. */
  start(): void {
    this.probe.start();
    this.listener.start();
  }

  async read<R>(work: (tx: ReadTx) => Promise<R>, { single }: ReadOptions = {}): Promise<R> {
    this.checkOpen();
    const context = this.context(this.pools.reads);
    let isSingle: boolean = single === true;
    return withRetries(
      this.retrying,
      () => new (isSingle ? SingleRead : ReadTransaction)(context),
      (tx) => tx.execute(work),
      () => {
        isSingle = false;
      },
    );
  }

  async write<R>(work: (tx: Tx) => Promise<R>, { independent }: WriteOptions = {}): Promise<R> {
    this.checkOpen();
    return this.stateLock.shared(() => {
      let [exclusive, races] = [false, 0];
      const { guard, sequences } = this;
      const pool = independent ? this.pools.sessions : this.pools.writes;
      const context = { ...this.context(pool), guard, sequences };
      return withRetries(
        this.retrying,
        () =>
          new WriteTransaction(context, { exclusive, independent: independent === true, locking: races > 1 }),
        (tx) => tx.execute(work),
        (error) => {
          exclusive ||= error instanceof RetryExclusively;
          races += 1;
        },
      );
    });
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

  records(): AsyncGenerator<StateRecord> {
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
    const { rows } = await Session.use(this.pools.reads, (session) =>
      session.query<{ isEmpty: boolean }>(text),
    );
    return rows[0]?.isEmpty === true;
  }

  health(): Health {
    if (this.closing) return { writable: false, reason: "the storage is closed" };
    return this.probe.health;
  }

  measures(): Promise<readonly Measure[]> {
    return this.measuring.all();
  }

  /** Does nothing: a write is durable when it ends. */
  async flush(): Promise<void> {}

  close(): Promise<void> {
    this.closing ??= this.stateLock.exclusive(async () => {
      this.probe.stop();
      this.listener.stop();
      await Promise.all(Object.values(this.pools).map((pool) => pool.close()));
    });
    return this.closing;
  }

  private get retrying() {
    const { probe, measuring: measures } = this;
    return { probe, measures, patience_ms: this.address.statementTimeout * 500 };
  }

  private context(pool: ConnectionPool): TransactionContext {
    const { schema, collections, cache, versions } = this;
    return {
      ...{ schema, collections, cache, versions, pool },
      observe: (numbers) => this.observe(numbers),
      currentNumbers: () => this.currentNumbers(),
    };
  }

  /** The current version numbers. Concurrent calls share one query. */
  private currentNumbers(): Promise<VersionNumbers> {
    this.askingNumbers ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      this.askingNumbers = undefined;
      const { generation } = this.cache;
      const { rows } = await Session.use(this.pools.reads, (session) =>
        session.query<VersionNumbers>(this.versions.sql),
      );
      if (generation !== this.cache.generation) return this.currentNumbers();
      const numbers = rows[0] as VersionNumbers;
      await this.observe(numbers);
      return numbers;
    });
    return this.askingNumbers;
  }

  private observe(numbers: VersionNumbers): Promise<void> | undefined {
    this.cache.observe(numbers);
    return this.shared.values.observe(numbers);
  }

  /** One snapshot on a connection of its own, for as long as the caller reads. */
  private async *listing<R>(read: (tx: ReadTransaction) => AsyncIterable<R>): AsyncGenerator<R> {
    this.checkOpen();
    const tx = await withRetries(
      this.retrying,
      () => new ReadTransaction(this.context(this.pools.lists)),
      (begun) => begun.ready(),
    );
    try {
      yield* read(tx);
    } finally {
      tx.end("commit");
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
