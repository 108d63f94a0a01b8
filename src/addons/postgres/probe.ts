/** Checks every second whether the database accepts writes, for readiness. */
import type { Health } from "../../engine/storage/storage.js";
import { messageOf } from "../../engine/values/messages.js";
import { type ConnectionPool, Session } from "./connections.js";
import { DatabaseUnavailableError } from "./failures.js";

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
    const session = await Session.take(this.pool);
    try {
      const { rows } = await session.query<{ refuses: boolean }>(
        "select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as refuses",
      );
      if (!rows[0]?.refuses) return session.giveBack();
    } catch (error) {
      session.discard();
      throw error;
    }
    const standby = new DatabaseUnavailableError("the server is a standby now");
    session.discard(standby);
    throw standby;
  }
}
