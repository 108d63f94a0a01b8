/** Retries of transactions. */
import { setTimeout as pause } from "node:timers/promises";
import {
  DatabaseTimeoutError,
  DatabaseUnavailableError,
  isUnsent,
  RetryTransaction,
  SessionEnded,
} from "./failures.js";
import type { PostgresMeasures } from "./measures.js";
import type { Probe } from "./probe.js";
import type { Transaction } from "./transaction.js";

const maxAttempts = 30;
/** Fewer after an ended session, which took seconds already. */
const maxAttemptsAfterSessionEnd = 2;

export interface RetryObservers {
  readonly probe: Probe;
  readonly measures: PostgresMeasures;
}

/** Runs a transaction and retries it after conflicts with others, and once after a broken connection. */
export async function withRetries<T extends Transaction, R>(
  { probe, measures }: RetryObservers,
  begin: () => T,
  execute: (tx: T) => Promise<R>,
  onStartOver: (error: RetryTransaction) => void = () => {},
): Promise<R> {
  let isSecondConnection = false;
  for (let count = 1; ; count += 1) {
    const tx = begin();
    try {
      const result = await execute(tx);
      probe.noteSuccess();
      return result;
    } catch (caught) {
      tx.end("rollback");
      // The commit would have been the last statement, so nothing was stored.
      const hasSessionEnded = tx.hasBegun && isUnsent(caught);
      const error = hasSessionEnded ? new SessionEnded(caught.message, { cause: caught }) : caught;
      if (error instanceof DatabaseUnavailableError) {
        probe.noteFailure(error);
        if (isSecondConnection || tx.hasBegun) throw error;
        isSecondConnection = true;
        measures.retries.add("connection");
      } else if (!(error instanceof RetryTransaction)) {
        if (error instanceof DatabaseTimeoutError && error.waitedFor) measures.timeouts.add(error.waitedFor);
        throw error;
      } else if (count < (error instanceof SessionEnded ? maxAttemptsAfterSessionEnd : maxAttempts)) {
        measures.retries.add(error.reason);
        onStartOver(error);
      } else throw new DatabaseTimeoutError(`${error.message}, ${count} times`, { cause: error });
    }
    // Spreads transactions that compete for the same document.
    if (count > 2) await pause(Math.random() * 5 * count);
  }
}
