/** What PostgreSQL and the network report, as the errors of the port. */
import { DatabaseError } from "pg";
import { OutcomeUnknownError, StorageError, StorageFullError, StorageReadOnlyError } from "../errors.js";
import type { Refusal } from "../errors.js";

/** The database cannot be reached or is no primary now. Nothing of the write was kept; it may be sent again. */
export class DatabaseUnavailableError extends StorageReadOnlyError {
  override name = "DatabaseUnavailableError";
  override readonly refusal: Refusal = {
    outcome: "not_stored",
    advice: "The database cannot be reached now: nothing was stored. Send the call again later.",
  };

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, { ...options, todo: "the server goes on by itself once the database is there" });
  }
}

/** The connection broke while the database was to commit. Never sent again by itself. */
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

  /** What took too long; undefined where it was no single thing. */
  get waitedFor(): Timeout | undefined {
    return timeouts.get(codeOf(this.cause) ?? "");
  }
}

/** Why a transaction is started over: for the metrics. */
export type RetryReason = "alone" | "changed" | "deadlock" | "serialization" | "session_ended" | "connection";

/** What happened on a connection is out of step with another transaction: the work starts over. */
export class StartOver extends Error {
  override name = "StartOver";

  get reason(): RetryReason {
    if (this.cause instanceof DatabaseTimeoutError) return "alone";
    return passing.get(codeOf(this.cause) ?? "") ?? "changed";
  }
}

/** The database ended the session since nothing came for too long, and with it what had not been committed. */
export class SessionEnded extends StartOver {
  override get reason(): RetryReason {
    return "session_ended";
  }
}

const passing = new Map<string, RetryReason>([
  ["40001", "serialization"],
  ["40P01", "deadlock"],
]);
/** This process was stopped, or had too much else to do, in the middle of a transaction. */
const idle = "25P03";
type Timeout = "statement" | "lock" | "transaction";
const timeouts = new Map<string, Timeout>([
  ["57014", "statement"],
  ["55P03", "lock"],
  ["25P04", "transaction"],
]);
/** The server goes down, comes up, is a standby, has no connection left; a standby cancels a read. */
const absences = new Set(["57P01", "57P02", "57P03", "57P05", "25006", "53300", "08000", "08003", "08006"]);
const full = new Set(["53100"]);

export function codeOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** The error as the port has it. */
export function storageFailure(error: unknown): unknown {
  if (error instanceof StorageError || error instanceof StartOver) return error;
  if (error instanceof DatabaseError) {
    const { code = "", message } = error;
    if (passing.has(code)) return new StartOver(message, { cause: error });
    if (code === idle) return new SessionEnded(message, { cause: error });
    if (timeouts.has(code)) return new DatabaseTimeoutError(message, { cause: error });
    if (absences.has(code)) return new DatabaseUnavailableError(message, { cause: error });
    if (full.has(code)) return new StorageFullError(message, { cause: error });
    return error;
  }
  return isConnectionLoss(error) ? new DatabaseUnavailableError(messageOf(error), { cause: error }) : error;
}

/** The connection is of no more use. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return absences.has(error.code ?? "");
  // What the database says of a lock or a statement names a timeout, too, and the connection is as good as before.
  if (error instanceof StorageError) return error instanceof DatabaseUnavailableError;
  if (!(error instanceof Error) || error instanceof TypeError) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined
    ? /^E[A-Z]+$/.test(code)
    : /connection|timeout|not queryable|client was closed/i.test(error.message);
}

function messageOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || "the connection failed";
}
