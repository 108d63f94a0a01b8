import { setImmediate } from "node:timers/promises";
import * as sortedDiff from "sorted-btree/extended/diffAgainst.js";
import type { CollectionName, Doc, DocDifference, Key } from "./documents.js";
import { compareKeys } from "./table.js";
import type { Tree } from "./tree.js";
import type { State } from "./state.js";

type CompareTrees = <K, V>(
  one: Tree<K, V>,
  other: Tree<K, V>,
  onlyOne: (key: K, value: V) => { break: true } | void,
  onlyOther: (key: K, value: V) => { break: true } | void,
  different: (key: K, one: V, other: V) => { break: true } | void,
) => true | undefined;

// The package is CommonJS: depending on the loader, the function is the default export or its member `default`.
const loaded = sortedDiff.default as unknown as { default?: unknown };

/** Calls back for each difference between two trees; skips shared nodes. True if a callback returned `break`. */
export const compareTrees = (loaded.default ?? loaded) as CompareTrees;

/** With more differences than this, the comparison yields between steps: two states that share nothing take long. */
const MAX_DIFFERENCES_WITHOUT_YIELD = 10_000;
const DOCS_PER_YIELD = 5_000;

/**
 * The documents that differ between two states, in batches. States of one shop share tree nodes, and shared nodes are
 * skipped: the cost depends on the number of changes, not on the number of documents.
 */
export async function* differences(from: State, to: State): AsyncGenerator<readonly DocDifference[]> {
  for (const collection of from.names) {
    const [one, other] = [from.table(collection).docs, to.table(collection).docs];
    if (one === other) continue;
    const few = fewDifferences(collection, one, other);
    if (few) yield few;
    else yield* allDifferences(collection, one, other);
  }
}

/** Undefined if there are too many to find without yielding. */
function fewDifferences(
  collection: CollectionName,
  one: Tree<Key, Doc>,
  other: Tree<Key, Doc>,
): DocDifference[] | undefined {
  const few: DocDifference[] = [];
  const note = (id: Key, before: Doc | undefined, after: Doc | undefined) => {
    few.push({ collection, id, before, after });
    return few.length > MAX_DIFFERENCES_WITHOUT_YIELD ? { break: true as const } : undefined;
  };
  const isTooMuch = compareTrees(
    one,
    other,
    (id, before) => note(id, before, undefined),
    (id, after) => note(id, undefined, after),
    note,
  );
  return isTooMuch ? undefined : few;
}

/** Walks both collections in order of id. */
async function* allDifferences(
  collection: CollectionName,
  one: Tree<Key, Doc>,
  other: Tree<Key, Doc>,
): AsyncGenerator<readonly DocDifference[]> {
  const [left, right] = [one.entries(), other.entries()];
  let [a, b] = [left.next(), right.next()];
  let batch: DocDifference[] = [];
  for (let walked = 1; !a.done || !b.done; walked += 1) {
    const order = a.done ? 1 : b.done ? -1 : compareKeys(a.value[0], b.value[0]);
    const before = order <= 0 ? (a.value as [Key, Doc]) : undefined;
    const after = order >= 0 ? (b.value as [Key, Doc]) : undefined;
    if (before?.[1] !== after?.[1]) {
      const id = (before ?? after)?.[0] as Key;
      batch.push({ collection, id, before: before?.[1], after: after?.[1] });
    }
    if (before) a = left.next();
    if (after) b = right.next();
    if (walked % DOCS_PER_YIELD > 0) continue;
    yield batch;
    batch = [];
    await setImmediate();
  }
  yield batch;
}
