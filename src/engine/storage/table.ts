/**
 * The documents of one collection by ID, with their unique keys and indexes. All of them are trees of sorted-btree. Its
 * clone() is copy-on-write: the copy shares all nodes that neither of the two changes. Every committed state is therefore
 * a snapshot at no cost.
 */
import { setImmediate } from "node:timers/promises";
import { asNumber } from "../values/coercion.js";
import { asText, foldedText } from "../values/text.js";
import { type CollectionDef, type IndexDef, type UniquePart } from "./collections.js";
import type { Key } from "./documents.js";
import { type CollectionName, type Doc, UniqueError } from "./storage.js";
import { newTree, sort, type Tree, treeOf } from "./tree.js";

const DOCS_PER_YIELD = 5_000;
const EARLY_VALUES = 256;

export function compareKeys(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface Bound {
  readonly value: Key;
  /** Excludes the value itself. */
  readonly open: boolean;
}

/** A range of values of an index; unlimited where a bound is missing. */
export interface Span {
  readonly from?: Bound | undefined;
  readonly to?: Bound | undefined;
}

/** An order of the documents that a query can read instead of the whole collection. */
export interface Ordered {
  readonly path: string;
  readonly type: "text" | "number";
  readonly list: boolean;
  /**
   * The IDs of the documents within the span, ordered by value, then ID.
   * @param after skips IDs up to this one; only useful for a span of one value
   */
  ids(span: Span, after?: Key): Iterable<Key>;
}

export function isPoint(span: Span): boolean {
  return span.from !== undefined && span.from.value === span.to?.value;
}

function beyond(value: Key, to: Bound | undefined): boolean {
  return to !== undefined && (value > to.value || (to.open && value === to.value));
}

/** The positions of the values in order of value. Equal values keep their order. */
function inOrderOf(values: readonly Key[]): readonly number[] {
  return values.map((_, at) => at).sort((a, b) => compareKeys(values[a] as Key, values[b] as Key));
}

const NO_VALUES: readonly Key[] = [];

/** A stored value as it is compared, and as an index of that type contains it. */
export const comparable = { text: foldedText, number: asNumber } as const;

const NOTHING: readonly unknown[] = [];

/** A step of a path that stands for every member. */
const EVERY = Symbol("*");

export type Steps = readonly (string | typeof EVERY)[];

/** The steps of the path of an index. Only such paths contain `*`. */
function indexSteps(path: string): Steps {
  return path.split(".").map((step) => (step === "*" ? EVERY : step));
}

/** The values other than null at the end of a path; own members only, so "constructor" is not a path. */
export function reach(value: unknown, path: Steps, start = 0): readonly unknown[] {
  let current = value;
  for (let step = start; step < path.length; step += 1) {
    if (Array.isArray(current)) return reachAll(current, path, step);
    if (typeof current !== "object" || current === null) return NOTHING;
    const name = path[step] as string | typeof EVERY;
    if (name === EVERY) return reachAll(Object.values(current), path, step + 1);
    if (!Object.hasOwn(current, name)) return NOTHING;
    current = (current as { [name: string]: unknown })[name];
  }
  if (Array.isArray(current)) return reachAll(current, path, path.length);
  return current === null || current === undefined ? NOTHING : [current];
}

/** A start runs this for every document and index. `flatMap` takes several times as long as these loops. */
function reachAll(values: readonly unknown[], path: Steps, start: number): readonly unknown[] {
  const found: unknown[] = [];
  for (const value of values) for (const one of reach(value, path, start)) found.push(one);
  return found;
}

/** The IDs of one value, if it has several. In most indexes, most values have one ID, and a few have nearly all. */
type Ids = Tree<Key, undefined>;

/** A secondary index: values in order, each with its IDs in order. */
class Index implements Ordered {
  readonly path = this.def.path;
  readonly type = this.def.type;
  readonly list = this.def.list ?? false;

  private constructor(
    private readonly def: IndexDef,
    /** The parsed path. Forks reuse it, since every write forks the indexes. */
    private readonly steps: Steps,
    private readonly entries: Tree<Key, Key | Ids>,
  ) {}

  static empty(def: IndexDef): Index {
    return new Index(def, indexSteps(def.path), newTree(compareKeys));
  }

  /** A copy of an empty index with these values, in order, and the IDs of each, in order. Throws if an ID occurs twice. */
  filled(values: Key[], ids: readonly (Key | Key[])[]): Index {
    const entries = ids.map((one) => (typeof one === "object" ? setOf(one) : one));
    return new Index(this.def, this.steps, treeOf(values, entries, compareKeys));
  }

  fork(): Index {
    return new Index(this.def, this.steps, this.entries.clone());
  }

  /** The values of a document in the index. */
  valuesOf(doc: Doc): readonly Key[] {
    const read: (value: unknown) => Key | undefined = comparable[this.def.type];
    const found = reach(doc, this.steps);
    if (found.length > 1 && !this.list) {
      // Two elements of a list can each meet one of two bounds, so the query planner must know the lists.
      throw new TypeError(`${this.def.path} contains a list: declare it in the descriptor of its collection`);
    }
    if (found.length === 0) return NO_VALUES;
    const values: Key[] = [];
    for (const one of found) {
      const value = read(one);
      if (value !== undefined && !values.includes(value)) values.push(value);
    }
    return values;
  }

  change(id: Key, before: readonly Key[], after: readonly Key[]): void {
    for (const value of before) if (!after.includes(value)) this.take(value, id);
    for (const value of after) if (!before.includes(value)) this.add(value, id);
  }

  /** The IDs of one value, ascending. */
  at(value: Key): readonly Key[] {
    const held = this.entries.get(value);
    if (held === undefined) return [];
    return typeof held === "object" ? held.keysArray() : [held];
  }

  *ids({ from, to }: Span, after?: Key): Iterable<Key> {
    for (const [value, held] of this.entries.entries(from?.value)) {
      if (beyond(value, to)) return;
      if (from?.open && value === from.value) continue;
      if (typeof held === "object") {
        for (const id of held.keys(after)) if (id !== after) yield id;
      } else if (after === undefined || held > after) yield held;
    }
  }

  private add(value: Key, id: Key): void {
    const held = this.entries.get(value);
    if (held === undefined) this.entries.set(value, id);
    else if (typeof held === "object") this.entries.set(value, held.with(id, undefined));
    else this.entries.set(value, setOf([held, id].sort(compareKeys)));
  }

  private take(value: Key, id: Key): void {
    const held = this.entries.get(value);
    if (held === undefined) return;
    const rest = typeof held === "object" ? held.without(id) : undefined;
    if (rest === undefined || rest.isEmpty) this.entries.delete(value);
    else this.entries.set(value, rest);
  }
}

/** IDs must be in order. */
function setOf(ids: Key[]): Ids {
  return treeOf<Key, undefined>(ids, new Array<undefined>(ids.length), compareKeys);
}

/** The primary order of a collection with number keys as an index over "id". */
class PrimaryOrder implements Ordered {
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

/** A unique key: maps the text of its parts to the ID of the document. */
class UniqueKey {
  private constructor(
    readonly name: string,
    /** With parsed paths, since every write reads them. */
    readonly parts: readonly (UniquePart & { readonly steps: readonly string[] })[],
    readonly owners: Tree<string, Key>,
  ) {}

  static empty(name: string, parts: readonly UniquePart[]): UniqueKey {
    const reachable = parts.map((part) => ({ ...part, steps: part.path.split(".") }));
    return new UniqueKey(name, reachable, newTree<string, Key>(compareKeys));
  }

  /** A copy of an empty key with these texts, in order, and their owners. Throws if two are the same. */
  filled(texts: string[], owners: Key[]): UniqueKey {
    return new UniqueKey(this.name, this.parts, treeOf(texts, owners, compareKeys));
  }

  fork(): UniqueKey {
    return new UniqueKey(this.name, this.parts, this.owners.clone());
  }

  /**
   * The texts of the parts in a document; undefined if one is missing: the key does not apply to the document. Throws
   * TypeError for a list.
   */
  textsOf(doc: Doc): string[] | undefined {
    const texts: string[] = [];
    for (const { path, steps, folded } of this.parts) {
      const found = reach(doc, steps);
      if (found.length > 1)
        throw new TypeError(`${path} contains a list, so it cannot be part of a unique key`);
      const [value] = found;
      const text = folded ? foldedText(value) : asText(value);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return texts;
  }

  change(id: Key, before: readonly string[] | undefined, after: readonly string[] | undefined): void {
    const [old, next] = [before && uniqueText(before), after && uniqueText(after)];
    if (old === next) return;
    if (old !== undefined) this.owners.delete(old);
    if (next !== undefined) this.owners.set(next, id);
  }
}

/** Several parts are joined as JSON, so that different parts never result in the same text. */
function uniqueText(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] as string) : JSON.stringify(texts);
}

/** The entries of a unique key before its tree is built. */
class UniqueEntries {
  private readonly texts: string[] = [];
  private readonly owners: Key[] = [];

  constructor(private readonly empty: UniqueKey) {}

  add(doc: Doc): void {
    const texts = this.empty.textsOf(doc);
    if (!texts) return;
    this.texts.push(uniqueText(texts));
    this.owners.push(doc.id);
  }

  /** Throws if two documents have the same key. */
  build(): UniqueKey {
    const order = inOrderOf(this.texts);
    return this.empty.filled(
      order.map((at) => this.texts[at] as string),
      order.map((at) => this.owners[at] as Key),
    );
  }
}

/** The entries of an index before its tree is built. */
class IndexEntries {
  /**
   * The IDs of the values that occur first: of all values, in an index of few values. Grouping many values by a map takes
   * longer than sorting them.
   */
  private readonly early = new Map<Key, Key[]>();
  private readonly values: Key[] = [];
  private readonly ids: (Key | Key[])[] = [];

  constructor(private readonly empty: Index) {}

  /** Documents come by ascending ID. Throws TypeError. */
  add(doc: Doc): void {
    for (const value of this.empty.valuesOf(doc)) {
      const ids = this.early.get(value);
      if (ids) ids.push(doc.id);
      else if (this.early.size < EARLY_VALUES) this.early.set(value, [doc.id]);
      else {
        this.values.push(value);
        this.ids.push(doc.id);
      }
    }
  }

  /** Throws if an ID occurs twice. */
  build(): Index {
    for (const [value, ids] of this.early) {
      this.values.push(value);
      this.ids.push(ids.length > 1 ? ids : (ids[0] as Key));
    }
    const values: Key[] = [];
    const held: (Key | Key[])[] = [];
    for (const at of inOrderOf(this.values)) {
      const [value, ids, last] = [this.values[at] as Key, this.ids[at] as Key | Key[], values.length - 1];
      const before = held[last];
      if (before === undefined || values[last] !== value) {
        values.push(value);
        held.push(ids);
      } else if (typeof before === "object") before.push(ids as Key);
      else held[last] = [before, ids as Key];
    }
    return this.empty.filled(values, held);
  }
}

function fitsKey({ key }: CollectionDef, id: unknown): boolean {
  return key === "int" ? Number.isSafeInteger(id) : typeof id === "string";
}

/** The documents of one collection with their unique keys and indexes, which always change together. */
export class Table {
  private constructor(
    readonly name: CollectionName,
    readonly def: CollectionDef,
    readonly docs: Tree<Key, Doc>,
    private readonly uniques: readonly UniqueKey[],
    private readonly indexes: readonly Index[],
  ) {}

  static empty(name: CollectionName, def: CollectionDef): Table {
    const uniques = Object.entries(def.unique ?? {}).map(([unique, parts]) => UniqueKey.empty(unique, parts));
    const indexes = (def.index ?? []).map((index) => Index.empty(index));
    return new Table(name, def, newTree<Key, Doc>(compareKeys), uniques, indexes);
  }

  /**
   * Builds a table of these documents, in a fraction of the time that put() would take for each. Undefined if put() would
   * refuse or replace a document.
   */
  static async of(
    name: CollectionName,
    def: CollectionDef,
    docs: readonly Doc[],
  ): Promise<Table | undefined> {
    if (!docs.every(({ id }) => fitsKey(def, id))) return undefined;
    const inOrder = sort([...docs], (a, b) => compareKeys(a.id, b.id));
    const empty = Table.empty(name, def);
    const uniqueEntries = empty.uniques.map((unique) => new UniqueEntries(unique));
    const indexEntries = empty.indexes.map((index) => new IndexEntries(index));
    const isLong = docs.length > DOCS_PER_YIELD;
    try {
      // One loop for all keys: loading a document into the processor cache takes longer than reading a value.
      for (let at = 0; at < inOrder.length; at += 1) {
        const doc = inOrder[at] as Doc;
        for (const entries of uniqueEntries) entries.add(doc);
        for (const entries of indexEntries) entries.add(doc);
        if (at % DOCS_PER_YIELD === DOCS_PER_YIELD - 1) await setImmediate();
      }
      const uniques: UniqueKey[] = [];
      for (const entries of uniqueEntries) {
        uniques.push(entries.build());
        if (isLong) await setImmediate();
      }
      const indexes: Index[] = [];
      for (const entries of indexEntries) {
        indexes.push(entries.build());
        if (isLong) await setImmediate();
      }
      const ids = inOrder.map(({ id }) => id);
      return new Table(name, def, treeOf<Key, Doc>(ids, inOrder, compareKeys), uniques, indexes);
    } catch {
      return undefined;
    }
  }

  /** A copy to change; this table stays unchanged. Takes the same time for any number of documents. */
  fork(): Table {
    const uniques = this.uniques.map((unique) => unique.fork());
    const indexes = this.indexes.map((index) => index.fork());
    return new Table(this.name, this.def, this.docs.clone(), uniques, indexes);
  }

  /** The indexes and, for number keys, the order of IDs. */
  get orders(): readonly Ordered[] {
    return this.def.key === "int" ? [new PrimaryOrder(this.docs), ...this.indexes] : this.indexes;
  }

  /** The index with this path and type, if there is one. */
  index(path: string, type: "text" | "number"): Index | undefined {
    for (const index of this.indexes) if (index.path === path && index.type === type) return index;
    return undefined;
  }

  by(name: string, values: readonly Key[]): Doc | undefined {
    const texts: string[] = [];
    for (const unique of this.uniques) {
      if (unique.name !== name) continue;
      if (values.length !== unique.parts.length) {
        throw new TypeError(`${this.name}: the unique key ${name} takes ${unique.parts.length} values`);
      }
      for (const { folded } of unique.parts) {
        const value = values[texts.length];
        texts.push((folded ? foldedText(value) : asText(value)) as string);
      }
      const id = unique.owners.get(uniqueText(texts));
      return id === undefined ? undefined : this.docs.get(id);
    }
    throw new TypeError(`${this.name} has no unique key ${name}: see its descriptor`);
  }

  /** Throws UniqueError or TypeError before any change. */
  put(doc: Doc): void {
    const { id } = doc;
    if (!fitsKey(this.def, id))
      throw new TypeError(`${this.name}: the id ${JSON.stringify(id)} is not of the kind "${this.def.key}"`);
    const before = this.docs.get(id);
    const keys: (readonly string[] | undefined)[] = [];
    for (const unique of this.uniques) {
      const texts = unique.textsOf(doc);
      const owner = texts && unique.owners.get(uniqueText(texts));
      if (texts && owner !== undefined && owner !== id) throw new UniqueError(this.name, unique.name, texts);
      keys.push(texts);
    }
    const values: (readonly Key[])[] = [];
    for (const index of this.indexes) values.push(index.valuesOf(doc));

    for (const unique of this.uniques) unique.change(id, before && unique.textsOf(before), keys.shift());
    for (const index of this.indexes) {
      index.change(id, before ? index.valuesOf(before) : [], values.shift() ?? []);
    }
    this.docs.set(id, doc);
  }

  del(id: Key): boolean {
    const before = this.docs.get(id);
    if (!before) return false;
    for (const unique of this.uniques) unique.change(id, unique.textsOf(before), undefined);
    for (const index of this.indexes) index.change(id, index.valuesOf(before), []);
    return this.docs.delete(id);
  }
}
