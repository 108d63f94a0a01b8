/** What a transaction does to the world outside of the storage, once its fate is known. */
import { OutcomeUnknownError } from "../storage/storage.js";
import type { Effects } from "./handler.js";

/** An operation that only reads has no effect on anything. */
export const noEffects: Effects = { afterCommit: refuse, onRollback: refuse };

function refuse(): never {
  throw new Error("only operations that write have effects");
}

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
    const failures: unknown[] = [];
    for (const { when, work } of waiting) {
      if (when === end) await work().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "work after a transaction failed");
  }

  /** The transaction's result, after its effects. An effect that fails is reported, the outcome stands. */
  async around<R>(transaction: Promise<R>, report: (error: unknown) => void): Promise<R> {
    let end: keyof Effects | undefined = "onRollback";
    try {
      const result = await transaction;
      end = "afterCommit";
      return result;
    } catch (error) {
      // Nobody knows the outcome before the next start, which looks at what is on disk.
      if (error instanceof OutcomeUnknownError) end = undefined;
      throw error;
    } finally {
      if (end) await this.settle(end).catch(report);
    }
  }
}
