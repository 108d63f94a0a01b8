/** Image files in the database: a row for each file, and its bytes in parts. */
import type { SharedImage, SharedImages } from "../../engine/storage/shared.js";
import type { ConnectionPool } from "./connections.js";

const partBytes = 256 * 1024;
const namesPerBatch = 1000;

export class PostgresImages implements SharedImages {
  readonly partBytes = partBytes;

  constructor(
    private readonly schema: string,
    private readonly pool: ConnectionPool,
  ) {}

  async find(name: string): Promise<SharedImage | undefined> {
    const text = `select name, version, size from ${this.schema}.image_files where name = $1`;
    return (await this.pool.query<SharedImage>(text, [name])).rows[0];
  }

  async claim(name: string): Promise<boolean> {
    const text = `insert into ${this.schema}.image_files (name, size) values ($1, -1) on conflict (name) do nothing`;
    return (await this.pool.query(text, [name])).rowCount === 1;
  }

  async write(name: string, bytes: Uint8Array): Promise<number> {
    const { schema } = this;
    return this.pool.transact(async (session) => {
      const { rows } = await session.query<{ version: number }>(
        `insert into ${schema}.image_files as f (name, size) values ($1, $2)
           on conflict (name) do update
           set size = excluded.size, version = nextval('${schema}.image_version'), written_at = now()
           returning version`,
        [name, bytes.length],
      );
      await session.query(`delete from ${schema}.image_parts where name = $1`, [name]);
      for (let at = 0, part = 0; at < bytes.length; at += partBytes, part += 1) {
        const piece = Buffer.from(bytes.subarray(at, at + partBytes));
        const text = `insert into ${schema}.image_parts (name, part, bytes) values ($1, $2, $3)`;
        await session.query(text, [name, part, piece]);
      }
      return rows[0]?.version as number;
    });
  }

  async remove(name: string): Promise<void> {
    await this.pool.query(`delete from ${this.schema}.image_files where name = $1`, [name]);
  }

  async part({ name, version }: SharedImage, part: number): Promise<Uint8Array | undefined> {
    const { schema } = this;
    const { rows } = await this.pool.query<{ bytes: Buffer }>(
      `select p.bytes from ${schema}.image_parts p join ${schema}.image_files f using (name)
        where p.name = $1 and f.version = $2 and p.part = $3`,
      [name, version, part],
    );
    return rows[0]?.bytes;
  }

  async *list(olderThan_s: number): AsyncGenerator<SharedImage> {
    for (let after = ""; ;) {
      const { rows } = await this.pool.query<SharedImage>(
        `select name, version, size from ${this.schema}.image_files
          where name > $1 and written_at <= now() - make_interval(secs => $2) order by name limit ${namesPerBatch}`,
        [after, olderThan_s],
      );
      yield* rows;
      if (rows.length < namesPerBatch) return;
      after = rows.at(-1)?.name as string;
    }
  }
}
