/**
 * The guard: an advisory lock that all write transactions hold shared, and that a transaction holds exclusively to change
 * what the others rely on. In PostgreSQL, later requests queue behind a waiting exclusive one, so the wait is short and is
 * repeated after a delay. Otherwise a process that is frozen within a transaction would stop all writes.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "./connections.js";
import { DatabaseTimeoutError } from "./failures.js";

/** Longer than most writes, which take milliseconds. */
const lockTimeout_ms = 100;
/** Lets other writes proceed before the next attempt. */
const backOff_ms = 150;
/** Together they take longer than the timeout of the database for the transaction of a frozen process. */
const maxAttempts = 120;

export const beginWithOthers = (guard: number) => ["begin", `select pg_advisory_xact_lock_shared(${guard})`];

/** In a transaction: takes the guard exclusively, or fails soon. */
export const standAlone = (guard: number) => [
  `set local lock_timeout = '${lockTimeout_ms}ms'`,
  `select pg_advisory_xact_lock(${guard})`,
  "set local lock_timeout to default",
];

/** Begins a transaction that holds the guard exclusively. */
export async function beginAlone(session: Session, guard: number): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await session.run(["begin", ...standAlone(guard)]);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseTimeoutError) || count === maxAttempts) throw error;
      await session.run(["rollback"]);
    }
    await pause(backOff_ms * (0.5 + Math.random()));
  }
}
