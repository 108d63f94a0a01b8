import { newTree, compareKeys, type Tree } from "./ordered.js";

/** Ids that are counted together. Walking the counts and one run of ids costs about the same at 100,000 documents. */
const runLength = 256;

/** How many ids each run of numbers holds, so that the id at a place is found without walking those before. */
export class Places {
  constructor(private readonly counts: Tree<number, number> = newTree<number, number>(compareKeys)) {}

  fork(): Places {
    return new Places(this.counts.clone());
  }

  /** @param by 1 for an id that came, -1 for one that went */
  change(id: number, by: 1 | -1): void {
    const run = Math.floor(id / runLength);
    const count = (this.counts.get(run) ?? 0) + by;
    if (count === 0) this.counts.delete(run);
    else this.counts.set(run, count);
  }

  /** Where to look for a place: the lowest id that may stand there, and how many ids from there on stand before. */
  near(place: number): { readonly from: number; readonly skip: number } | undefined {
    let skip = place;
    for (const [run, count] of this.counts.entries()) {
      if (skip < count) return { from: run * runLength, skip };
      skip -= count;
    }
    return undefined;
  }
}
