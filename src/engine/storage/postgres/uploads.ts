/** Bytes on their way in, in blocks that are durable one by one: whichever process is asked next can go on. */
import type { Uploads } from "../uploads.js";
import type { Connections } from "./connections.js";
import { Link } from "./link.js";

export class PostgresUploads implements Uploads {
  constructor(
    private readonly schema: string,
    private readonly connections: Connections,
  ) {}

  async size(name: string): Promise<number> {
    const { rows } = await this.run(`select ${this.sizeSql}`, [name]);
    return Number(rows[0]?.[0] ?? 0);
  }

  async append(name: string, offset: number, bytes: Uint8Array): Promise<boolean> {
    const text = `insert into ${this.schema}.uploads (name, at, bytes)
      select $1, $2::bigint, $3::bytea where $2::bigint = ${this.sizeSql} on conflict (name, at) do nothing`;
    return (await this.run(text, [name, offset, Buffer.from(bytes)])).count === 1;
  }

  async *read(name: string, from = 0, to = Infinity): AsyncGenerator<Uint8Array> {
    for (let at = from; at < to;) {
      const { rows } = await this.run(
        `select at, bytes from ${this.schema}.uploads where name = $1 and at <= $2 order by at desc limit 1`,
        [name, at],
      );
      const [start, text] = (rows[0] ?? [0, "\\x"]) as [number, string];
      const block = Buffer.from(text.slice(2), "hex").subarray(at - Number(start), to - Number(start));
      if (block.length === 0) return;
      yield block;
      at += block.length;
    }
  }

  async remove(name: string): Promise<void> {
    await this.run(`delete from ${this.schema}.uploads where name = $1`, [name]);
  }

  async removeOld({ count, seconds }: { readonly count: number; readonly seconds: number }): Promise<void> {
    await this.run(
      `delete from ${this.schema}.uploads where name in (
         select name from ${this.schema}.uploads group by name having max(written_at) < now() - make_interval(secs => $1)
         union all
         (select name from ${this.schema}.uploads group by name order by max(written_at) desc offset $2))`,
      [seconds, count],
    );
  }

  /** The name is the first value. */
  private get sizeSql(): string {
    const last = `select at + octet_length(bytes) from ${this.schema}.uploads where name = $1 order by at desc limit 1`;
    return `coalesce((${last}), 0)`;
  }

  private run(text: string, values: readonly unknown[]) {
    return Link.use(this.connections, (link) => link.run(text, values));
  }
}
