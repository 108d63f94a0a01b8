/** Streams long lists, so that neither the database nor this process buffers a whole list. */

/** Sends rows to the caller. */
export interface RowSink {
  /**
   * Throws if a list has begun before: sent rows cannot be taken back.
   * @param count reads how many rows there are, for forms that say it before the rows
   */
  begin(count: () => Promise<number>): Promise<void>;
  /** Resolves when there is room for more rows. Rejects if the client has disconnected. */
  write(rows: readonly unknown[]): Promise<void>;
}

/** The result of a call whose rows have been streamed. */
export class SentRows {
  constructor(readonly count: number) {}

  /** For observers of results. */
  toJSON(): unknown {
    return `… (${this.count} rows)`;
  }
}

export async function sendRows(
  sink: RowSink,
  batches: AsyncIterable<readonly unknown[]>,
  countAll: () => Promise<number>,
): Promise<SentRows> {
  await sink.begin(countAll);
  let count = 0;
  for await (const rows of batches) {
    await sink.write(rows);
    count += rows.length;
  }
  return new SentRows(count);
}
