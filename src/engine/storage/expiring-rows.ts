/**
 * Rows that expire, of several owners. An owner may not store more than is left for all others, so that there is always room
 * for others.
 */
import type { Condition } from "../filters/query.js";
import type { DocOf, Storage } from "./storage.js";

const deletedAtOnce = 500;

interface ExpiringParts<C> {
  readonly collection: C;
  /** The maximum of each weight of all rows together. */
  readonly most: readonly number[];
  readonly weigh: (doc: DocOf<C & ExpiringName>) => {
    readonly owner: string;
    readonly weights: readonly number[];
  };
  readonly isOld: () => Condition;
}

type ExpiringName = "idempotency_keys" | "oauth_nonces";

export class ExpiringRows<C extends ExpiringName> {
  /** The time of the last count, by performance.now(). */
  countedAt = -Infinity;
  /** The weights of all rows and of those of each owner: approximate, because other processes add rows, too. */
  private all: number[] = [];
  private readonly byOwner = new Map<string, number[]>();
  private sweeping: Promise<void> | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly parts: ExpiringParts<C>,
  ) {}

  isFullFor(owner: string): boolean {
    const own = this.byOwner.get(owner);
    return this.parts.most.some((most, nth) => (own?.[nth] ?? 0) >= most - (this.all[nth] ?? 0));
  }

  /** Counts a row that was stored. */
  note(doc: DocOf<C>): void {
    const { owner, weights } = this.parts.weigh(doc);
    const own = this.byOwner.get(owner) ?? [];
    this.byOwner.set(owner, own);
    for (const [nth, weight] of weights.entries())
      for (const sums of [own, this.all]) sums[nth] = (sums[nth] ?? 0) + weight;
  }

  /** Deletes expired rows and counts the others. */
  sweep(): Promise<void> {
    this.sweeping ??= this.deleteOld().finally(() => (this.sweeping = undefined));
    return this.sweeping;
  }

  private async deleteOld(): Promise<void> {
    const { storage } = this;
    const { collection, isOld } = this.parts;
    const old = { where: [isOld()], limit: deletedAtOnce };
    for (;;) {
      const found = await storage.read((tx) => tx.find(collection, old));
      if (found.length === 0) break;
      await storage.write(async (tx) => {
        for (const { id } of found) await tx.del(collection, id);
      });
    }
    this.all = [];
    this.byOwner.clear();
    for await (const docs of storage.scan(collection)) for (const doc of docs) this.note(doc);
    this.countedAt = performance.now();
  }
}
