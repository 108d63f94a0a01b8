/** The port over PostgreSQL: any number of processes over one database. Decisions: docs/decisions.md. */
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
import { letOthersPass } from "./alone.js";
import { attempt, type AttemptWatch } from "./attempts.js";
import { CollectionCache } from "./cache.js";
import { querySql, Values } from "./conditions.js";
import { Connections, HostChoice } from "./connections.js";
import { SnapshotReader } from "./cursors.js";
import { StartOver } from "./failures.js";
import { Gate } from "./gate.js";
import { Link } from "./link.js";
import { Lookup, Lookups } from "./lookups.js";
import { PostgresMeasures } from "./measures.js";
import { Probe } from "./probe.js";
import { lockNumber, tableOf } from "./schema.js";
import { PostgresShared } from "./shared.js";
import { Sequences } from "./sequences.js";
import { Reading } from "./reading.js";
import type { TransactionParts } from "./transaction.js";
import { type Numbers, Versions } from "./versions.js";
import { isEmptyState, readRecords, StagedState } from "./whole-state.js";
import { StartOverExclusively, Writing } from "./writing.js";
import type { Awaitable } from "../../values/awaitable.js";

/** Of a state that is put in place: less than half a second. */
const recordsAtOnce = 5000;

export class PostgresStorage implements Storage {
  private readonly schema: string;
  private readonly guard: number;
  private readonly reads: Connections;
  private readonly writes: Connections;
  private readonly apart: Connections;
  private readonly cursors: Connections;
  private readonly few: Connections;
  private readonly holders: Connections;
  private readonly cache = new CollectionCache();
  private readonly versions: Versions;
  private readonly readParts: TransactionParts;
  private readonly writeParts: TransactionParts;
  private readonly lookups: Lookups;
  private readonly sequences: Sequences;
  private readonly probe: Probe;
  private readonly measuring: PostgresMeasures;
  /** Transactions of this process that write; a restoration waits for them and holds up those that come after. */
  private readonly gate = new Gate();
  private asking: Promise<Numbers> | undefined;
  private closing: Promise<void> | undefined;
  readonly shared: PostgresShared;

  constructor(
    readonly address: PostgresAddress,
    readonly collections: Collections,
  ) {
    const { schema, pool } = address;
    const choice = new HostChoice(address, () => this.forget());
    const open = (max: number, pipeline: boolean, name: string, patient = false) =>
      new Connections(address, choice, { max, pipeline, name, patient });
    this.schema = schema;
    this.guard = lockNumber(`store-api ${schema}`);
    this.reads = open(pool, true, "reads");
    this.writes = open(pool, true, "writes");
    this.apart = open(4, true, "sessions");
    this.cursors = open(Math.max(2, Math.ceil(pool / 4)), false, "lists");
    this.few = open(3, true, "numbers");
    this.versions = new Versions(schema, collections);
    this.readParts = this.parts(this.reads);
    this.writeParts = this.parts(this.writes);
    this.lookups = new Lookups(this.reads, schema, collections, this.versions);
    this.sequences = new Sequences(this.few, schema);
    this.probe = new Probe(this.few);
    this.holders = open(6, true, "locks", true);
    const { reads, writes, apart, cursors, few, holders } = this;
    const pools = { reads, writes, sessions: apart, lists: cursors, numbers: few, locks: holders };
    this.measuring = new PostgresMeasures(pools, few);
    this.shared = new PostgresShared({
      ...{ schema, versions: this.versions, links: this.few, holders: this.holders },
      look: () => this.currentNumbers(),
    });
  }

  /** Whether the server has all that the one before acknowledged is its replication's matter, not to be relied on here. */
  private forget(): void {
    this.cache.forget();
    this.shared.forget();
  }

  /** Begins to look after the database; readiness follows what it finds. */
  start(): void {
    this.probe.start();
  }

  async read<R>(work: (tx: ReadTx) => Awaitable<R>, { single }: ReadOptions = {}): Promise<R> {
    this.checkOpen();
    const { readParts, lookups } = this;
    let isLookup = single === true;
    return attempt(
      this.watch,
      () => (isLookup ? new Lookup(readParts, lookups) : new Reading(readParts)),
      (tx) => tx.carryOut(work),
      () => (isLookup = false),
    );
  }

  async write<R>(work: (tx: Tx) => Awaitable<R>, { independent: apart }: WriteOptions = {}): Promise<R> {
    this.checkOpen();
    return this.gate.pass(() => {
      let [exclusive, races] = [false, 0];
      const connections = apart ? this.apart : this.writes;
      const parts = { ...this.writeParts, connections, sequences: this.sequences, guard: this.guard };
      const begin = () => new Writing(parts, { exclusive, apart: apart === true, locking: races > 1 });
      return attempt(
        this.watch,
        begin,
        (tx) => this.carryOut(tx, work),
        (error) => {
          exclusive ||= error instanceof StartOverExclusively;
          races += 1;
        },
      );
    });
  }

  async *scan<C extends CollectionName>(collection: C, query: Query = {}): AsyncGenerator<DocOf<C>[]> {
    this.checkOpen();
    const reader = await SnapshotReader.begin(this.cursors);
    try {
      yield* this.docs(reader, collection, query) as AsyncGenerator<DocOf<C>[]>;
    } finally {
      await reader.end();
    }
  }

  /** In memory, unless it is read once: for tests and for shops of their size. */
  async version(use?: "once"): Promise<Version> {
    if (use === "once") {
      const isEmpty = await this.isEmpty();
      return { records: () => this.records(), isEmpty: () => isEmpty };
    }
    return State.of(this.collections, this.records());
  }

  /** The state of one moment, read bit by bit. */
  async *records(): AsyncGenerator<StateRecord> {
    this.checkOpen();
    const reader = await SnapshotReader.begin(this.cursors);
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
    return Link.use(this.reads, (link) => isEmptyState(link, this.schema, this.collections));
  }

  health(): Health {
    if (this.closing) return { writable: false, reason: "the storage is closed" };
    return this.probe.health;
  }

  measures(): Promise<readonly Measure[]> {
    return this.measuring.all();
  }

  /** A write is durable when it ends. */
  async flush(): Promise<void> {}

  close(): Promise<void> {
    this.closing ??= this.gate.close(async () => {
      this.probe.stop();
      const pools = [this.reads, this.writes, this.apart, this.cursors, this.few, this.holders];
      await Promise.all(pools.map((one) => one.close()));
    });
    return this.closing;
  }

  private get watch(): AttemptWatch {
    return { probe: this.probe, measures: this.measuring };
  }

  private async carryOut<R>(tx: Writing, work: (tx: Tx) => Awaitable<R>): Promise<R> {
    let mayBeStored = true;
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      // A number of a commit that may have happened must not be given to anybody else.
      mayBeStored = error instanceof OutcomeUnknownError;
      if (tx.isRefusedAlone(tx.failure ?? error)) {
        tx.end("rollback");
        await letOthersPass();
        throw new StartOver("others are writing", { cause: error });
      }
      if (tx.failure !== undefined) throw tx.failure;
      // A refusal may rest on what was kept in memory.
      if (!(error instanceof StartOver)) await tx.confirm();
      throw error;
    } finally {
      if (!mayBeStored) await tx.giveNumbersBack();
      tx.end(tx.isCommitted ? "ended" : "rollback");
    }
  }

  private parts(connections: Connections): TransactionParts {
    const { schema, collections, cache, versions } = this;
    return {
      ...{ schema, collections, cache, versions, connections },
      observe: (numbers) => this.observe(numbers),
      currentNumbers: () => this.currentNumbers(),
    };
  }

  /** One question answers all that asked before it was sent. */
  private currentNumbers(): Promise<Numbers> {
    this.asking ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.asking = undefined;
      return Link.use(this.reads, async (link) => {
        const { life } = this.cache;
        const numbers = this.versions.of((await link.run(this.versions.sql)).rows[0]);
        if (life !== this.cache.life) return this.currentNumbers();
        await this.observe(numbers);
        return numbers;
      });
    });
    return this.asking;
  }

  private observe(numbers: Numbers): Promise<void> | undefined {
    this.cache.observe(numbers);
    return this.shared.values.observe(numbers);
  }

  private docs(reader: SnapshotReader, collection: CollectionName, query: Query) {
    const values = new Values();
    const { where, tail } = querySql(this.schema, collectionDef(this.collections, collection), query, values);
    const text = `select d from ${tableOf(this.schema, collection)} where ${where} order by id${tail}`;
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
    // A small state goes at once. A large one lets those pass who came behind it, until all of it is there.
    const staged = await this.gate.passAlone(async () => {
      const begun = await StagedState.begin(this.holders, parts, content);
      if (await begun.take(recordsAtOnce)) return begun;
      await begun.putInPlace();
      begun.end();
      return undefined;
    });
    if (!staged) return;
    await staged.take(Infinity);
    await this.gate.passAlone(() => staged.putInPlace());
    staged.end();
  }

  private checkOpen(): void {
    if (this.closing) throw new StorageClosedError();
  }
}
