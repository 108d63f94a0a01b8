/** The storage over PostgreSQL, for any number of processes on one database. Decisions: docs/decisions.md. */
import type { Query } from "../../filters/query.js";
import type { Measure } from "../../values/measure.js";
import { type Collections, collectionNamesOf, collectionDef } from "../collections.js";
import { State } from "../state.js";
import {
  type CollectionName,
  type DocOf,
  type Health,
  OutcomeUnknownError,
  type ReadOptions,
  type ReadTx,
  type StateRecord,
  type StateRecords,
  type Storage,
  StorageClosedError,
  type Tx,
  type Version,
  type WriteOptions,
} from "../storage.js";
import type { PostgresAddress } from "./address.js";
import { backOff } from "./guard.js";
import { withRetries, type RetryObservers } from "./retries.js";
import { CollectionCache } from "./cache.js";
import { querySql, Values } from "./conditions.js";
import { ConnectionPool, PrimaryHost } from "./connection-pool.js";
import { SnapshotReader } from "./cursors.js";
import { RetryTransaction } from "./failures.js";
import { SharedExclusiveLock } from "./shared-exclusive-lock.js";
import { PooledConnection } from "./pooled-connection.js";
import { LookupTransaction, BatchedLookups } from "./lookups.js";
import { PostgresMeasures } from "./measures.js";
import { Probe } from "./probe.js";
import { lockNumber, tableName } from "./schema.js";
import { PostgresShared } from "./shared.js";
import { SequenceAllocator } from "./sequences.js";
import { ReadTransaction } from "./read-transaction.js";
import type { TransactionContext } from "./transaction.js";
import { type VersionNumbers, VersionTable } from "./versions.js";
import { isEmptyState, readRecords, StagedState } from "./staged-state.js";
import { RetryExclusively, WriteTransaction } from "./write-transaction.js";

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
  private readonly readParts: TransactionContext;
  private readonly writeParts: TransactionContext;
  private readonly lookups: BatchedLookups;
  private readonly sequences: SequenceAllocator;
  private readonly probe: Probe;
  private readonly measuring: PostgresMeasures;
  /** Held shared by the write transactions of this process, and exclusively to replace the whole state. */
  private readonly stateLock = new SharedExclusiveLock();
  private askingNumbers: Promise<VersionNumbers> | undefined;
  private closing: Promise<void> | undefined;
  readonly shared: PostgresShared;

  constructor(
    readonly address: PostgresAddress,
    readonly collections: Collections,
  ) {
    const { schema, pool } = address;
    const primary = new PrimaryHost(address, () => this.forget());
    const open = (max: number, pipeline: boolean, name: PoolName, noTimeouts = false) =>
      new ConnectionPool(address, primary, { max, pipeline, name, noTimeouts });
    this.schema = schema;
    this.guard = lockNumber(`store-api ${schema}`);
    this.pools = {
      reads: open(pool, true, "reads"),
      writes: open(pool, true, "writes"),
      sessions: open(4, true, "sessions"),
      lists: open(Math.max(2, Math.ceil(pool / 4)), false, "lists"),
      numbers: open(3, true, "numbers"),
      locks: open(6, true, "locks", true),
    };
    const { reads, writes, numbers, locks } = this.pools;
    this.versions = new VersionTable(schema, collections);
    this.readParts = this.parts(reads);
    this.writeParts = this.parts(writes);
    this.lookups = new BatchedLookups(reads, schema, collections, this.versions);
    this.sequences = new SequenceAllocator(numbers, schema);
    this.probe = new Probe(numbers);
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

  /** Starts the probe, which determines readiness. */
  start(): void {
    this.probe.start();
  }

  async read<R>(work: (tx: ReadTx) => Promise<R>, { single }: ReadOptions = {}): Promise<R> {
    this.checkOpen();
    const { readParts, lookups } = this;
    let isLookup = single === true;
    return withRetries(
      this.watch,
      () => (isLookup ? new LookupTransaction(readParts, lookups) : new ReadTransaction(readParts)),
      (tx) => tx.execute(work),
      () => (isLookup = false),
    );
  }

  async write<R>(work: (tx: Tx) => Promise<R>, { independent }: WriteOptions = {}): Promise<R> {
    this.checkOpen();
    return this.stateLock.shared(() => {
      let [exclusive, races] = [false, 0];
      const pool = independent ? this.pools.sessions : this.pools.writes;
      const parts = { ...this.writeParts, pool, sequences: this.sequences, guard: this.guard };
      const begin = () =>
        new WriteTransaction(parts, { exclusive, independent: independent === true, locking: races > 1 });
      return withRetries(
        this.watch,
        begin,
        (tx) => this.execute(tx, work),
        (error) => {
          exclusive ||= error instanceof RetryExclusively;
          races += 1;
        },
      );
    });
  }

  async *scan<C extends CollectionName>(collection: C, query: Query = {}): AsyncGenerator<DocOf<C>[]> {
    this.checkOpen();
    const reader = await SnapshotReader.begin(this.pools.lists);
    try {
      yield* this.docs(reader, collection, query) as AsyncGenerator<DocOf<C>[]>;
    } finally {
      await reader.end();
    }
  }

  /** Holds the state in memory unless it is read once: for tests and small shops. */
  async version(use?: "once"): Promise<Version> {
    if (use === "once") {
      const isEmpty = await this.isEmpty();
      return { records: () => this.records(), isEmpty: () => isEmpty };
    }
    return State.of(this.collections, this.records());
  }

  async *records(): AsyncGenerator<StateRecord> {
    this.checkOpen();
    const reader = await SnapshotReader.begin(this.pools.lists);
    try {
      yield* readRecords(
        collectionNamesOf(this.collections),
        (collection) => this.docs(reader, collection, {}),
        () => this.sequencesOf(reader),
      );
    } finally {
      await reader.end();
    }
  }

  async restore(version: Version, keep: readonly CollectionName[] = []): Promise<void> {
    await this.replaceBy(version.records(), keep);
  }

  async replace(content: StateRecords): Promise<void> {
    await this.replaceBy(content, []);
  }

  async isEmpty(): Promise<boolean> {
    this.checkOpen();
    return PooledConnection.use(this.pools.reads, (connection) =>
      isEmptyState(connection, this.schema, this.collections),
    );
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
      await Promise.all(Object.values(this.pools).map((pool) => pool.close()));
    });
    return this.closing;
  }

  private get watch(): RetryObservers {
    return { probe: this.probe, measures: this.measuring };
  }

  private async execute<R>(tx: WriteTransaction, work: (tx: Tx) => Promise<R>): Promise<R> {
    let mayBeStored = true;
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      // Numbers of a commit that may have happened must not be reused.
      mayBeStored = error instanceof OutcomeUnknownError;
      if (tx.isRefusedGuard(tx.failure ?? error)) {
        tx.end("rollback");
        await backOff();
        throw new RetryTransaction("others are writing", { cause: error });
      }
      if (tx.failure !== undefined) throw tx.failure;
      // The error may be based on outdated cache content.
      if (!(error instanceof RetryTransaction)) await tx.confirm();
      throw error;
    } finally {
      if (!mayBeStored) await tx.giveNumbersBack();
      tx.end(tx.isCommitted ? "ended" : "rollback");
    }
  }

  private parts(pool: ConnectionPool): TransactionContext {
    const { schema, collections, cache, versions } = this;
    return {
      ...{ schema, collections, cache, versions, pool },
      observe: (numbers) => this.observe(numbers),
      currentNumbers: () => this.currentNumbers(),
    };
  }

  /** The current version numbers. Concurrent calls share one query. */
  private currentNumbers(): Promise<VersionNumbers> {
    this.askingNumbers ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.askingNumbers = undefined;
      return PooledConnection.use(this.pools.reads, async (connection) => {
        const { generation } = this.cache;
        const numbers = this.versions.of((await connection.run(this.versions.sql)).rows[0]);
        if (generation !== this.cache.generation) return this.currentNumbers();
        await this.observe(numbers);
        return numbers;
      });
    });
    return this.askingNumbers;
  }

  private observe(numbers: VersionNumbers): Promise<void> | undefined {
    this.cache.observe(numbers);
    return this.shared.values.observe(numbers);
  }

  private docs(reader: SnapshotReader, collection: CollectionName, query: Query) {
    const values = new Values();
    const { where, tail } = querySql(this.schema, collectionDef(this.collections, collection), query, values);
    const text = `select d from ${tableName(this.schema, collection)} where ${where} order by id${tail}`;
    return reader.docs({ text, values: values.list });
  }

  private async sequencesOf(reader: SnapshotReader): Promise<(readonly [string, number])[]> {
    const rows = await reader.rows(`select name, value from ${this.schema}.sequences order by name`);
    return (rows as [string, number][]).filter(([, value]) => value > 0);
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
