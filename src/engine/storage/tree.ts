/** Sorted trees of sorted-btree. A clone shares all nodes until one of the two changes (copy-on-write). */
import sorted, { type default as SortedTree } from "sorted-btree";
import { bulkLoad } from "sorted-btree/extended/bulkLoad.js";

// The package is CommonJS: its default import is the exports object in Node, and the class in bundlers.
const Tree = (sorted as { default?: unknown }).default ?? sorted;
type TreeClass = new <K, V>(
  entries: undefined,
  compare: (a: K, b: K) => number,
  maxNodeSize?: number,
) => Tree<K, V>;
export type Tree<K, V> = InstanceType<typeof SortedTree.default<K, V>>;

export function newTree<K, V>(compare: (a: K, b: K) => number): Tree<K, V> {
  return new (Tree as TreeClass)<K, V>(undefined, compare);
}

const nodeSize = 32;

/** Builds a tree from keys in order. Throws if two keys are equal. */
export function treeOf<K, V>(keys: K[], values: V[], compare: (a: K, b: K) => number): Tree<K, V> {
  return bulkLoad(keys, values, nodeSize, compare);
}

/** Sorts a list that is often in order already, such as a list of IDs. */
export function sort<T>(list: T[], compare: (a: T, b: T) => number): T[] {
  const isSorted = list.every((one, at) => at === 0 || compare(list[at - 1] as T, one) <= 0);
  return isSorted ? list : list.sort(compare);
}
