import type { Awaitable } from "../values/awaitable.js";
import type { Key } from "./documents.js";
import type { Query } from "../filters/query.js";
import {
  NotingBegins,
  RewritingReader,
  rewritingQuery,
  RewritingWriter,
  type Rewrites,
} from "./rewriting.js";
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
 * A storage in which a change to all documents of a collection counts at once and is carried out behind. To write
 * all of them in the call would hold up everybody else for seconds. So the call only notes the change: readers see
 * the documents as if it had been carried out, whoever stores one stores it rewritten, and the rest is
 * rewritten here in small transactions, after a crash from the next start on.
 *
 * - idle: nothing is noted, and all goes straight through. A transaction that wants to note something is undone, and
 *   carried out again as one that may (rewriting.ts, `beginNoting`).
 * - pending: something is noted, or may be: at the start, and while a transaction that notes or a new state arrives.
 * - rewriting: as pending, while a pass over the documents is under way.
 *
 * Where several processes share the storage, it is never idle: notes may come from any of them.
 *
 * What arrives leads from any of the three to pending, which tells the pass under way that it is not the last one.
 */
export class RewritingStorage<C extends CollectionName, Note> extends StorageLayer {
  private state: "idle" | "pending" | "rewriting" = "pending";
  /** Transactions and new states that may bring notes and have not ended yet. */
  private arriving = 0;
  /** Another object for each new state of the whole, so that a pass over the former one changes nothing in it. */
  private epoch: object = {};
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    storage: Storage,
    private readonly rewrites: Rewrites<C, Note>,
    private readonly report: (error: unknown) => void,
  ) {
    super(storage);
  }

  override read<R>(work: (tx: ReadTx) => Awaitable<R>, options?: ReadOptions): Awaitable<R> {
    if (this.state === "idle") return this.storage.read(work, options);
    return this.storage.read((tx) => work(new RewritingReader(tx, this.rewrites)), options);
  }

  override write<R>(work: (tx: Tx) => Awaitable<R>, options?: WriteOptions): Promise<R> {
    if (this.state !== "idle") return this.rewritingWrite(work, options);
    // Somebody may note something while this one waits for its turn.
    const straight = (tx: Tx) => {
      if (this.state !== "idle") throw new NotingBegins();
      return work(tx);
    };
    return this.storage.write(straight, options).catch((error: unknown) => {
      if (error instanceof NotingBegins) return this.rewritingWrite(work, options);
      throw error;
    });
  }

  private async rewritingWrite<R>(work: (tx: Tx) => Awaitable<R>, options?: WriteOptions): Promise<R> {
    let hasNoted = false;
    try {
      return await this.storage.write(async (tx) => {
        const writer = new RewritingWriter(tx, this.rewrites);
        const answer = await work(writer);
        // Before the commit, so that no reader of the new state passes by.
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

  /** Carries out what is noted, for example since a crash. Needed once, at the start of the server. */
  start(): void {
    if (!this.isStopped && this.state !== "idle") this.running ??= this.run();
  }

  /** Resolves when nothing is being written behind any more; what is left waits for the next start. */
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
        // Something has come and gone during the pass.
        if ((this.state as string) === "pending") continue;
        // Another process may note something at any time, without a word to this one.
        this.state = this.shared ? "pending" : "idle";
        return;
      }
      this.state = "pending";
    } catch (error) {
      // The notes stay, so nothing is lost: they go on counting, and the next start tries again.
      this.state = "pending";
      this.report(error);
    } finally {
      this.running = undefined;
    }
  }

  /** Once over all documents; false when nothing was noted. */
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
      // Of several processes, another one may have put another state in place, with notes of its own.
      const isSame = !this.shared || beginWith(await rewrites.noted(tx), notes);
      if (epoch === this.epoch && isSame) await rewrites.forget(tx, notes);
    });
    return true;
  }

  private async rewriteDocs(tx: Tx, ids: readonly Key[]): Promise<void> {
    const { collection } = this.rewrites;
    // Read again: the document, and even the whole state, may have changed since it was scanned.
    const notes = await this.rewrites.noted(tx);
    for (const id of ids) {
      const doc = await tx.get(collection, id);
      const rewritten = doc && this.rewrites.rewrite(doc, notes);
      if (rewritten && rewritten !== doc) await tx.put(collection, rewritten);
    }
  }
}

function beginWith(notes: readonly unknown[], first: readonly unknown[]): boolean {
  return JSON.stringify(notes.slice(0, first.length)) === JSON.stringify(first);
}
