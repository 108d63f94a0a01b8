/** Checks every second whether the database accepts writes, for readiness. */
import type { Health } from "../storage.js";
import type { ConnectionPool } from "./connection-pool.js";
import { PooledConnection } from "./pooled-connection.js";
import { messageOf } from "../../values/messages.js";

const interval_ms = 1000;
const timeout_ms = 2000;

export class Probe {
  health: Health = { writable: true };
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly pool: ConnectionPool) {}

  start(): void {
    if (!this.isStopped) this.timer ??= setTimeout(() => void this.check(), interval_ms).unref();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  noteSuccess(): void {
    if (!this.health.writable) this.health = { writable: true };
  }

  noteFailure(error: unknown): void {
    this.health = { writable: false, reason: messageOf(error) };
  }

  private async check(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("the database does not answer")), timeout_ms);
    });
    try {
      await Promise.race([this.requirePrimary(), late]);
      this.noteSuccess();
    } catch (error) {
      this.noteFailure(error);
    } finally {
      clearTimeout(timer);
      this.timer = undefined;
      this.start();
    }
  }

  private async requirePrimary(): Promise<void> {
    const connection = await PooledConnection.take(this.pool);
    try {
      const { rows } = await connection.run(
        "select pg_is_in_recovery() or current_setting('transaction_read_only')::bool",
      );
      if (rows[0]?.[0] !== true) return connection.giveBack();
    } catch (error) {
      connection.discard();
      throw error;
    }
    connection.discard();
    throw new Error("the server is a standby now");
  }
}
