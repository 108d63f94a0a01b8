/**
 * Numbers are taken from the database one by one, so they increase over all processes. None is reserved in memory, where it
 * would be outdated after a restore.
 */
import type { ConnectionPool } from "./connections.js";

/** Gapless numbers are taken within the transaction: others wait for its end to get the next one. */
export const gaplessSql = (schema: string) =>
  `insert into ${schema}.sequences as s (name, value) values ($1, 1)
     on conflict (name) do update set value = s.value + 1 returning value`;

export interface TakenNumber {
  readonly sequence: string;
  readonly number: number;
}

export class SequenceAllocator {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly schema: string,
  ) {}

  /**
   * A transaction of its own without a sync: the document with this number becomes durable after it, and with it everything
   * before it in the write-ahead log.
   */
  async next(sequence: string): Promise<number> {
    const text = `with quick as (select set_config('synchronous_commit', 'off', true))
      insert into ${this.schema}.sequences as s (name, value) select $1, 1 from quick
        on conflict (name) do update set value = s.value + 1 returning value`;
    const { rows } = await this.pool.query<{ value: number }>(text, [sequence]);
    return rows[0]?.value as number;
  }

  /**
   * Returns the numbers of a transaction that failed, unless a later number has been given. So numbers never decrease, and
   * calls that run one after the other leave no gaps.
   */
  async giveBack(taken: readonly TakenNumber[]): Promise<void> {
    const text = `update ${this.schema}.sequences set value = value - 1 where name = $1 and value = $2`;
    // Best effort: a number that cannot be returned is a gap.
    for (const { sequence, number } of taken.toReversed())
      await this.pool.query(text, [sequence, number]).catch(() => {});
  }
}
