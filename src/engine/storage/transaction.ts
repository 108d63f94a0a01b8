import { nextSlice } from "../time-slices.js";
import type { UniqueName } from "./collections.js";
import { matcher } from "./match.js";
import { candidates, isPart, withoutOffset, underOneValue } from "./query.js";
import { deepFreeze, type StateBuilder } from "./state.js";
import type { Query } from "../filters/query.js";
import type { Key } from "./documents.js";
import type { Basis, CollectionName, Doc, DocOf, ReadTx, Tx } from "./storage.js";
import type { Table } from "./table.js";

/** How long documents are examined before other work gets its turn, in milliseconds. */
const SEARCH_PER_TURN = 5;
/** Documents between two looks at the clock; few where long patterns on long texts may take a millisecond each. */
const EXAMINED_PER_LOOK = 32;
const PATTERNS_PER_LOOK = 2;

/** Where a transaction reads: a state or a draft. */
export interface Source {
  /** Rises with every change; a finished state has none. */
  readonly changes: number;
  table(name: CollectionName): Table;
}

/** Batches of matching documents, in order of id; other work runs between them. */
export async function* matches(
  source: Source,
  collection: CollectionName,
  query: Query,
  size: number,
): AsyncGenerator<Doc[]> {
  const meets = matcher(query);
  let left = query.limit ?? Infinity;
  let toSkip = query.offset ?? 0;
  let batch: Doc[] = [];
  const turn = new SearchTurn(query);
  if (left <= 0) return;
  for (const doc of candidates(source.table(collection), query)) {
    if (turn.isOver()) await turn.rest(source);
    if (!meets(doc)) continue;
    if (toSkip > 0) {
      toSkip -= 1;
      continue;
    }
    batch.push(doc);
    if ((left -= 1) <= 0) break;
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The time that a search may take at a stretch. */
class SearchTurn {
  private examined = 0;
  private start = performance.now();
  private readonly perLook: number;

  constructor(query: Query) {
    this.perLook = hasPattern(query) ? PATTERNS_PER_LOOK : EXAMINED_PER_LOOK;
  }

  /** To be asked for each document. */
  isOver(): boolean {
    this.examined += 1;
    return this.examined % this.perLook === 0 && performance.now() - this.start > SEARCH_PER_TURN;
  }

  /** A search walks the very trees that its own transaction changes, so nothing may be put while it rests. */
  async rest(source: Source): Promise<void> {
    const before = source.changes;
    await nextSlice();
    if (source.changes !== before) {
      throw new TypeError("the transaction changed documents during a search: await the search first");
    }
    this.start = performance.now();
  }
}

function hasPattern({ where = [], any = [] }: Query): boolean {
  return [where, ...any].some((conditions) => conditions.some(({ op }) => op === "like" || op === "nlike"));
}

export class Reader implements ReadTx, Basis {
  private readonly tables: Table[] = [];

  constructor(private readonly source: Source) {}

  get basis(): Basis {
    return this;
  }

  isSameFor(tx: ReadTx): boolean {
    return tx instanceof Reader && this.tables.every((table) => tx.source.table(table.name) === table);
  }

  private table(collection: CollectionName): Table {
    const table = this.source.table(collection);
    if (!this.tables.includes(table)) this.tables.push(table);
    return table;
  }

  // Not async functions: a promise that is made resolved costs a third of one that a function returns into.
  get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    return Promise.resolve(this.table(collection).docs.get(id) as DocOf<C> | undefined);
  }

  by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined> {
    return Promise.resolve(this.table(collection).by(unique, values) as DocOf<C> | undefined);
  }

  find<C extends CollectionName>(collection: C, query: Query = {}): Promise<DocOf<C>[]> {
    const table = this.table(collection);
    const direct = underOneValue(table, query);
    return (direct ? Promise.resolve(direct) : this.search(table, query)) as Promise<DocOf<C>[]>;
  }

  /** As `matches` with one endless batch, without the cost of its generator: most finds meet a handful of documents. */
  private async search(table: Table, query: Query): Promise<Doc[]> {
    const wanted = withoutOffset(table, query);
    if (!wanted) return [];
    const { limit = Infinity } = wanted;
    const meets = matcher(wanted);
    const found: Doc[] = [];
    let toSkip = wanted.offset ?? 0;
    const turn = new SearchTurn(wanted);
    if (limit <= 0) return [];
    for (const doc of candidates(table, wanted)) {
      if (turn.isOver()) await turn.rest(this.source);
      if (!meets(doc)) continue;
      if (toSkip > 0) toSkip -= 1;
      else if (found.push(doc) >= limit) break;
    }
    return found;
  }

  async count(collection: CollectionName, query: Query = {}): Promise<number> {
    const table = this.table(collection);
    const all = !query.where?.length && !query.any?.length;
    if (all && !isPart(query)) return table.docs.size;
    let count = 0;
    for await (const batch of matches(this.source, collection, query, 1_000)) count += batch.length;
    return count;
  }
}

export class Writer extends Reader implements Tx {
  /** What ended the transaction early. Swallowing it does not bring the transaction back. */
  failure: Error | undefined;

  constructor(
    private readonly draft: StateBuilder,
    private readonly freeze: boolean,
  ) {
    super(draft);
  }

  async put<C extends CollectionName>(collection: C, doc: DocOf<C>): Promise<void> {
    if (this.freeze) deepFreeze(doc);
    try {
      this.draft.put(collection, doc);
    } catch (error) {
      this.failure ??= error as Error;
      this.draft.end();
      throw error;
    }
  }

  async del(collection: CollectionName, id: Key): Promise<boolean> {
    return this.draft.del(collection, id);
  }

  async claim(): Promise<void> {}

  async next(sequence: string): Promise<number> {
    return this.draft.next(sequence);
  }
}
