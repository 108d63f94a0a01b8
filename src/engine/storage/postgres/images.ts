/** Image files in the database: a row for each file, and its bytes in parts. */
import type { SharedImage, SharedImages } from "../shared.js";
import type { ConnectionPool } from "./connection-pool.js";
import { PooledConnection } from "./pooled-connection.js";

const partBytes = 256 * 1024;
const namesPerBatch = 1000;

export class PostgresImages implements SharedImages {
  readonly partBytes = partBytes;

  constructor(
    private readonly schema: string,
    private readonly pool: ConnectionPool,
  ) {}

  async find(name: string): Promise<SharedImage | undefined> {
    const { rows } = await this.run(`select version, size from ${this.schema}.image_files where name = $1`, [
      name,
    ]);
    const [row] = rows as [number, number][];
    return row && { name, version: row[0], size: row[1] };
  }

  async claim(name: string): Promise<boolean> {
    const text = `insert into ${this.schema}.image_files (name, size) values ($1, -1) on conflict (name) do nothing`;
    return (await this.run(text, [name])).count === 1;
  }

  async write(name: string, bytes: Uint8Array): Promise<number> {
    const { schema } = this;
    const connection = await PooledConnection.take(this.pool);
    try {
      await connection.run("begin");
      const { rows } = await connection.run(
        `insert into ${schema}.image_files as f (name, size) values ($1, $2)
           on conflict (name) do update
           set size = excluded.size, version = nextval('${schema}.image_version'), written_at = now()
           returning version`,
        [name, bytes.length],
      );
      await connection.run(`delete from ${schema}.image_parts where name = $1`, [name]);
      for (let at = 0, part = 0; at < bytes.length; at += partBytes, part += 1) {
        const piece = Buffer.from(bytes.subarray(at, at + partBytes));
        await connection.run(`insert into ${schema}.image_parts (name, part, bytes) values ($1, $2, $3)`, [
          name,
          part,
          piece,
        ]);
      }
      await connection.run("commit", [], { isCommit: true });
      return rows[0]?.[0] as number;
    } catch (error) {
      await connection.run("rollback").catch(() => {});
      throw error;
    } finally {
      connection.giveBack();
    }
  }

  async remove(name: string): Promise<void> {
    await this.run(`delete from ${this.schema}.image_files where name = $1`, [name]);
  }

  async part({ name, version }: SharedImage, part: number): Promise<Uint8Array | undefined> {
    const { schema } = this;
    const { rows } = await this.run(
      `select p.bytes from ${schema}.image_parts p join ${schema}.image_files f using (name)
        where p.name = $1 and f.version = $2 and p.part = $3`,
      [name, version, part],
    );
    const text = rows[0]?.[0] as string | undefined;
    return text === undefined ? undefined : Buffer.from(text.slice(2), "hex");
  }

  async *list(olderThan_s: number): AsyncGenerator<SharedImage> {
    for (let after = ""; ;) {
      const { rows } = await this.run(
        `select name, version, size from ${this.schema}.image_files
          where name > $1 and written_at <= now() - make_interval(secs => $2) order by name limit ${namesPerBatch}`,
        [after, olderThan_s],
      );
      for (const [name, version, size] of rows as [string, number, number][]) yield { name, version, size };
      if (rows.length < namesPerBatch) return;
      after = rows.at(-1)?.[0] as string;
    }
  }

  private run(text: string, values: readonly unknown[]) {
    return PooledConnection.use(this.pool, (connection) => connection.run(text, values));
  }
}
