/** A storage in which changes to the values of all products count at once and are carried out behind. */
import type { ProductDoc } from "../../entities/catalog.js";
import { withEdits } from "./edited-values.js";
import type { Query } from "../../filters/query.js";
import type {
  CollectionName,
  DocOf,
  Health,
  ReadTx,
  StateRecords,
  Storage,
  Tx,
  Version,
} from "../../storage/storage.js";
import { editedQuery, EditedReader, EditedWriter } from "./edited-transaction.js";
import { forgetEdits, pendingEdits } from "./value-edits.js";

/**
 * Removing an attribute or an option may concern every product. Writing all of them again in the call would
 * hold up everybody else for seconds, so the call only notes the edit (value-edits.ts): readers see products
 * as if it had been carried out, whoever stores a product stores it edited, and the rest is written here in
 * small transactions. What a crash interrupts goes on after the next start.
 */
export class EditingStorage implements Storage {
  private wanted = true;
  private running: Promise<void> | undefined;
  private stopped = false;
  /** Rises when the whole state is replaced, so that work on the former state does not touch the new one. */
  private generation = 0;
  /** Counts what may bring edits: transactions that note some, and whole new states; the first is the start. */
  private brought = 1;
  /** How many of these have ended. */
  private ended = 1;
  /** The count at which no edit was left. */
  private clearAt = 0;

  constructor(
    private readonly storage: Storage,
    private readonly report: (error: unknown) => void,
  ) {}

  read<R>(work: (tx: ReadTx) => Promise<R>): Promise<R> {
    return this.storage.read(this.isQuiet ? work : (tx) => work(new EditedReader(tx)));
  }

  async write<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    let bringing = 0;
    try {
      return await this.storage.write(async (tx) => {
        const writer = new EditedWriter(tx);
        const answer = await work(writer);
        if (writer.hasNewEdits) {
          bringing += 1;
          this.brought += 1;
        }
        return answer;
      });
    } finally {
      this.ended += bringing;
      if (bringing > 0) this.start();
    }
  }

  /** No edit can be pending, so readers need not look for any. */
  private get isQuiet(): boolean {
    return this.brought === this.clearAt;
  }

  async *scan<C extends CollectionName>(collection: C, query: Query = {}): AsyncGenerator<DocOf<C>[]> {
    const edits = collection === "products" ? await this.storage.read(pendingEdits) : [];
    if (edits.length === 0) {
      yield* this.storage.scan(collection, query);
      return;
    }
    const { candidates, accept } = editedQuery({ ...query, limit: undefined }, edits);
    let left = query.limit ?? Infinity;
    for await (const batch of this.storage.scan(collection, candidates)) {
      const found = accept(batch as ProductDoc[]).slice(0, left);
      if (found.length > 0) yield found as DocOf<C>[];
      if ((left -= found.length) <= 0) return;
    }
  }

  restore(version: Version, keep?: readonly CollectionName[]): Promise<void> {
    return this.replacing(() => this.storage.restore(version, keep));
  }

  replace(content: StateRecords): Promise<void> {
    return this.replacing(() => this.storage.replace(content));
  }

  version(): Promise<Version> {
    return this.storage.version();
  }

  private async replacing(replace: () => Promise<void>): Promise<void> {
    this.generation += 1;
    this.brought += 1;
    try {
      await replace();
    } finally {
      this.generation += 1;
      this.ended += 1;
    }
    this.start();
  }

  isEmpty(): Promise<boolean> {
    return this.storage.isEmpty();
  }

  health(): Health {
    return this.storage.health();
  }

  flush(): Promise<void> {
    return this.storage.flush();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.storage.close();
  }

  /** Carries out edits that wait, for example since a crash. Needed once, at the start of the server. */
  start(): void {
    this.wanted = true;
    if (!this.stopped) this.running ??= this.run();
  }

  /** Resolves when nothing is being written behind any more; what is left waits for the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Resolves when all edits have been carried out. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      while (this.wanted && !this.stopped) {
        this.wanted = false;
        await this.carryOut();
      }
    } catch (error) {
      // The edits stay noted, so nothing is lost: they go on counting, and the next start tries again.
      this.report(error);
    } finally {
      this.running = undefined;
    }
  }

  private async carryOut(): Promise<void> {
    const { generation, brought, ended } = this;
    const edits = await this.storage.read(pendingEdits);
    const last = edits.at(-1)?.number;
    if (last === undefined) {
      // What is still on its way would not have been seen here.
      if (brought === ended) this.clearAt = brought;
      return;
    }

    for await (const batch of this.storage.scan("products")) {
      const ids = batch.filter((product) => withEdits(product, edits) !== product).map(({ id }) => id);
      if (this.stopped || generation !== this.generation) return;
      if (ids.length > 0) await this.storage.write((tx) => rewrite(tx, ids));
    }
    await this.storage.write(async (tx) => {
      if (generation === this.generation) await forgetEdits(tx, last);
    });
    // Once more, to find that none is left.
    this.wanted = true;
  }
}

async function rewrite(tx: Tx, ids: readonly number[]): Promise<void> {
  // Read again: the product, and even the whole state, may have changed since it was scanned.
  const edits = await pendingEdits(tx);
  for (const id of ids) {
    const product = await tx.get("products", id);
    const edited = product && withEdits(product, edits);
    if (edited && edited !== product) await tx.put("products", edited);
  }
}
