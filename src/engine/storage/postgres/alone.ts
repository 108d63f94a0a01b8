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

/** Begins a transaction that has the shop for itself. */
export async function beginAlone(link: Link, guard: number): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await Promise.all(["begin", ...lockAlone(guard)].map((text) => link.run(text)));
      return;
    } catch (error) {
      await link.run("rollback");
      if (!(error instanceof DatabaseTimeoutError) || count === maxAttempts) throw error;
    }
    await letOthersPass();
  }
}
