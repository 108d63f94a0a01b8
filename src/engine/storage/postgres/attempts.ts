/** Transactions that others get in the way of start over. */
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseTimeoutError, DatabaseUnavailableError, SessionEnded, StartOver } from "./failures.js";
import type { PostgresMeasures } from "./measures.js";
import type { Probe } from "./probe.js";
import type { Transaction } from "./transaction.js";

const maxAttempts = 30;
/** Each of these took seconds already. */
const maxSessions = 2;

export interface AttemptWatch {
  /** Told of what an attempt says about the database. */
  readonly probe: Probe;
  readonly measures: PostgresMeasures;
}

/** Again from the beginning while others get in the way, and once when a connection turns out to be dead. */
export async function attempt<T extends Transaction, R>(
  { probe, measures }: AttemptWatch,
  begin: () => T,
  carryOut: (tx: T) => Promise<R>,
  onStartOver: (error: StartOver) => void = () => {},
): Promise<R> {
  let isSecondConnection = false;
  for (let count = 1; ; count += 1) {
    const tx = begin();
    try {
      const result = await carryOut(tx);
      probe.noteSuccess();
      return result;
    } catch (error) {
      tx.end("rollback");
      if (error instanceof DatabaseUnavailableError) {
        probe.noteFailure(error);
        if (isSecondConnection || tx.hasBegun) throw error;
        isSecondConnection = true;
        measures.retries.add("connection");
      } else if (!(error instanceof StartOver)) {
        if (error instanceof DatabaseTimeoutError && error.waitedFor) measures.timeouts.add(error.waitedFor);
        throw error;
      } else if (count < (error instanceof SessionEnded ? maxSessions : maxAttempts)) {
        measures.retries.add(error.reason);
        onStartOver(error);
      } else throw new DatabaseTimeoutError(`${error.message}, ${count} times`, { cause: error });
    }
    // Those that fight over one document part.
    if (count > 2) await pause(Math.random() * 5 * count);
  }
}
