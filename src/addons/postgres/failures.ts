/** Errors of PostgreSQL and of the network, as errors of the storage. */
import { DatabaseError } from "pg";
import {
  OutcomeUnknownError,
  type Refusal,
  StorageError,
  StorageFullError,
  StorageReadOnlyError,
} from "../../engine/storage/errors.js";

/** The database is unreachable or not a primary. Nothing was stored; the write may be retried. */
export class DatabaseUnavailableError extends StorageReadOnlyError {
  override name = "DatabaseUnavailableError";
  override readonly refusal: Refusal = {
    outcome: "not_stored",
    advice: "The database cannot be reached now: nothing was stored. Send the call again later.",
  };

  constructor(
    /** Why no host could be used. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, { ...options, todo: "the server goes on by itself once the database is there" });
  }
}

/** The database has ended the session, for example after an idle timeout, and with it the transaction. */
export class SessionEndedError extends DatabaseUnavailableError {
  override name = "SessionEndedError";
}

/** The connection broke during a commit, so the outcome is unknown. Never retried. */
export class CommitUnknownError extends OutcomeUnknownError {
  override name = "CommitUnknownError";
  override readonly refusal: Refusal = {
    outcome: "unknown",
    advice:
      "The connection to the database broke while it stored this: whether it did is not known. " +
      "Look before sending the call again, or send it with the Idempotency-Key it had.",
  };

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.message = `${reason}, while the database was to commit: the outcome of this write is not known`;
  }
}

/** The transaction took too long or waited too long for another one. */
export class DatabaseTimeoutError extends StorageReadOnlyError {
  override name = "DatabaseTimeoutError";
  override readonly refusal: Refusal = {
    outcome: "not_stored",
    advice: "The database took too long: nothing was stored. Send the call again later.",
  };

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, { ...options, todo: "the server goes on" });
  }

  /** What took too long; undefined if there was no single cause. */
  get waitedFor(): Timeout | undefined {
    return timeouts.get(sqlStateOf(this.cause) ?? "");
  }
}

/** Why a transaction is retried: for the metrics. */
export const retryReasons = [
  "alone",
  "changed",
  "deadlock",
  "lock",
  "serialization",
  "session_ended",
  "connection",
] as const;
export type RetryReason = (typeof retryReasons)[number];

/** The transaction conflicts with another one and must be retried from the beginning. */
export class RetryTransaction extends Error {
  override name = "RetryTransaction";

  get reason(): RetryReason {
    return conflicts.get(sqlStateOf(this.cause) ?? "") ?? "changed";
  }
}

const conflicts = new Map<string, RetryReason>([
  ["40001", "serialization"],
  ["40P01", "deadlock"],
]);
/** Idle in transaction: this process was stopped or overloaded meanwhile. */
const idleInTransaction = "25P03";
type Timeout = "statement" | "lock" | "transaction";
const timeouts = new Map<string, Timeout>([
  ["57014", "statement"],
  ["55P03", "lock"],
  ["25P04", "transaction"],
]);
/**
 * The server is shutting down, starting, a standby, or out of connections, or the connection failed. Or the server refuses the
 * password: once the service has started, that is one which is being replaced.
 */
const unavailable = /^(57P0|08|28|25006|53300)/;
const diskFull = "53100";

/** The code of an error of PostgreSQL, or of the one that caused an error of the storage. */
function sqlStateOf(error: unknown): string | undefined {
  const found = error instanceof StorageError || error instanceof RetryTransaction ? error.cause : error;
  return found instanceof DatabaseError ? found.code : undefined;
}

/** Translates an error into one of the storage, if there is one for it. */
export function storageFailure(error: unknown): unknown {
  if (error instanceof StorageError || error instanceof RetryTransaction) return error;
  if (error instanceof DatabaseError) {
    const { code = "", message } = error;
    if (conflicts.has(code)) return new RetryTransaction(message, { cause: error });
    if (code === idleInTransaction) return new SessionEndedError(message, { cause: error });
    if (timeouts.has(code)) return new DatabaseTimeoutError(message, { cause: error });
    if (unavailable.test(code)) return new DatabaseUnavailableError(message, { cause: error });
    if (code === diskFull) return new StorageFullError(message, { cause: error });
    return error;
  }
  if (!isConnectionLoss(error)) return error;
  const text = connectionErrorText(error);
  // The connection broke while it was idle, so pg has not sent the statement.
  const Failure = /not queryable/.test(text) ? SessionEndedError : DatabaseUnavailableError;
  return new Failure(text, { cause: error });
}

/** Whether the connection can no longer be used. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return unavailable.test(error.code ?? "");
  // Timeouts of locks and statements also mention "timeout", but leave the connection usable.
  if (error instanceof StorageError) return error instanceof DatabaseUnavailableError;
  if (!(error instanceof Error) || error instanceof TypeError) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined
    ? /^E[A-Z]+$/.test(code)
    : /connection|timeout|not queryable|client was closed/i.test(error.message);
}

function connectionErrorText(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || "the connection failed";
}
