/** Looks after the database, so that readiness says what the next write will find. */
import type { Health } from "../storage.js";
import type { Connections } from "./connections.js";
import { Link } from "./link.js";
import { messageOf } from "../../values/messages.js";

const everyMs = 1000;
const patienceMs = 2000;

export class Probe {
  health: Health = { writable: true };
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly connections: Connections) {}

  start(): void {
    if (!this.isStopped) this.timer ??= setTimeout(() => void this.look(), everyMs).unref();
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

  private async look(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("the database does not answer")), patienceMs);
    });
    try {
      await Promise.race([this.ask(), late]);
      this.noteSuccess();
    } catch (error) {
      this.noteFailure(error);
    } finally {
      clearTimeout(timer);
      this.timer = undefined;
      this.start();
    }
  }

  private async ask(): Promise<void> {
    const link = await Link.take(this.connections);
    try {
      const { rows } = await link.run(
        "select pg_is_in_recovery() or current_setting('transaction_read_only')::bool",
      );
      if (rows[0]?.[0] !== true) return link.giveBack();
    } catch (error) {
      link.discard();
      throw error;
    }
    link.discard();
    throw new Error("the server is a standby now");
  }
}
