/** Finds the documents of a table that match a query, and yields to other work. */
import { nextSlice } from "../time-slices.js";
import { matcher } from "./match.js";
import { candidates, isPart, withoutOffset, underOneValue } from "./query.js";
import type { Query } from "../filters/query.js";
import type { CollectionName, Doc } from "./storage.js";
import type { Table } from "./table.js";

/** Milliseconds of examining documents before yielding to other work. */
const SEARCH_PER_TURN = 5;
/** Documents between two reads of the clock; few for patterns, since a long pattern on long text may take a millisecond. */
const EXAMINED_PER_LOOK = 32;
const PATTERNS_PER_LOOK = 2;

/** What a transaction reads from: a state or a draft. */
export interface Source {
  /** Increases with every change; 0 for a finished state. */
  readonly changes: number;
  table(name: CollectionName): Table;
}

/** Batches of matching documents, in order of id. Other work runs between them. */
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

/** The time that a search may take before it yields. */
class SearchTurn {
  private examined = 0;
  private start = performance.now();
  private readonly perLook: number;

  constructor(query: Query) {
    this.perLook = hasPattern(query) ? PATTERNS_PER_LOOK : EXAMINED_PER_LOOK;
  }

  /** Call it for each document. */
  isOver(): boolean {
    this.examined += 1;
    return this.examined % this.perLook === 0 && performance.now() - this.start > SEARCH_PER_TURN;
  }

  /** Yields. A search walks the trees that its own transaction changes, so the transaction must change nothing meanwhile. */
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

/** All matching documents, in order of id. */
export async function search(source: Source, collection: CollectionName, query: Query): Promise<Doc[]> {
  const table = source.table(collection);
  return underOneValue(table, query) ?? walk(source, table, query);
}

/** As `matches` with one endless batch, without the cost of its generator: most searches find a handful of documents. */
async function walk(source: Source, table: Table, query: Query): Promise<Doc[]> {
  const wanted = withoutOffset(table, query);
  if (!wanted) return [];
  const { limit = Infinity } = wanted;
  const meets = matcher(wanted);
  const found: Doc[] = [];
  let toSkip = wanted.offset ?? 0;
  const turn = new SearchTurn(wanted);
  if (limit <= 0) return [];
  for (const doc of candidates(table, wanted)) {
    if (turn.isOver()) await turn.rest(source);
    if (!meets(doc)) continue;
    if (toSkip > 0) toSkip -= 1;
    else if (found.push(doc) >= limit) break;
  }
  return found;
}

/** How many documents match. */
export async function countMatches(
  source: Source,
  collection: CollectionName,
  query: Query,
): Promise<number> {
  const all = !query.where?.length && !query.any?.length;
  return all && !isPart(query)
    ? source.table(collection).docs.size
    : countOneByOne(source, collection, query);
}

async function countOneByOne(source: Source, collection: CollectionName, query: Query): Promise<number> {
  let count = 0;
  for await (const batch of matches(source, collection, query, 1_000)) count += batch.length;
  return count;
}
