/** Retries of transactions. */
import { setTimeout as pause } from "node:timers/promises";
import type { ConnectionPool, Session } from "./connections.js";
import {
  DatabaseTimeoutError,
  DatabaseUnavailableError,
  type RetryReason,
  RetryTransaction,
  SessionEndedError,
} from "./failures.js";
import type { PostgresMeasures } from "./measures.js";

const maxAttempts = 30;

export interface RetryOptions {
  readonly measures: PostgresMeasures;
  /** How long a transaction may wait for locks in all its attempts, in milliseconds. */
  readonly patience_ms: number;
}

/**
 * Runs a transaction and retries it after conflicts with others and waits for locks, and once after a broken connection.
 * @param attempt gives the connection back if it succeeds
 */
export async function withRetries<R>(
  pool: ConnectionPool,
  { measures, patience_ms }: RetryOptions,
  attempt: (session: Session) => Promise<R>,
  onRetry: (error: unknown) => void = () => {},
): Promise<R> {
  const deadline = performance.now() + patience_ms;
  let isSecondConnection = false;
  for (let count = 1; ; count += 1) {
    let session: Session | undefined;
    try {
      session = await pool.take();
      return await attempt(session);
    } catch (error) {
      void session?.end("rollback");
      const reason = retryReason(error);
      if (reason === "connection" || reason === "session_ended") {
        // The commit was not sent, or this would be an OutcomeUnknownError.
        if (isSecondConnection) throw error;
        isSecondConnection = true;
      } else if (reason === undefined || (reason === "lock" && performance.now() > deadline)) {
        if (error instanceof DatabaseTimeoutError && error.waitedFor) measures.timeouts.add(error.waitedFor);
        throw error;
      } else if (count === maxAttempts) {
        const { message } = error as Error;
        throw new DatabaseTimeoutError(`${message}, ${count} times`, { cause: error });
      }
      measures.retries.add(reason);
      onRetry(error);
    }
    // Spreads transactions that compete for the same document.
    if (count > 2) await pause(Math.random() * 5 * count);
  }
}

/** Undefined for errors that another attempt would not avoid. */
function retryReason(error: unknown): RetryReason | undefined {
  if (error instanceof SessionEndedError) return "session_ended";
  if (error instanceof DatabaseUnavailableError) return "connection";
  if (error instanceof RetryTransaction) return error.reason;
  return error instanceof DatabaseTimeoutError && error.waitedFor === "lock" ? "lock" : undefined;
}
