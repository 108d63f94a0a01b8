/** Doubles: a number of which XML-RPC and SOAP v1 tell the type even where it is whole (`25.0`). */
export class Double {
  constructor(readonly value: number) {}

  valueOf(): number {
    return this.value;
  }

  toJSON(): number {
    return this.value;
  }
}

const rowsOfDoubles = new WeakSet<object>();

/** Marks a row: members that are doubles by its shape (spec/doors/values.yaml) are sent as such, not as text. */
export function withDoubles<Row extends object>(row: Row): Row {
  rowsOfDoubles.add(row);
  return row;
}

export function hasDoubles(row: unknown): boolean {
  return typeof row === "object" && row !== null && rowsOfDoubles.has(row);
}
