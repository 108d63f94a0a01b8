/** Checks that IDs are unique: a record with the ID of another one would silently replace it. */
import type { StateRecord } from "../../engine/storage/storage.js";

/** The records as they are. Throws what `refuse` makes of the problem when two have the same ID. */
export function* distinct(
  records: Iterable<StateRecord>,
  refuse: (problem: string) => Error,
): Iterable<StateRecord> {
  const names = new Set<string>();
  for (const record of records) {
    const name = recordName(record);
    if (names.has(name)) throw refuse(`${name} is there twice`);
    names.add(name);
    yield record;
  }
}

/** What makes a record one of its kind: `attributes 134`, `sequence option`. */
function recordName(record: StateRecord): string {
  return "sequence" in record ? `sequence ${record.sequence}` : `${record.collection} ${record.doc.id}`;
}
