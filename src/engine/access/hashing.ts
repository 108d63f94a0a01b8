/**
 * Hashing of secrets for transactions. A hash takes about 60 ms and must not hold up other writes, yet only the
 * transaction knows whether everything else is in order. So it asks for the hash where it needs it, is abandoned there,
 * and starts over once the hash is known: whatever is refused before costs no hash.
 */
import type { Secrets } from "./secrets.js";

/** The hash of a secret; leaves the transaction when it is not known yet. */
export type HashOf = (secret: string) => string;

/** Runs the attempt, a transaction, until it has all hashes that it asks for. */
export async function withHashes<Result>(
  secrets: Pick<Secrets, "hash">,
  attempt: (hashOf: HashOf) => Promise<Result>,
): Promise<Result> {
  const hashes = new Map<string, string>();
  const hashOf: HashOf = (secret) => {
    const hash = hashes.get(secret);
    if (hash === undefined) throw new HashWanted(secret);
    return hash;
  };
  for (;;) {
    try {
      return await attempt(hashOf);
    } catch (error) {
      if (!(error instanceof HashWanted)) throw error;
      hashes.set(error.secret(), await secrets.hash(error.secret()));
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
