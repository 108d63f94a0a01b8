import { nextSlice } from "../time-slices.js";
import type { Awaitable } from "../values/awaitable.js";
import type { UniqueName } from "./collections.js";
import { matcher } from "./match.js";
import { candidates, isPart, withoutOffset, underOneValue } from "./query.js";
import type { Query } from "../filters/query.js";
import type { Key } from "./documents.js";
import type { Basis, CollectionName, Doc, DocOf, ReadTx } from "./storage.js";
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

/** Looks up documents in the tables of a state or a draft. */
export abstract class TableReader implements ReadTx, Source {
  abstract readonly changes: number;
  abstract table(name: CollectionName): Table;

  get<C extends CollectionName>(collection: C, id: Key): DocOf<C> | undefined {
    return this.table(collection).docs.get(id) as DocOf<C> | undefined;
  }

  by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): DocOf<C> | undefined {
    return this.table(collection).by(unique, values) as DocOf<C> | undefined;
  }

  find<C extends CollectionName>(collection: C, query: Query = {}): Awaitable<DocOf<C>[]> {
    const table = this.table(collection);
    return (underOneValue(table, query) ?? this.search(table, query)) as Awaitable<DocOf<C>[]>;
  }

  /** As `matches` with one endless batch, without the cost of its generator: most finds meet a handful of documents. */
  private search(table: Table, query: Query): Awaitable<Doc[]> {
    const wanted = withoutOffset(table, query);
    if (!wanted) return [];
    const { limit = Infinity } = wanted;
    const meets = matcher(wanted);
    const found: Doc[] = [];
    let toSkip = wanted.offset ?? 0;
    const turn = new SearchTurn(wanted);
    if (limit <= 0) return [];
    const left = candidates(table, wanted)[Symbol.iterator]();
    const goOn = (): Awaitable<Doc[]> => {
      for (let next = left.next(); next.done !== true; next = left.next()) {
        const doc = next.value;
        if (meets(doc)) {
          if (toSkip > 0) toSkip -= 1;
          else if (found.push(doc) >= limit) break;
        }
        if (turn.isOver()) return turn.rest(this).then(goOn);
      }
      return found;
    };
    return goOn();
  }

  count(collection: CollectionName, query: Query = {}): Awaitable<number> {
    const table = this.table(collection);
    const all = !query.where?.length && !query.any?.length;
    return all && !isPart(query) ? table.docs.size : this.countMatches(collection, query);
  }

  private async countMatches(collection: CollectionName, query: Query): Promise<number> {
    let count = 0;
    for await (const batch of matches(this, collection, query, 1_000)) count += batch.length;
    return count;
  }
}

/** Reads a state, and notes of what. */
export class Reader extends TableReader implements Basis {
  readonly changes = 0;
  private readonly tables: Table[] = [];

  constructor(private readonly source: Source) {
    super();
  }

  get basis(): Basis {
    return this;
  }

  isSameFor(tx: ReadTx): boolean {
    return tx instanceof Reader && this.tables.every((table) => tx.source.table(table.name) === table);
  }

  table(name: CollectionName): Table {
    const table = this.source.table(name);
    if (!this.tables.includes(table)) this.tables.push(table);
    return table;
  }
}
