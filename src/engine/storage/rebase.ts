/** Rebuilds a loaded state so that it shares its unchanged documents with an existing state. */
import { isDeepStrictEqual } from "node:util";
import { nextSlice } from "../time-slices.js";
import { type DocDifference, differences } from "./difference.js";
import { sequenceDifference } from "./records.js";
import { type State, StateBuilder } from "./state.js";

const CHANGES_PER_YIELD = 200;

/** The content of `state`, with all equal documents taken from `base`: the two together need little more memory than one. */
export async function rebase(state: State, base: State): Promise<State> {
  const changed: DocDifference[] = [];
  for await (const batch of differences(base, state)) {
    for await (const one of yielding(batch)) {
      if (!isDeepStrictEqual(one.before, one.after)) changed.push(one);
    }
  }
  const sequences = Object.entries(sequenceDifference(base.sequences, state.sequences));
  const builder = new StateBuilder(base);
  // Delete first: a document must not collide with the unique key of one that is about to lose it.
  for await (const { collection, id } of yielding(changed)) builder.remove(collection, id);
  for await (const { collection, after } of yielding(changed)) if (after) builder.store(collection, after);
  for (const [name, value] of sequences) builder.setSequence(name, value);
  return builder.finish();
}

/** The items, with a yield to other work every `CHANGES_PER_YIELD` of them. */
async function* yielding<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % CHANGES_PER_YIELD === 0) await nextSlice();
    yield item;
  }
}
