import sorted, { type default as SortedTree } from "sorted-btree";
import type { IndexDef } from "./collections.js";
import { comparable, indexSteps, reach, type Steps } from "./match.js";
import type { Key } from "./documents.js";
import type { Doc } from "./storage.js";

/**
 * Ordered structures over sorted-btree, whose clone() costs nothing until one of the two is changed: a
 * changed copy shares all untouched nodes. That is what makes every committed state a snapshot for free.
 */

// The package is CommonJS: Node gives its whole exports object as the default import, bundlers the class
// itself.
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

/** What a tree keeps inside: a node knows how many entries are below it. */
interface Node<K> {
  readonly keys: readonly K[];
  readonly children?: readonly Node<K>[];
  size(): number;
}

/** The key at a position in the order of a tree, from 0; undefined beyond the end. Costs the height of the tree. */
export function keyAt<K, V>(tree: Tree<K, V>, position: number): K | undefined {
  // The package counts below every node, but offers no look-up by position.
  let node = (tree as unknown as { readonly _root: Node<K> })._root;
  let left = position;
  while (node.children) {
    const next = node.children.find((child) => {
      if (left < child.size()) return true;
      left -= child.size();
      return false;
    });
    if (!next) return undefined;
    node = next;
  }
  return node.keys[left];
}

export function compareKeys(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface Bound {
  readonly value: Key;
  /** The bound itself does not belong to the span. */
  readonly open: boolean;
}

/** A run of values of an index; a missing bound is no bound. */
export interface Span {
  readonly from?: Bound | undefined;
  readonly to?: Bound | undefined;
}

/** What a query can walk instead of the whole collection. */
export interface Ordered {
  readonly path: string;
  readonly type: "text" | "number";
  readonly list: boolean;
  /**
   * The ids of the documents within the span, ordered by value, then id; after `after` where the value is
   * one.
   */
  ids(span: Span, after?: Key): Iterable<Key>;
}

export function isPoint(span: Span): boolean {
  return span.from !== undefined && span.from.value === span.to?.value;
}

function beyond(value: Key, to: Bound | undefined): boolean {
  return to !== undefined && (value > to.value || (to.open && value === to.value));
}

type IndexPair = readonly [value: Key, id: Key];

function compareEntries(a: IndexPair, b: IndexPair): number {
  return compareKeys(a[0], b[0]) || compareKeys(a[1], b[1]);
}

/** Below and above every id of a collection. No id text starts with U+FFFF, which is no character. */
const LOWEST = { int: -Infinity, text: "" } as const;
const HIGHEST = { int: Infinity, text: "\uffff" } as const;

/** A secondary index: the pairs of value and id, in order. */
export class Index implements Ordered {
  private constructor(
    private readonly def: IndexDef,
    /** Of the path. Every write forks indexes, so it is taken apart once. */
    private readonly steps: Steps,
    private readonly key: "int" | "text",
    private readonly entries: Tree<IndexPair, undefined>,
  ) {}

  static empty(def: IndexDef, key: "int" | "text"): Index {
    return new Index(def, indexSteps(def.path), key, newTree(compareEntries));
  }

  get path(): string {
    return this.def.path;
  }

  get type(): "text" | "number" {
    return this.def.type;
  }

  get list(): boolean {
    return this.def.list ?? false;
  }

  fork(): Index {
    return new Index(this.def, this.steps, this.key, this.entries.clone());
  }

  /** The values under which a document stands in the index. */
  valuesOf(doc: Doc): Key[] {
    const read: (value: unknown) => Key | undefined = comparable[this.def.type];
    const found = reach(doc, this.steps);
    if (found.length > 1 && !this.list) {
      // Two bounds on a list may be met by two elements, so the query planner must know of lists.
      throw new TypeError(`${this.def.path} holds a list: say so in the descriptor of its collection`);
    }
    const values = found.map((value) => read(value)).filter((value) => value !== undefined);
    return values.length > 1 ? [...new Set(values)] : values;
  }

  change(id: Key, before: readonly Key[], after: readonly Key[]): void {
    if (before.length === after.length && before.every((value, at) => value === after[at])) return;
    for (const value of before) this.entries.delete([value, id]);
    for (const value of after) this.entries.set([value, id], undefined);
  }

  /** The ids under one value, ascending. */
  at(value: Key): Key[] {
    const ids: Key[] = [];
    const [low, high] = [LOWEST[this.key], HIGHEST[this.key]];
    this.entries.forRange([value, low], [value, high], true, ([, id]) => void ids.push(id));
    return ids;
  }

  *ids(span: Span, after?: Key): Iterable<Key> {
    for (const [value, id] of this.entries.keys(this.start(span, after))) {
      if (beyond(value, span.to)) return;
      if (after === undefined || id > after) yield id;
    }
  }

  private start({ from, to }: Span, after?: Key): IndexPair | undefined {
    if (!from) return undefined;
    if (from.open) return [from.value, HIGHEST[this.key]];
    return [from.value, isPoint({ from, to }) && after !== undefined ? after : LOWEST[this.key]];
  }
}

/** The primary order of a collection with number keys, seen as an index over "id". */
export class PrimaryOrder implements Ordered {
  readonly path = "id";
  readonly type = "number";
  readonly list = false;

  constructor(private readonly docs: Tree<Key, Doc>) {}

  *ids(span: Span, after?: Key): Iterable<Key> {
    for (const id of this.docs.keys(span.from?.value)) {
      if (beyond(id, span.to)) return;
      if (span.from?.open && id === span.from.value) continue;
      if (after === undefined || id > after) yield id;
    }
  }
}
