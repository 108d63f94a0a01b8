/** What a transaction needs beside the storage: hashes that are made outside of it, and effects once its fate is known. */
import type { Secrets } from "../access/secrets.js";
import { OutcomeUnknownError, type Storage, type Tx } from "../storage/storage.js";

/** What happens to the outside world once the fate of the transaction is known. The call is answered after it. */
export interface Effects {
  readonly afterCommit: (work: () => Promise<void>) => void;
  readonly onRollback: (work: () => Promise<void>) => void;
}

/** An operation that only reads has no effect on anything. */
export const noEffects: Effects = { afterCommit: refuse, onRollback: refuse };

function refuse(): never {
  throw new Error("only operations that write have effects");
}

/** Keeps the work that waits for the end of a transaction. */
export class TransactionEffects implements Effects {
  waiting: { readonly when: keyof Effects; readonly work: () => Promise<void> }[] = [];

  readonly afterCommit = (work: () => Promise<void>) => void this.waiting.push({ when: "afterCommit", work });
  readonly onRollback = (work: () => Promise<void>) => void this.waiting.push({ when: "onRollback", work });

  /** Carries out what waited for this end, and forgets the rest. Called again when a transaction starts over. */
  async settle(end: keyof Effects): Promise<void> {
    const waiting = this.waiting;
    this.waiting = [];
    const failures: unknown[] = [];
    for (const { when, work } of waiting) {
      if (when === end) await work().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "work after a transaction failed");
  }
}

/** The hash of a secret; leaves the transaction when it is not known yet. */
export type HashOf = (secret: string) => string;

/** A snapshot cannot be started over, and no operation that only reads has a secret to store. */
export const noHashes: HashOf = () => {
  throw new Error("only operations that write can hash secrets");
};

export interface TransactionParts {
  readonly storage: Pick<Storage, "write">;
  readonly secrets: Pick<Secrets, "hash">;
  /** Told of effects that failed: the outcome stands. */
  readonly report?: (error: unknown) => void;
}

/**
 * Runs a transaction that writes, then its effects. A hash takes about 60 ms and must not hold up other writes, yet only
 * the transaction knows whether everything else is in order. So it asks for the hash where it needs it, is abandoned
 * there, and starts over once the hash is known: whatever is refused before costs no hash.
 */
export async function inTransaction<Result>(
  { storage, secrets, report = () => {} }: TransactionParts,
  work: (tx: Tx, effects: Effects, hashOf: HashOf) => Promise<Result>,
): Promise<Result> {
  const effects = new TransactionEffects();
  const hashes = new Map<string, string>();
  const hashOf: HashOf = (secret) => {
    const hash = hashes.get(secret);
    if (hash === undefined) throw new HashWanted(secret);
    return hash;
  };
  const attempt = async (tx: Tx) => {
    if (effects.waiting.length > 0) await effects.settle("onRollback");
    return work(tx, effects, hashOf);
  };
  for (;;) {
    let end: keyof Effects | undefined = "onRollback";
    try {
      const result = await storage.write(attempt);
      end = "afterCommit";
      return result;
    } catch (error) {
      // Nobody knows the outcome before the next start, which looks at what is on disk.
      if (error instanceof OutcomeUnknownError) end = undefined;
      if (!(error instanceof HashWanted)) throw error;
      hashes.set(error.secret(), await secrets.hash(error.secret()));
    } finally {
      if (end && effects.waiting.length > 0) await effects.settle(end).catch(report);
    }
  }
}

/** Never leaves this file. The secret is no property, so that no log can show it. */
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
