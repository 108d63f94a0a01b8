/** Numbers for the records of a dataset: each sequence goes on after the highest number that the records have. */
import type { StateRecord } from "../../engine/storage/storage.js";

/** IDs that are taken although no record has them: options 1 and 2 belong to an attribute of customers (catalog 2.2). */
const reserved: Readonly<Record<string, number>> = { option: 2 };

export class Sequences {
  private readonly last = new Map(Object.entries(reserved));

  /** Takes the numbers of these records into account. */
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

  /** The last number given of each sequence that does not start at 1. */
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
