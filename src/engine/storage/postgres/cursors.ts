/** Long lists: a cursor on a connection of its own, so that neither side ever holds all of it. */
import type { PoolClient } from "pg";
import Cursor from "pg-cursor";
import type { Doc } from "../storage.js";
import type { Connections } from "./connections.js";
import { storageFailure } from "./failures.js";

const rowsPerBatch = 256;

export interface CursorRead {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One state, read by any number of cursors one after the other. */
export class SnapshotReader {
  private constructor(
    private readonly connections: Connections,
    private readonly client: PoolClient,
  ) {}

  static async begin(connections: Connections): Promise<SnapshotReader> {
    const client = await connections.take();
    const reader = new SnapshotReader(connections, client);
    try {
      await client.query("begin isolation level repeatable read read only");
      // A slow reader of a long list is no error.
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

  /** Batches of documents, the first column of each row. */
  async *docs({ text, values }: CursorRead): AsyncGenerator<Doc[]> {
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
    this.connections.giveBack(this.client, failure as Error | undefined);
  }
}
