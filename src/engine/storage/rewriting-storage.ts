import type { Key } from "./documents.js";
import type { Query } from "../filters/query.js";
import { RewritingReader, rewritingQuery, RewritingWriter, type DeferredRewrites } from "./rewriting.js";
import { StorageLayer } from "./storage-layer.js";
import type {
  ReadOptions,
  CollectionName,
  DocOf,
  ReadTx,
  StateRecords,
  Storage,
  Tx,
  Version,
  WriteOptions,
} from "./storage.js";

/**
 * A storage in which a change to all documents of a collection takes effect at once and is carried out in the background.
 * Rewriting all of them in the call would block other calls for seconds. So the call only stores a note of the change:
 * readers see rewritten documents, writers store rewritten documents, and the rest is rewritten here in small
 * transactions. After a crash this continues at the next start.
 *
 * - idle: there are no notes, and nobody looks for any, except a transaction that adds one.
 * - pending: there are notes, or there may be: at the start, and while a transaction with notes or a new state arrives.
 * - rewriting: as pending, with a pass over the documents in progress.
 *
 * A storage shared by several processes is never idle: any of them may add notes.
 *
 * An arrival in any state leads to pending, which tells a running pass that it is not the last one.
 */
export class RewritingStorage<C extends CollectionName, Note> extends StorageLayer {
  private state: "idle" | "pending" | "rewriting" = "pending";
  /** Number of running transactions and state replacements that may bring notes. */
  private arriving = 0;
  /** A new object for each replaced state, so that a pass over the old state does not touch the new one. */
  private epoch: object = {};
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    storage: Storage,
    private readonly rewrites: DeferredRewrites<C, Note>,
    private readonly report: (error: unknown) => void,
  ) {
    super(storage);
  }

  override read<R>(work: (tx: ReadTx) => Promise<R>, options?: ReadOptions): Promise<R> {
    if (this.state === "idle") return this.storage.read(work, options);
    return this.storage.read((tx) => work(new RewritingReader(tx, this.rewrites)), options);
  }

  override async write<R>(work: (tx: Tx) => Promise<R>, options?: WriteOptions): Promise<R> {
    let hasNoted = false;
    try {
      return await this.storage.write(async (tx) => {
        // Here, since another transaction may have added a note while this one waited.
        const isIdle = this.state === "idle";
        const writer = new RewritingWriter(tx, this.rewrites, isIdle ? noNotes : undefined);
        const answer = await work(writer);
        // Before the commit, so that every reader of the new state looks for notes.
        if (writer.hasNoted && !hasNoted) this.arrive();
        hasNoted ||= writer.hasNoted;
        return answer;
      }, options);
    } finally {
      if (hasNoted) this.settle();
    }
  }

  override async *scan<D extends CollectionName>(
    collection: D,
    query: Query = {},
  ): AsyncGenerator<DocOf<D>[]> {
    const concerned: CollectionName = this.rewrites.collection;
    const isConcerned = collection === concerned;
    const notes = isConcerned ? await this.storage.read((tx) => this.rewrites.noted(tx)) : [];
    if (notes.length === 0) {
      yield* this.storage.scan(collection, query);
      return;
    }
    const { candidates, accept } = rewritingQuery({ ...query, limit: undefined }, this.rewrites, notes);
    let left = query.limit ?? Infinity;
    for await (const batch of this.storage.scan(this.rewrites.collection, candidates)) {
      const found = accept(batch).slice(0, left);
      if (found.length > 0) yield found as unknown as DocOf<D>[];
      if ((left -= found.length) <= 0) return;
    }
  }

  override restore(version: Version, keep?: readonly CollectionName[]): Promise<void> {
    return this.become(() => super.restore(version, keep));
  }

  override replace(content: StateRecords): Promise<void> {
    return this.become(() => super.replace(content));
  }

  override async close(): Promise<void> {
    await this.stop();
    await super.close();
  }

  /** Carries out pending notes, for example those left by a crash. Call it once when the server starts. */
  start(): void {
    if (!this.isStopped && this.state !== "idle") this.running ??= this.run();
  }

  /** Resolves when background writes have ended; the remaining work waits for the next start. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /** Resolves when everything noted has been carried out. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async become(replace: () => Promise<void>): Promise<void> {
    this.arrive();
    this.epoch = {};
    try {
      await replace();
    } finally {
      this.epoch = {};
      this.settle();
    }
  }

  private arrive(): void {
    this.arriving += 1;
    this.state = "pending";
  }

  private settle(): void {
    this.arriving -= 1;
    this.state = "pending";
    this.start();
  }

  private async run(): Promise<void> {
    try {
      while (!this.isStopped) {
        this.state = "rewriting";
        const hasMore = await this.pass();
        if (hasMore) continue;
        if (this.arriving > 0) break;
        // Notes arrived during the pass.
        if ((this.state as string) === "pending") continue;
        // Another process may add notes at any time without this one noticing.
        this.state = this.shared ? "pending" : "idle";
        return;
      }
      this.state = "pending";
    } catch (error) {
      // Nothing is lost: the notes stay in effect, and the next start tries again.
      this.state = "pending";
      this.report(error);
    } finally {
      this.running = undefined;
    }
  }

  /** Rewrites all documents once. False if there were no notes. */
  private async pass(): Promise<boolean> {
    const { epoch, rewrites } = this;
    const notes = await this.storage.read((tx) => rewrites.noted(tx));
    if (notes.length === 0) return false;

    for await (const batch of this.storage.scan(rewrites.collection)) {
      const left = batch.filter((doc) => rewrites.rewrite(doc, notes) !== doc).map(({ id }) => id);
      if (this.isStopped || epoch !== this.epoch) return true;
      if (left.length > 0) await this.storage.write((tx) => this.rewriteDocs(tx, left));
    }
    await this.storage.write(async (tx) => {
      // Another process may have replaced the state by one with other notes.
      const isSame = !this.shared || beginWith(await rewrites.noted(tx), notes);
      if (epoch === this.epoch && isSame) await rewrites.forget(tx, notes);
    });
    return true;
  }

  private async rewriteDocs(tx: Tx, ids: readonly Key[]): Promise<void> {
    const { collection } = this.rewrites;
    // Read again: since the scan the document may have changed, or the whole state may have been replaced.
    const notes = await this.rewrites.noted(tx);
    for (const id of ids) {
      const doc = await tx.get(collection, id);
      const rewritten = doc && this.rewrites.rewrite(doc, notes);
      if (rewritten && rewritten !== doc) await tx.put(collection, rewritten);
    }
  }
}

const noNotes = Promise.resolve([]);

function beginWith(notes: readonly unknown[], first: readonly unknown[]): boolean {
  return JSON.stringify(notes.slice(0, first.length)) === JSON.stringify(first);
}
