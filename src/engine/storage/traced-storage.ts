import type { Query } from "../filters/query.js";
import type { Measure } from "../values/measure.js";
import type { Collections } from "./collections.js";
import type {
  CollectionName,
  DocOf,
  Health,
  ReadOptions,
  ReadTx,
  Shared,
  StateRecord,
  StateRecords,
  Storage,
  Tx,
  Version,
  WriteOptions,
} from "./storage.js";

/** Runs the work as a part of a trace. */
export type Trace = <R>(name: string, work: () => Promise<R>) => Promise<R>;

/** A storage whose transactions are parts of a trace. */
export class TracedStorage implements Storage {
  constructor(
    private readonly storage: Storage,
    private readonly trace: Trace,
  ) {}

  get collections(): Collections {
    return this.storage.collections;
  }

  get shared(): Shared | undefined {
    return this.storage.shared;
  }

  read<R>(work: (tx: ReadTx) => Promise<R>, options?: ReadOptions): Promise<R> {
    return this.trace("storage read", () => this.storage.read(work, options));
  }

  write<R>(work: (tx: Tx) => Promise<R>, options?: WriteOptions): Promise<R> {
    return this.trace("storage write", () => this.storage.write(work, options));
  }

  scan<C extends CollectionName>(collection: C, query?: Query): AsyncIterable<DocOf<C>[]> {
    return this.storage.scan(collection, query);
  }

  version(use?: "once"): Promise<Version> {
    return this.trace("storage version", () => this.storage.version(use));
  }

  restore(version: Version, keep?: readonly CollectionName[]): Promise<void> {
    return this.trace("storage restore", () => this.storage.restore(version, keep));
  }

  replace(content: StateRecords): Promise<void> {
    return this.trace("storage replace", () => this.storage.replace(content));
  }

  records(): AsyncIterable<StateRecord> {
    return this.storage.records();
  }

  isEmpty(): Promise<boolean> {
    return this.storage.isEmpty();
  }

  health(): Health {
    return this.storage.health();
  }

  measures(): Promise<readonly Measure[]> {
    return this.storage.measures();
  }

  flush(): Promise<void> {
    return this.storage.flush();
  }

  close(): Promise<void> {
    return this.storage.close();
  }
}
