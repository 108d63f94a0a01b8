/**
 * Whoever changes what all writes rely on has the shop for itself: it holds the guard alone, all others hold it together.
 * PostgreSQL lets nobody pass who comes behind a waiter, so the wait is short, and others go on before the next one: a
 * process that is frozen within a transaction would stop all writes otherwise.
 */
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseTimeoutError } from "./failures.js";
import type { Link } from "./link.js";

/** Writes last milliseconds. */
const wait_ms = 100;
const othersPass_ms = 150;

/** Longer than the database waits for a process that is frozen. */
const maxAttempts = 120;

export const lockAlone = (guard: number): readonly string[] => [
  `set local lock_timeout = '${wait_ms}ms'`,
  `select pg_advisory_xact_lock(${guard})`,
  "set local lock_timeout to default",
];

export const lockTogether = (guard: number): readonly string[] => [
  `select pg_advisory_xact_lock_shared(${guard})`,
];

export async function letOthersPass(): Promise<void> {
  await pause(othersPass_ms * (0.5 + Math.random()));
}

/**
 * The transaction has the shop for itself from now on.
 * @param onRefused told each time that others are still writing, with the number of attempts
 */
export async function becomeAlone(
  link: Link,
  guard: number,
  onRefused: (attempts: number) => Promise<void>,
): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await Promise.all(["savepoint alone", ...lockAlone(guard)].map((text) => link.run(text)));
      return;
    } catch (error) {
      if (!(error instanceof DatabaseTimeoutError) || count === maxAttempts) throw error;
      await link.run("rollback to savepoint alone");
    }
    await onRefused(count);
    await letOthersPass();
  }
}
