/** Checks every second whether the database accepts writes and has the tables, for readiness. */
import { setTimeout as pause } from "node:timers/promises";
import type { Health } from "../../engine/storage/storage.js";
import { messageOf } from "../../engine/values/messages.js";
import type { ConnectionPool, PrimaryHost } from "./connections.js";
import { DatabaseUnavailableError } from "./failures.js";

const interval_ms = 1000;
const timeout_ms = 2000;

export class Probe {
  private reached: Health = { writable: true };
  private hasTables = true;
  private isStopped = false;

  constructor(
    private readonly pool: ConnectionPool,
    private readonly primary: PrimaryHost,
    private readonly schema: string,
  ) {}

  get health(): Health {
    const reason = this.hasTables
      ? this.primary.lackOfWrites
      : `the database has no tables of a shop in the schema ${this.schema}: restore them, or restart the servers`;
    return reason === undefined ? this.reached : { writable: false, reason };
  }

  /** Checks until `stop`. */
  async start(): Promise<void> {
    for (;;) {
      await pause(interval_ms, undefined, { ref: false });
      if (this.isStopped) return;
      try {
        await Promise.race([this.requirePrimary(), this.lateness()]);
        this.reached = { writable: true };
      } catch (error) {
        this.reached = { writable: false, reason: messageOf(error) };
      }
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  private async lateness(): Promise<never> {
    await pause(timeout_ms, undefined, { ref: false });
    throw new Error("the database does not answer");
  }

  private async requirePrimary(): Promise<void> {
    const session = await this.pool.take();
    try {
      const { rows } = await session.query<{ refuses: boolean; tables: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as refuses,
           to_regclass($1) is not null as tables`,
        [`${this.schema}.versions`],
      );
      const [found] = rows;
      this.hasTables = found?.tables === true;
      if (!found?.refuses) return session.giveBack();
    } catch (error) {
      session.discard();
      throw error;
    }
    const standby = new DatabaseUnavailableError("the server is a standby now");
    session.discard(standby);
    throw standby;
  }
}
