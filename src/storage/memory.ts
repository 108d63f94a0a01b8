import { setImmediate } from "node:timers/promises";
import { Mutex } from "./mutex.js";
import { type Change, deepFreeze, Draft, State } from "./state.js";
import { collectionNames } from "./collections.js";
import type { Query } from "../filters/query.js";
import {
  type CollectionName,
  type Doc,
  type DocOf,
  type Health,
  type ReadTx,
  type StateRecord,
  type Storage,
  StorageClosedError,
  type Tx,
} from "./storage.js";
import { matches, Reader, Writer } from "./transaction.js";

/** A whole state as a log keeps it. */
export interface Snapshot {
  readonly state: State;
  readonly sequences: ReadonlyMap<string, number>;
}

/** Where commits are made durable. Memory alone needs none of it. */
export interface Log {
  /** Called once; `visible` gives the state that holds exactly the commits that have landed. */
  start(visible: () => Snapshot): void;
  /** Resolves when the change is durable, having called `landed` first, in the order of the calls. */
  append(change: Change, landed: () => void): Promise<void>;
  /** Resolves when all appended before is durable; rejects when it can not be. */
  flush(): Promise<void>;
  /** Makes the snapshot durable in place of everything before; nothing is appended meanwhile. */
  replace(snapshot: Snapshot): Promise<void>;
  health(): Health;
  /** With the last state, or without when nothing may be written any more. */
  close(last: Snapshot): Promise<void>;
}

const NO_LOG: Log = {
  start: () => {},
  append: async (_change, landed) => landed(),
  flush: async () => {},
  replace: async () => {},
  health: () => ({ writable: true }),
  close: async () => {},
};

export interface MemoryOptions {
  /** Freezes every document deeply when it is stored: for tests and development. */
  readonly freeze?: boolean | undefined;
  readonly log?: Log | undefined;
  readonly state?: State | undefined;
}

/**
 * How many numbers of a sequence are set aside by one record of the log. A crash skips what is left of them.
 */
const NUMBERS_AHEAD = 50;
const BATCH = 256;
const RECORDS_PER_TURN = 500;

/**
 * Documents in maps, one write transaction at a time. Two states exist at any moment: `head`, on which the
 * next write starts at once, and `visible`, the newest durable one, which reads get. Without a log they are
 * always the same.
 */
export class MemoryStorage implements Storage {
  private readonly freeze: boolean;
  private readonly log: Log;
  private readonly writers = new Mutex();
  private head: State;
  private visible: State;
  private open: Draft | undefined;
  /** Numbers given by next(), and how far the log lets it go. */
  private given = new Map<string, number>();
  private reserved = new Map<string, { limit: number; durable: Promise<void> }>();
  private replacing: Promise<void> | undefined;
  private closing: Promise<void> | undefined;

  constructor(options: MemoryOptions = {}) {
    this.freeze = options.freeze ?? false;
    this.log = options.log ?? NO_LOG;
    this.head = this.visible = options.state ?? State.empty();
    this.log.start(() => ({
      state: this.visible,
      sequences: this.sequences((name) => this.reserved.get(name)?.limit),
    }));
  }

  read<R>(work: (tx: ReadTx) => Promise<R>): Promise<R> {
    if (this.closing) return Promise.reject(new StorageClosedError());
    return work(new Reader(this.visible));
  }

  async write<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    this.checkOpen();
    let durable: Promise<void> | undefined;
    try {
      return await this.writers.run(async () => {
        const draft = (this.open = new Draft(this.head));
        const tx = new Writer(draft, { freeze: this.freeze, given: (sequence) => this.latest(sequence) });
        try {
          const result = await work(tx);
          if (tx.failure) throw tx.failure;
          if (draft.changed) durable = this.commit(draft);
          return result;
        } finally {
          draft.end();
          this.open = undefined;
        }
      });
    } finally {
      // Also a refusal waits: it may rest on a commit that is not durable yet, and may still be undone.
      await (durable ?? this.log.flush().catch(() => {}));
    }
  }

  async next(sequence: string): Promise<number> {
    this.checkOpen();
    while (this.replacing) await this.replacing.catch(() => {});
    const value = Math.max(this.open?.sequences.get(sequence) ?? 0, this.latest(sequence)) + 1;
    this.given.set(sequence, value);
    await this.reserve(sequence, value);
    return value;
  }

  async *scan<C extends CollectionName>(collection: C, query: Query = {}): AsyncGenerator<DocOf<C>[]> {
    this.checkOpen();
    for await (const batch of matches(this.visible, collection, query, BATCH)) {
      yield batch as DocOf<C>[];
      await setImmediate();
    }
  }

  async replace(content: AsyncIterable<StateRecord> | Iterable<StateRecord>): Promise<void> {
    this.checkOpen();
    const state = await this.build(content);
    await this.writers.run(async () => {
      await this.log.flush();
      this.replacing = this.log.replace({ state, sequences: state.sequences });
      try {
        await this.replacing;
      } finally {
        this.replacing = undefined;
      }
      this.head = this.visible = state;
      this.given = new Map();
      this.reserved = new Map();
    });
  }

  async *export(): AsyncGenerator<StateRecord> {
    this.checkOpen();
    const state = this.visible;
    const sequences = this.sequences((name) => this.given.get(name));
    let count = 0;
    for (const collection of collectionNames) {
      for (const doc of state.table(collection).docs.values()) {
        yield { collection, doc } as StateRecord;
        if ((count += 1) % RECORDS_PER_TURN === 0) await setImmediate();
      }
    }
    for (const [sequence, value] of sequences) yield { sequence, value };
  }

  async isEmpty(): Promise<boolean> {
    this.checkOpen();
    return this.visible.isEmpty();
  }

  health(): Health {
    if (this.closing) return { writable: false, reason: "the storage is closed" };
    return this.log.health();
  }

  async flush(): Promise<void> {
    await this.log.flush();
  }

  close(): Promise<void> {
    this.closing ??= this.writers.run(async () => {
      await this.log.flush().catch(() => {});
      await this.log.close({
        state: this.visible,
        sequences: this.sequences((name) => this.given.get(name)),
      });
    });
    return this.closing;
  }

  private commit(draft: Draft): Promise<void> {
    const next = draft.finish();
    // A change that can not be written as JSON fails here, before the state has moved.
    const durable = this.log.append(draft, () => {
      this.visible = next;
    });
    this.head = next;
    return durable.catch((error: unknown) => {
      // The log takes nothing after a failure: what readers see is what stays.
      this.head = this.visible;
      throw error;
    });
  }

  /** The highest number that next() or a committed transaction has given. */
  private latest(sequence: string): number {
    return Math.max(this.head.sequences.get(sequence) ?? 0, this.given.get(sequence) ?? 0);
  }

  private async reserve(sequence: string, value: number): Promise<void> {
    let reserved = this.reserved.get(sequence);
    if (!reserved || value > reserved.limit) {
      const limit = value + NUMBERS_AHEAD - 1;
      const durable = this.log.append({ docs: new Map(), sequences: new Map([[sequence, limit]]) }, () => {});
      this.reserved.set(sequence, (reserved = { limit, durable }));
    }
    await reserved.durable;
  }

  private sequences(ahead: (name: string) => number | undefined): Map<string, number> {
    const names = new Set([...this.visible.sequences.keys(), ...this.given.keys()]);
    return new Map(
      [...names]
        .sort()
        .map((name) => [name, Math.max(this.visible.sequences.get(name) ?? 0, ahead(name) ?? 0)]),
    );
  }

  private async build(content: AsyncIterable<StateRecord> | Iterable<StateRecord>): Promise<State> {
    const draft = new Draft(State.empty());
    let count = 0;
    for await (const record of content) {
      if ("sequence" in record) draft.setSequence(record.sequence, record.value);
      else this.load(draft, record.collection, record.doc);
      if ((count += 1) % RECORDS_PER_TURN === 0) await setImmediate();
    }
    return draft.finish();
  }

  private load(draft: Draft, collection: CollectionName, doc: Doc): void {
    if (this.freeze) deepFreeze(doc);
    draft.put(collection, doc);
  }

  private checkOpen(): void {
    if (this.closing) throw new StorageClosedError();
  }
}
