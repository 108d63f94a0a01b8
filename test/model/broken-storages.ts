/**
 * Storages with mistakes of concurrency: a checker of histories that does not detect them would prove
 * nothing.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { CollectionName, DocOf, ReadTx, Tx } from "../../src/engine/storage/storage.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";

/** Some reads return the shop as it was a few writes ago, once `isStale` is set. */
export class StaleStorage extends MemoryStorage {
  isStale = false;
  private reads = 0;
  private readonly former: Awaited<ReturnType<MemoryStorage["version"]>>[] = [];

  override async write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    this.former.push(await this.version());
    if (this.former.length > 4) this.former.shift();
    return super.write(work);
  }

  override read<Result>(work: (tx: ReadTx) => Promise<Result>): Promise<Result> {
    const [old] = this.former;
    this.reads += 1;
    if (!this.isStale || old === undefined || this.reads % 3 !== 0) return super.read(work);
    return new MemoryStorage({ version: old }).read(work);
  }
}

/** Writes do not wait for each other: the later of two starts from the state before the earlier one. */
export class ForgetfulStorage extends MemoryStorage {
  override async write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const changes: ((tx: Tx) => Promise<unknown>)[] = [];
    const alone = new MemoryStorage({ version: await this.version() });
    const result = await alone.write((tx) => work(noting(tx, changes)));
    await wait(1);
    await super.write(async (tx) => {
      for (const change of changes) await change(tx);
    });
    return result;
  }
}

/** Records the changes of a transaction, to apply them again. */
function noting(tx: Tx, changes: ((tx: Tx) => Promise<unknown>)[]): Tx {
  const noted: Partial<Tx> = {
    put: <C extends CollectionName>(collection: C, doc: DocOf<C>) => {
      changes.push((again) => again.put(collection, doc));
      return tx.put(collection, doc);
    },
    del: (...[collection, id]: Parameters<Tx["del"]>) => {
      changes.push((again) => again.del(collection, id));
      return tx.del(collection, id);
    },
    next: (...sequence: Parameters<Tx["next"]>) => {
      changes.push((again) => again.next(...sequence));
      return tx.next(...sequence);
    },
  };
  return new Proxy(tx, {
    get(target, name) {
      if (Object.hasOwn(noted, name)) return Reflect.get(noted, name) as unknown;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
