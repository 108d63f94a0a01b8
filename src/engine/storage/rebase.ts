/** Rebuilds a loaded state so that it shares with an existing one everything that is the same in both. */
import { isDeepStrictEqual } from "node:util";
import { nextSlice } from "../time-slices.js";
import { type DocDifference, differences } from "./difference.js";
import { sequenceDifference } from "./records.js";
import { type State, StateBuilder } from "./state.js";

const CHANGED_PER_TURN = 200;

/** The same content as `state`; what is equal in `base` is taken from there, so that both need the memory of one. */
export async function rebase(state: State, base: State): Promise<State> {
  const changed: DocDifference[] = [];
  for await (const batch of differences(base, state)) {
    for await (const one of inTurns(batch)) {
      if (!isDeepStrictEqual(one.before, one.after)) changed.push(one);
    }
  }
  const sequences = Object.entries(sequenceDifference(base.sequences, state.sequences));
  const builder = new StateBuilder(base);
  // All that goes or changes is taken out first: no document meets the unique key of one that is about to lose it.
  for await (const { collection, id } of inTurns(changed)) builder.del(collection, id);
  for await (const { collection, after } of inTurns(changed)) if (after) builder.put(collection, after);
  for (const [name, value] of sequences) builder.setSequence(name, value);
  return builder.finish();
}

async function* inTurns<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % CHANGED_PER_TURN === 0) await nextSlice();
    yield item;
  }
}
