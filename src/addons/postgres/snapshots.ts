/** Reads long lists by a cursor on a separate connection, so that neither side holds all rows. */
import type { PoolClient } from "pg";
import Cursor from "pg-cursor";
import type { Doc } from "../../engine/storage/storage.js";
import { type ConnectionPool, types } from "./connections.js";
import { storageFailure } from "./failures.js";
import type { DocRow } from "./transaction.js";

const rowsPerBatch = 256;

/** One snapshot, read by any number of cursors one after the other. */
export class SnapshotReader {
  private constructor(
    private readonly pool: ConnectionPool,
    private readonly client: PoolClient,
  ) {}

  static async begin(pool: ConnectionPool): Promise<SnapshotReader> {
    const reader = new SnapshotReader(pool, await pool.take());
    try {
      // A client may read a long list slowly.
      await reader.client.query(
        "begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0",
      );
      return reader;
    } catch (error) {
      reader.giveBack(error);
      throw storageFailure(error);
    }
  }

  /** The column `d` of a query, in batches. */
  async *docs(text: string, values: readonly unknown[]): AsyncGenerator<Doc[]> {
    const cursor = this.client.query(new Cursor<DocRow>(text, values as unknown[], { types }));
    try {
      for (;;) {
        const rows = await cursor.read(rowsPerBatch);
        if (rows.length === 0) return;
        yield rows.map(({ d }) => d);
      }
    } catch (error) {
      throw storageFailure(error);
    } finally {
      await cursor.close().catch(() => {});
    }
  }

  async sequences(schema: string): Promise<{ readonly sequence: string; readonly value: number }[]> {
    const text = `select name as sequence, value from ${schema}.sequences where value > 0 order by name`;
    return (await this.client.query<{ sequence: string; value: number }>(text)).rows;
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
