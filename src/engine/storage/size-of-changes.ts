/** The size of the difference between a state and the state it was forked from. */
import { differences } from "./difference.js";
import { State } from "./state.js";
import type { Doc, Version } from "./storage.js";

/**
 * The JSON length, in UTF-16 units, of the documents that a state has and its origin does not. Counts incrementally: the
 * cost depends on the changes since the last call.
 */
export class SizeOfChanges {
  private counted: Version;
  private size = 0;
  /** Counts run one after the other: each continues from the result of the one before. */
  private last: Promise<number> = Promise.resolve(0);

  constructor(private readonly origin: Version) {
    this.counted = origin;
  }

  at(version: Version): Promise<number> {
    if (version === this.counted) return Promise.resolve(this.size);
    this.last = this.last.then(() => this.count(version));
    return this.last;
  }

  private async count(version: Version): Promise<number> {
    const { origin, counted } = this;
    if (!(origin instanceof State) || !(counted instanceof State) || !(version instanceof State)) return 0;
    let { size } = this;
    for await (const batch of differences(counted, version)) {
      for (const { collection, id, before, after } of batch) {
        const first = origin.table(collection).docs.get(id);
        size += lengthOf(after, first) - lengthOf(before, first);
      }
    }
    this.counted = version;
    return (this.size = size);
  }
}

/** 0 for a document that is unchanged since the origin. */
function lengthOf(doc: Doc | undefined, first: Doc | undefined): number {
  return doc === undefined || doc === first ? 0 : JSON.stringify(doc).length;
}
