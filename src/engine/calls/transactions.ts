/** Runs transactions with effects after their end, and with hashes that are computed outside of them. */
import type { Secrets } from "../access/secrets.js";
import {
  OutcomeUnknownError,
  StorageClosedError,
  type Storage,
  type Tx,
  type WriteOptions,
} from "../storage/storage.js";

/** Work outside of the storage after the end of a transaction. The call is answered after it. */
export interface Effects {
  readonly afterCommit: (work: () => Promise<void>) => void;
  readonly onRollback: (work: () => Promise<void>) => void;
}

/** For reads, which have no effects. */
export const noEffects: Effects = { afterCommit: refuse, onRollback: refuse };

function refuse(): never {
  throw new Error("only operations that write have effects");
}

/** Collects work for the end of a transaction. */
export class TransactionEffects implements Effects {
  waiting: { readonly when: keyof Effects; readonly work: () => Promise<void> }[] = [];
  /** Set when the transaction has ended. A handler that its timeout ended may still run: it must not begin anything. */
  isOver = false;

  readonly afterCommit = (work: () => Promise<void>) => this.add("afterCommit", work);
  readonly onRollback = (work: () => Promise<void>) => this.add("onRollback", work);

  private add(when: keyof Effects, work: () => Promise<void>): void {
    if (this.isOver) throw new StorageClosedError("this transaction has ended: start another one");
    this.waiting.push({ when, work });
  }

  /** Runs the work for this outcome and drops the rest. Also called when a transaction is retried. */
  async settle(end: keyof Effects): Promise<void> {
    const waiting = this.waiting;
    this.waiting = [];
    const failures: unknown[] = [];
    for (const { when, work } of waiting) {
      if (when === end) await work().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "a task after a transaction failed");
  }
}

/** Returns the hash of a secret; aborts the transaction if it has not been computed yet. */
export type HashOf = (secret: string) => string;

/** For reads, which store no secrets and cannot be retried. */
export const noHashes: HashOf = () => {
  throw new Error("only operations that write can hash secrets");
};

interface TransactionParts {
  readonly storage: Pick<Storage, "write">;
  readonly secrets: Pick<Secrets, "hash">;
  /** Called with the errors of failed effects, which do not change the outcome. */
  readonly report?: (error: unknown) => void;
  readonly changed?: WriteOptions["changed"];
}

/**
 * Runs a write transaction, then its effects. Hashing takes about 60 ms and must not block other writes, but a call that
 * is refused should not hash at all. So a transaction that needs a hash is aborted there and retried once the hash has
 * been computed.
 */
export async function inTransaction<Result>(
  { storage, secrets, report = () => {}, changed }: TransactionParts,
  work: (tx: Tx, effects: Effects, hashOf: HashOf) => Promise<Result>,
): Promise<Result> {
  const hashes = new Map<string, string>();
  const hashOf: HashOf = (secret) => {
    const hash = hashes.get(secret);
    if (hash === undefined) throw new HashWanted(secret);
    return hash;
  };
  for (;;) {
    const effects = new TransactionEffects();
    const attempt = async (tx: Tx) => {
      if (effects.waiting.length > 0) await effects.settle("onRollback");
      return work(tx, effects, hashOf);
    };
    let end: keyof Effects | undefined = "onRollback";
    try {
      const result = await storage.write(attempt, changed && { changed });
      end = "afterCommit";
      return result;
    } catch (error) {
      // The outcome is unknown until the next start reads the disk.
      if (error instanceof OutcomeUnknownError) end = undefined;
      if (!(error instanceof HashWanted)) throw error;
      hashes.set(error.secret(), await secrets.hash(error.secret()));
    } finally {
      effects.isOver = true;
      if (end && effects.waiting.length > 0) await effects.settle(end).catch(report);
    }
  }
}

/** Never leaves this file. The secret is a private field, so that no log can print it. */
class HashWanted extends Error {
  readonly #secret: string;

  constructor(secret: string) {
    super("a hash is wanted");
    this.#secret = secret;
  }

  secret(): string {
    return this.#secret;
  }
}
