import { type CollectionDef, type UniquePart } from "./collections.js";
import { fold } from "../values/text.js";
import { reach, asText } from "./match.js";
import { compareKeys, Index, newTree, type Ordered, PrimaryOrder, type Tree } from "./ordered.js";
import type { Key } from "./documents.js";
import { type CollectionName, type Doc, UniqueError } from "./storage.js";

interface Unique {
  readonly name: string;
  readonly parts: readonly ReachablePart[];
  readonly owners: Tree<string, Key>;
}

/** With its path taken apart once, as every write reads it. */
interface ReachablePart extends UniquePart {
  readonly steps: readonly string[];
}

/** The documents of one collection with their unique keys and indexes, always changed together. */
export class Table {
  private constructor(
    readonly name: CollectionName,
    readonly def: CollectionDef,
    readonly docs: Tree<Key, Doc>,
    private readonly uniques: readonly Unique[],
    private readonly indexes: readonly Index[],
  ) {}

  static empty(name: CollectionName, def: CollectionDef): Table {
    const uniques = Object.entries(def.unique ?? {}).map(([unique, parts]) => ({
      name: unique,
      parts: parts.map((part) => ({ ...part, steps: part.path.split(".") })),
      owners: newTree<string, Key>(compareKeys),
    }));
    const indexes = (def.index ?? []).map((index) => Index.empty(index, def.key));
    return new Table(name, def, newTree<Key, Doc>(compareKeys), uniques, indexes);
  }

  /** A table to change; this one stays as it is. Costs the same for any number of documents. */
  fork(): Table {
    const uniques = this.uniques.map((unique) => ({ ...unique, owners: unique.owners.clone() }));
    return new Table(
      this.name,
      this.def,
      this.docs.clone(),
      uniques,
      this.indexes.map((index) => index.fork()),
    );
  }

  /** Of the same collection, without documents. */
  emptied(): Table {
    return Table.empty(this.name, this.def);
  }

  /** What a query may walk: the indexes and, for number keys, the ids themselves. */
  get orders(): readonly Ordered[] {
    return this.def.key === "int" ? [new PrimaryOrder(this.docs), ...this.indexes] : this.indexes;
  }

  /** The index over a path that compares as the type, if there is one. */
  index(path: string, type: "text" | "number"): Index | undefined {
    return this.indexes.find((index) => index.path === path && index.type === type);
  }

  by(name: string, values: readonly Key[]): Doc | undefined {
    const unique = this.uniques.find((one) => one.name === name);
    if (!unique) throw new TypeError(`${this.name} has no unique key ${name}: see its descriptor`);
    if (values.length !== unique.parts.length) {
      throw new TypeError(`${this.name}: the unique key ${name} takes ${unique.parts.length} values`);
    }
    const texts = unique.parts.map((part, at) => partText(part, values[at])) as string[];
    const id = unique.owners.get(uniqueText(texts));
    return id === undefined ? undefined : this.docs.get(id);
  }

  /** Throws UniqueError or TypeError before anything has changed. */
  put(doc: Doc): void {
    this.checkKey(doc.id);
    const before = this.docs.get(doc.id);
    const keys = this.uniques.map((unique) => this.freeKey(unique, doc));
    const values = this.indexes.map((index) => index.valuesOf(doc));

    this.uniques.forEach((unique, at) => moveKey(unique, doc.id, before && keyOf(unique, before), keys[at]));
    this.indexes.forEach((index, at) =>
      index.change(doc.id, before ? index.valuesOf(before) : [], values[at] ?? []),
    );
    this.docs.set(doc.id, doc);
  }

  del(id: Key): boolean {
    const before = this.docs.get(id);
    if (!before) return false;
    for (const unique of this.uniques) moveKey(unique, id, keyOf(unique, before), undefined);
    for (const index of this.indexes) index.change(id, index.valuesOf(before), []);
    return this.docs.delete(id);
  }

  private checkKey(id: Key): void {
    const fits = this.def.key === "int" ? Number.isSafeInteger(id) : typeof id === "string";
    if (!fits)
      throw new TypeError(`${this.name}: the id ${JSON.stringify(id)} is not of the kind "${this.def.key}"`);
  }

  private freeKey(unique: Unique, doc: Doc): string | undefined {
    const texts = partsOf(unique, doc);
    if (!texts) return undefined;
    const key = uniqueText(texts);
    const owner = unique.owners.get(key);
    if (owner !== undefined && owner !== doc.id) throw new UniqueError(this.name, unique.name, texts);
    return key;
  }
}

function partText(part: UniquePart, value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && part.folded ? fold(text) : text;
}

/** A key of several parts is written as JSON, so that no text inside a part can imitate a border. */
function uniqueText(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] as string) : JSON.stringify(texts);
}

function partsOf(unique: Unique, doc: Doc): string[] | undefined {
  const texts: string[] = [];
  for (const part of unique.parts) {
    const text = partText(part, reach(doc, part.steps)[0]);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

function keyOf(unique: Unique, doc: Doc): string | undefined {
  const texts = partsOf(unique, doc);
  return texts && uniqueText(texts);
}

function moveKey(unique: Unique, id: Key, before: string | undefined, after: string | undefined): void {
  if (before === after) return;
  if (before !== undefined) unique.owners.delete(before);
  if (after !== undefined) unique.owners.set(after, id);
}
