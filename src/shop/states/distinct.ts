/** Checks that IDs are unique, because a record would silently replace another one with the same ID. */
import type { StateRecord } from "../../engine/storage/storage.js";

/** Yields the records. If two have the same ID, throws the error that `refuse` returns. */
export function* distinct(
  records: Iterable<StateRecord>,
  refuse: (problem: string) => Error,
): Iterable<StateRecord> {
  const names = new Set<string>();
  for (const record of records) {
    const name = recordName(record);
    if (names.has(name)) throw refuse(`${name} is given twice`);
    names.add(name);
    yield record;
  }
}

/** The identity of a record, such as `attributes 134` or `sequence option`. */
function recordName(record: StateRecord): string {
  return "sequence" in record ? `sequence ${record.sequence}` : `${record.collection} ${record.doc.id}`;
}
