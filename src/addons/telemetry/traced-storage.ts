import { StorageLayer } from "../../engine/storage/storage-layer.js";
import type {
  CollectionName,
  ReadOptions,
  ReadTx,
  StateRecords,
  Storage,
  Tx,
  Version,
  WriteOptions,
} from "../../engine/storage/storage.js";

/** Runs the work as a span of a trace. */
export type Trace = <R>(name: string, work: () => Promise<R>) => Promise<R>;

/** A storage whose transactions are spans of a trace. */
export class TracedStorage extends StorageLayer {
  constructor(
    storage: Storage,
    private readonly trace: Trace,
  ) {
    super(storage);
  }

  override read<R>(work: (tx: ReadTx) => Promise<R>, options?: ReadOptions): Promise<R> {
    return this.trace("storage read", () => super.read(work, options));
  }

  override write<R>(work: (tx: Tx) => Promise<R>, options?: WriteOptions): Promise<R> {
    return this.trace("storage write", () => super.write(work, options));
  }

  override version(use?: "once"): Promise<Version> {
    return this.trace("storage version", () => super.version(use));
  }

  override restore(version: Version, keep?: readonly CollectionName[]): Promise<void> {
    return this.trace("storage restore", () => super.restore(version, keep));
  }

  override replace(content: StateRecords): Promise<void> {
    return this.trace("storage replace", () => super.replace(content));
  }
}
