/** The sequences of a dataset. Each continues after the highest ID of its records. */
import type { StateRecord } from "../../engine/storage/storage.js";

/** Reserved IDs: options 1 and 2 belong to an attribute of customers that is not stored (catalog 2.2). */
const reserved: Readonly<Record<string, number>> = { option: 2 };

export class DatasetSequences {
  private readonly last = new Map(Object.entries(reserved));

  /** @param records the records whose IDs are already used */
  constructor(records: Iterable<StateRecord>) {
    for (const record of records) {
      if ("sequence" in record) this.atLeast(record.sequence, record.value);
      else this.addRecord(record);
    }
  }

  next(sequence: string): number {
    const number = (this.last.get(sequence) ?? 0) + 1;
    this.last.set(sequence, number);
    return number;
  }

  /** The last IDs of all sequences that were used. */
  records(): StateRecord[] {
    return [...this.last].map(([sequence, value]) => ({ sequence, value }));
  }

  private addRecord({ collection, doc }: Extract<StateRecord, { doc: unknown }>): void {
    if (collection === "attributes") {
      this.atLeast("attribute", doc.id);
      for (const { option_id } of doc.options) this.atLeast("option", option_id);
    } else if (collection === "attribute_sets") {
      this.atLeast("attribute_set", doc.id);
      for (const { group_id } of doc.groups) this.atLeast("attribute_group", group_id);
    } else if (collection === "categories") {
      this.atLeast("category", doc.id);
    }
  }

  private atLeast(sequence: string, number: number): void {
    this.last.set(sequence, Math.max(this.last.get(sequence) ?? 0, number));
  }
}
