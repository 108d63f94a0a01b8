/** The size of the difference between a state and the one that it was forked from. */
import { differences } from "./difference.js";
import { State } from "./state.js";
import type { Doc, Version } from "./storage.js";

/**
 * The length of the documents that a state has and its origin has not, in UTF-16 units of their JSON. What was counted
 * once is not counted again: the cost follows what has changed since the last time.
 */
export class SizeOfChanges {
  private counted: Version;
  private size = 0;
  /** One count at a time: each begins where the one before it ended. */
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

/** Nothing for a document that is still the one of the origin. */
function lengthOf(doc: Doc | undefined, first: Doc | undefined): number {
  return doc === undefined || doc === first ? 0 : JSON.stringify(doc).length;
}
