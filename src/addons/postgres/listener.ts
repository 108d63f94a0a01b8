/**
 * Listens for changes of other processes, to wake calls that wait for one. Reads do not rely on it: a notification arrives a
 * moment after the commit, so each transaction compares the version numbers.
 */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { ConnectionPool, Session } from "./connections.js";

const pause_ms = 1000;

export class Listener {
  private session: Session | undefined;
  private isStopped = false;

  constructor(
    private readonly pool: ConnectionPool,
    private readonly channel: string,
    private readonly onChange: () => void,
  ) {}

  /** Listens until `stop`: connects again whenever the connection is lost. */
  async start(): Promise<void> {
    while (!this.isStopped) {
      await this.listen().catch(() => {});
      this.session?.discard();
      this.session = undefined;
      if (!this.isStopped) await pause(pause_ms, undefined, { ref: false });
    }
  }

  stop(): void {
    this.isStopped = true;
    this.session?.discard();
    this.session = undefined;
  }

  private async listen(): Promise<void> {
    this.session = await this.pool.take();
    const { client } = this.session;
    const ended = once(client, "end");
    ended.catch(() => {});
    client.on("notification", this.onChange);
    await client.query(`listen ${this.channel}`);
    // What changed before it listened.
    this.onChange();
    if (!this.isStopped) await ended;
  }
}
