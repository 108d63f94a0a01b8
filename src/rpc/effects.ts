/** What a transaction does to the world outside of the storage, once its fate is known. */
import type { Effects } from "./namespace.js";

/** Keeps the work that waits for the end of a transaction. */
export class TransactionEffects implements Effects {
  private waiting: { readonly when: keyof Effects; readonly work: () => Promise<void> }[] = [];

  readonly afterCommit = (work: () => Promise<void>) => void this.waiting.push({ when: "afterCommit", work });
  readonly onRollback = (work: () => Promise<void>) => void this.waiting.push({ when: "onRollback", work });

  /** Carries out what waited for this end, and forgets the rest. Called again when a transaction starts over. */
  async settle(end: keyof Effects): Promise<void> {
    if (this.waiting.length === 0) return;
    const waiting = this.waiting;
    this.waiting = [];
    for (const { when, work } of waiting) if (when === end) await work();
  }

  /** The transaction's result, after its effects. An effect that fails is reported, the outcome stands. */
  async around<R>(transaction: Promise<R>, report: (error: unknown) => void): Promise<R> {
    let end: keyof Effects = "onRollback";
    try {
      const result = await transaction;
      end = "afterCommit";
      return result;
    } finally {
      await this.settle(end).catch(report);
    }
  }
}
