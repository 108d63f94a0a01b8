import { setImmediate } from "node:timers/promises";
import type { Measure } from "../values/measure.js";
import type { Query } from "../filters/query.js";
import type { Collections } from "./collections.js";
import { matches } from "./search.js";
import { type Change, State, StateBuilder } from "./state.js";
import {
  type CollectionName,
  type DocOf,
  type Health,
  type ReadTx,
  type StateRecords,
  type Storage,
  StorageClosedError,
  StorageReadOnlyError,
  type Tx,
  type Version,
} from "./storage.js";

/** Runs tasks one at a time, in the order of the calls. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  run<R>(task: () => Promise<R>): Promise<R> {
    const result = this.last.then(task);
    // The next task also starts after a failed one.
    this.last = result.catch(ignore);
    return result;
  }
}

function ignore(): void {}

/** Makes commits durable. A storage without a folder has none. */
export interface CommitLog {
  /** Called once; `visible` returns the state with exactly the commits that have landed. */
  start(visible: () => State): void;
  /** When the change is durable, calls `landed`, in the order of the calls, then resolves. */
  append(change: Change, landed: () => void): Promise<void>;
  /** Resolves when all earlier changes are durable; rejects if that fails. */
  flush(): Promise<void>;
  /** Like append(), for the change to another whole state. Nothing is appended until it ends. */
  restore(change: Restoring, landed: () => void): Promise<void>;
  health(): Health;
  measures(): Promise<readonly Measure[]>;
  /** Cancels a long restore(), so that a stop does not wait for it. */
  interrupt(): void;
  /** @param last the last state */
  close(last: State): Promise<void>;
}

export interface Restoring {
  readonly from: State;
  readonly to: State;
}

type MemoryOptions = MemoryStart & {
  /** Freezes every stored document deeply, for tests and development. */
  readonly freeze?: boolean | undefined;
  readonly log?: CommitLog | undefined;
};

/**
 * Starts empty, with these collections, or from a version of another storage in memory, as a fork of it. A fork costs only
 * what changes in it. Neither storage sees the changes of the other.
 */
type MemoryStart = { readonly collections: Collections } | { readonly version: Version };

const BATCH = 256;

/**
 * Documents in memory, with one write transaction at a time. There are two states: the next write starts from `head`
 * without waiting for the disk, and reads get `visible`, the newest durable state. Without a log they are the same.
 */
export class MemoryStorage implements Storage {
  private readonly freeze: boolean;
  private readonly log: CommitLog | undefined;
  private readonly writers = new Mutex();
  private head: State;
  private visible: State;
  private closing: Promise<void> | undefined;

  constructor(options: MemoryOptions) {
    this.freeze = options.freeze ?? false;
    this.log = options.log;
    this.head = this.visible = startOf(options);
    this.log?.start(() => this.visible);
  }

  get collections(): Collections {
    return this.visible.collections;
  }

  async read<R>(work: (tx: ReadTx) => Promise<R>): Promise<R> {
    this.checkOpen();
    return work(this.visible);
  }

  async write<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    this.checkOpen();
    let durable: Promise<void> | undefined;
    try {
      return await this.writers.run(async () => {
        const builder = new StateBuilder(this.head, this.freeze);
        try {
          const result = await work(builder);
          if (builder.failure) throw builder.failure;
          durable = this.commit(builder);
          return result;
        } finally {
          builder.isOver = true;
        }
      });
    } finally {
      // A refusal waits, too: its reason may be a commit that is not durable yet and may still be rolled back.
      if (this.log) await (durable ?? this.log.flush().catch(ignore));
    }
  }

  async *scan<C extends CollectionName>(collection: C, query: Query = {}): AsyncGenerator<DocOf<C>[]> {
    this.checkOpen();
    for await (const batch of matches(this.visible, collection, query, BATCH)) {
      yield batch as DocOf<C>[];
      await setImmediate();
    }
  }

  version(): Promise<State> {
    if (this.closing) return Promise.reject(new StorageClosedError());
    return Promise.resolve(this.visible);
  }

  async restore(version: Version, keep: readonly CollectionName[] = []): Promise<void> {
    this.checkOpen();
    const wanted = version instanceof State ? version : await this.build(version.records());
    if (this.freeze) wanted.freeze();
    await this.writers.run(async () => {
      // The storage may have been closed while the content was read.
      this.checkOpen();
      // A commit that is refused is not part of the state to start from.
      await this.log?.flush();
      const to = keep.length > 0 ? wanted.withTablesOf(this.head, keep) : wanted;
      const landed = () => void (this.visible = to);
      if (this.log) await this.log.restore({ from: this.head, to }, landed);
      else landed();
      this.head = to;
    });
  }

  async replace(content: StateRecords): Promise<void> {
    this.checkOpen();
    await this.restore(await this.build(content));
  }

  async isEmpty(): Promise<boolean> {
    this.checkOpen();
    return this.visible.isEmpty();
  }

  health(): Health {
    if (this.closing) return { writable: false, reason: "the storage is closed" };
    return this.log?.health() ?? { writable: true };
  }

  measures(): Promise<readonly Measure[]> {
    return this.log?.measures() ?? Promise.resolve([]);
  }

  close(): Promise<void> {
    if (!this.closing) this.log?.interrupt();
    this.closing ??= this.writers.run(async () => {
      await this.log?.flush().catch(ignore);
      await this.log?.close(this.visible);
    });
    return this.closing;
  }

  /** Undefined if nothing has to become durable. */
  private commit(builder: StateBuilder): Promise<void> | undefined {
    const next = builder.finish();
    if (next === builder.base) return undefined;
    if (builder.base !== this.head) {
      // A commit that this transaction has read was rolled back meanwhile.
      return Promise.reject(new StorageReadOnlyError("the write before this one was not stored"));
    }
    if (!this.log) {
      this.head = this.visible = next;
      return undefined;
    }
    // Throws here, before the state changes, if JSON cannot represent the change.
    const durable = this.log.append(builder, () => {
      this.visible = next;
    });
    this.head = next;
    return durable.catch((error: unknown) => {
      // The log has also refused all later commits, so the state that readers see stays.
      this.head = this.visible;
      throw error;
    });
  }

  private build(content: StateRecords): Promise<State> {
    return State.of(this.collections, content, { freeze: this.freeze });
  }

  private checkOpen(): void {
    if (this.closing) throw new StorageClosedError();
  }
}

function startOf(options: MemoryOptions): State {
  if ("collections" in options) return State.empty(options.collections);
  if (options.version instanceof State) return options.version;
  throw new TypeError("a storage in memory starts from a version in memory: build one by State.of()");
}
