/** Long lists that are sent while they are read, so that neither the database nor this process holds all of one. */

/** Where rows go: straight to the caller. */
export interface RowSink {
  /** Throws when a list has begun already: what was sent cannot be taken back. */
  begin(): void;
  /** Resolves when there is room for more. Rejects when the caller is gone. */
  write(rows: readonly unknown[]): Promise<void>;
}

/** The result of a call whose rows have been sent. */
export class SentRows {
  constructor(readonly count: number) {}

  /** For those who look at results. */
  toJSON(): unknown {
    return `… (${this.count} rows)`;
  }
}

export async function sendRows(sink: RowSink, batches: AsyncIterable<readonly unknown[]>): Promise<SentRows> {
  sink.begin();
  let count = 0;
  for await (const rows of batches) {
    await sink.write(rows);
    count += rows.length;
  }
  return new SentRows(count);
}
