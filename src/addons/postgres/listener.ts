/**
 * Listens for changes of other processes, so that this one drops what has changed and wakes calls that wait for it. Reads do
 * not rely on it: a notification arrives a moment after the commit, so each transaction compares the version numbers.
 */
import type { PoolClient } from "pg";
import type { ConnectionPool } from "./connections.js";

const pause_ms = 1000;

export class Listener {
  private timer: NodeJS.Timeout | undefined;
  private client: PoolClient | undefined;
  private isStopped = false;

  constructor(
    private readonly pool: ConnectionPool,
    private readonly channel: string,
    private readonly onChange: () => void,
  ) {}

  /** Connects, and again whenever the connection is lost. */
  start(): void {
    if (this.isStopped) return;
    this.listen().catch(() => this.startLater());
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.giveBack();
  }

  private async listen(): Promise<void> {
    const client = await this.pool.take();
    this.client = client;
    try {
      client.on("notification", this.onChange);
      await client.query(`listen ${this.channel}`);
    } catch (error) {
      this.giveBack();
      throw error;
    }
    if (this.isStopped) return this.giveBack();
    client.once("end", () => {
      this.giveBack();
      this.startLater();
    });
    // What changed before it listened.
    this.onChange();
  }

  private giveBack(): void {
    const { client } = this;
    this.client = undefined;
    if (!client) return;
    client.removeListener("notification", this.onChange);
    this.pool.giveBack(client, new Error("it listened"));
  }

  private startLater(): void {
    if (!this.isStopped) this.timer = setTimeout(() => this.start(), pause_ms).unref();
  }
}
