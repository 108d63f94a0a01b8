/** Retries of transactions. */
import { setTimeout as pause } from "node:timers/promises";
import {
  DatabaseTimeoutError,
  DatabaseUnavailableError,
  type RetryReason,
  RetryTransaction,
  SessionEndedError,
} from "./failures.js";
import type { PostgresMeasures } from "./measures.js";
import type { Probe } from "./probe.js";
import type { Transaction } from "./transaction.js";

const maxAttempts = 30;

export interface RetryOptions {
  readonly probe: Probe;
  readonly measures: PostgresMeasures;
  /** How long a transaction may wait for locks in all its attempts, in milliseconds. */
  readonly patience_ms: number;
}

/** Runs a transaction and retries it after conflicts with others and waits for locks, and once after a broken connection. */
export async function withRetries<T extends Transaction, R>(
  { probe, measures, patience_ms }: RetryOptions,
  begin: () => T,
  execute: (tx: T) => Promise<R>,
  onRetry: (error: unknown) => void = () => {},
): Promise<R> {
  const deadline = performance.now() + patience_ms;
  let isSecondConnection = false;
  for (let count = 1; ; count += 1) {
    const tx = begin();
    let reason: RetryReason;
    try {
      const result = await execute(tx);
      probe.noteSuccess();
      return result;
    } catch (error) {
      tx.end("rollback");
      // The commit was not sent, or this would be an OutcomeUnknownError.
      if (error instanceof DatabaseUnavailableError) {
        const hasEnded = tx.hasBegun && error instanceof SessionEndedError;
        if (!hasEnded) probe.noteFailure(error);
        if (isSecondConnection) throw error;
        isSecondConnection = true;
        reason = hasEnded ? "session_ended" : "connection";
      } else if (error instanceof RetryTransaction) {
        if (count === maxAttempts)
          throw new DatabaseTimeoutError(`${error.message}, ${count} times`, { cause: error });
        ({ reason } = error);
      } else if (error instanceof DatabaseTimeoutError && error.waitedFor) {
        if (error.waitedFor !== "lock" || performance.now() > deadline) {
          measures.timeouts.add(error.waitedFor);
          throw error;
        }
        reason = "lock";
      } else throw error;
      measures.retries.add(reason);
      onRetry(error);
    }
    // Spreads transactions that compete for the same document.
    if (count > 2) await pause(Math.random() * 5 * count);
  }
}
