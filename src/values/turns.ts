/** Long work in turns: other calls run in between, so that nobody waits longer than a few milliseconds for it. */
import { setImmediate } from "node:timers/promises";

/** Documents that are handled in one turn: well below 50 ms. */
export const documentsPerTurn = 500;

/** Does the work for every item, letting other calls run in between. */
export async function forEachInTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  perTurn = documentsPerTurn,
): Promise<void> {
  let done = 0;
  for (const item of items) {
    if (done > 0 && done % perTurn === 0) await setImmediate();
    await work(item);
    done += 1;
  }
}
