/**
 * Numbers are taken from the database one by one, so they increase over all processes. None is reserved in memory, where it
 * would be outdated after a restore.
 */
import type { ConnectionPool } from "./connection-pool.js";
import { PooledConnection } from "./pooled-connection.js";

/** Gapless numbers are taken within the transaction: others wait for its end to get the next one. */
export const gaplessSql = (schema: string) =>
  `insert into ${schema}.sequences as s (name, value) values ($1, 1)
     on conflict (name) do update set value = s.value + 1 returning value`;

export interface TakenNumber {
  readonly sequence: string;
  readonly number: number;
}

interface NumberBatch {
  /** Requested numbers by sequence. */
  readonly counts: Map<string, number>;
  readonly result: Promise<BatchResult>;
}

interface BatchResult {
  /** The last number by sequence. */
  readonly lasts: ReadonlyMap<string, number>;
  /** The `epoch` (versions.ts) under which they were given. */
  readonly epoch: number;
}

export class SequenceAllocator {
  /** The batch that is sent next. */
  private waiting: NumberBatch | undefined;
  private lastResult: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pool: ConnectionPool,
    private readonly schema: string,
  ) {}

  /** In the order of calls: batches are sent one after the other, each with all requests that arrived meanwhile. */
  async next(sequence: string): Promise<{ readonly number: number; readonly epoch: number }> {
    const { counts, result } = (this.waiting ??= this.prepare());
    const place = (counts.get(sequence) ?? 0) + 1;
    counts.set(sequence, place);
    const { lasts, epoch } = await result;
    const last = lasts.get(sequence) as number;
    return { number: last - (counts.get(sequence) as number) + place, epoch };
  }

  /**
   * Returns the numbers of a transaction that failed, unless a later number has been given. So numbers never decrease, and
   * calls that run one after the other leave no gaps.
   */
  async giveBack(all: readonly TakenNumber[]): Promise<void> {
    const lasts = new Map<string, { last: number; before: number }>();
    for (const { sequence, number } of all.toReversed()) {
      const { last, before } = lasts.get(sequence) ?? { last: number, before: number };
      if (number === before) lasts.set(sequence, { last, before: number - 1 });
    }
    const names = [...lasts.keys()].sort();
    const text = `update ${this.schema}.sequences s set value = u.before
        from unnest($1::text[], $2::bigint[], $3::bigint[]) as u(name, last, before)
      where s.name = u.name and s.value = u.last`;
    const values = [
      names,
      names.map((name) => lasts.get(name)?.last),
      names.map((name) => lasts.get(name)?.before),
    ];
    // Best effort: a number that cannot be returned is a gap.
    await PooledConnection.use(this.pool, (connection) => connection.run(text, values)).catch(() => {});
  }

  private prepare(): NumberBatch {
    const counts = new Map<string, number>();
    const result = this.lastResult.then(() => {
      this.waiting = undefined;
      return this.take(counts);
    });
    this.lastResult = result.catch(() => {});
    return { counts, result };
  }

  /**
   * A transaction of its own without a sync: the documents with these numbers become durable after it, and with them
   * everything before them in the write-ahead log. Ordered by name, to prevent deadlocks between processes.
   */
  private async take(counts: ReadonlyMap<string, number>): Promise<BatchResult> {
    const names = [...counts.keys()].sort();
    const text = `with quick as (select set_config('synchronous_commit', 'off', true))
      insert into ${this.schema}.sequences as s (name, value)
        select u.name, u.count from quick, unnest($1::text[], $2::bigint[]) as u(name, count)
        on conflict (name) do update set value = s.value + excluded.value
        returning name, value, (select epoch from ${this.schema}.versions)`;
    const values = [names, names.map((name) => counts.get(name))];
    const { rows } = await PooledConnection.use(this.pool, (connection) => connection.run(text, values));
    return {
      lasts: new Map(rows.map(([name, last]) => [name as string, last as number])),
      epoch: rows[0]?.[2] as number,
    };
  }
}
