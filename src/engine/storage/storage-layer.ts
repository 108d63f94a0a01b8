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
  StateRecords,
  Storage,
  Tx,
  Version,
  WriteOptions,
} from "./storage.js";

/** A storage that passes everything on to another. Subclasses override what they change. */
export class StorageLayer implements Storage {
  constructor(protected readonly storage: Storage) {}

  get collections(): Collections {
    return this.storage.collections;
  }

  get shared(): Shared | undefined {
    return this.storage.shared;
  }

  read<R>(work: (tx: ReadTx) => Promise<R>, options?: ReadOptions): Promise<R> {
    return this.storage.read(work, options);
  }

  write<R>(work: (tx: Tx) => Promise<R>, options?: WriteOptions): Promise<R> {
    return this.storage.write(work, options);
  }

  scan<C extends CollectionName>(collection: C, query?: Query): AsyncIterable<DocOf<C>[]> {
    return this.storage.scan(collection, query);
  }

  version(use?: "once"): Promise<Version> {
    return this.storage.version(use);
  }

  restore(version: Version, keep?: readonly CollectionName[]): Promise<void> {
    return this.storage.restore(version, keep);
  }

  replace(content: StateRecords): Promise<void> {
    return this.storage.replace(content);
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

  close(): Promise<void> {
    return this.storage.close();
  }
}
