/** Reads long lists by a cursor on a separate connection, so that neither side holds all rows. */
import type { PoolClient } from "pg";
import Cursor from "pg-cursor";
import type { Doc } from "../storage.js";
import type { ConnectionPool } from "./connection-pool.js";
import { storageFailure } from "./failures.js";

const rowsPerBatch = 256;

export interface CursorQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One snapshot, read by any number of cursors one after the other. */
export class SnapshotReader {
  private constructor(
    private readonly pool: ConnectionPool,
    private readonly client: PoolClient,
  ) {}

  static async begin(pool: ConnectionPool): Promise<SnapshotReader> {
    const client = await pool.take();
    const reader = new SnapshotReader(pool, client);
    try {
      await client.query("begin isolation level repeatable read read only");
      // A client may read a long list slowly.
      await client.query("set local idle_in_transaction_session_timeout = 0");
      return reader;
    } catch (error) {
      reader.giveBack(error);
      throw storageFailure(error);
    }
  }

  async rows(text: string): Promise<unknown[][]> {
    const { rows } = await this.client.query({ text, rowMode: "array" });
    return rows as unknown[][];
  }

  /** The documents in the first column, in batches. */
  async *docs({ text, values }: CursorQuery): AsyncGenerator<Doc[]> {
    const config = { rowMode: "array", types: (this.client as unknown as { _types: unknown })._types };
    const cursor = this.client.query(new Cursor<[Doc]>(text, values as unknown[], config as never));
    try {
      for (;;) {
        const rows = await cursor.read(rowsPerBatch);
        if (rows.length === 0) return;
        yield rows.map(([doc]) => doc);
      }
    } catch (error) {
      throw storageFailure(error);
    } finally {
      await cursor.close().catch(() => {});
    }
  }

  async end(): Promise<void> {
    try {
      await this.client.query("commit");
      this.giveBack();
    } catch (error) {
      this.giveBack(error);
    }
  }

  private giveBack(failure?: unknown): void {
    this.pool.giveBack(this.client, failure as Error | undefined);
  }
}
