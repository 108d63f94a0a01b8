/** Reads one page of the records of a collection (customers 9.1, 9.2). */
import type { FilterField } from "../../../engine/filters/filter-field.js";
import { matcher } from "../../../engine/storage/match.js";
import { reach } from "../../../engine/storage/table.js";
import type { CollectionName, Doc, DocOf, Storage } from "../../../engine/storage/storage.js";
import { fold, textOrJson } from "../../../engine/values/text.js";
import type { CollectionQuery } from "./rest-query.js";

interface RecordPage<Doc> {
  readonly records: readonly Doc[];
  /** Number of records on all pages. */
  readonly total: number;
}

/** Collections with numeric IDs. */
type NumericCollection = {
  [Name in CollectionName]: DocOf<Name> extends { readonly id: number } ? Name : never;
}[CollectionName];

interface PageSource<Name extends NumericCollection> {
  readonly storage: Storage;
  readonly collection: Name;
  /** Filters records by conditions that the storage cannot evaluate. */
  readonly accept?: ((records: readonly DocOf<Name>[]) => readonly DocOf<Name>[]) | undefined;
}

export async function readPage<Name extends NumericCollection>(
  source: PageSource<Name>,
  asked: CollectionQuery,
): Promise<RecordPage<DocOf<Name>>> {
  const isById = asked.order.path === "id";
  const { where = [], any = [] } = asked.query;
  return isById && where.length + any.length === 0 && !source.accept
    ? pageOfAll(source, asked)
    : pageOfMatches(source, asked);
}

/**
 * One page of the given records.
 * @param valuesOf the values of a record for filters and order
 */
export function pageOfRecords<Row>(
  rows: readonly Row[],
  { query, order, descending, page, limit }: CollectionQuery,
  valuesOf: (row: Row, position: number) => object,
): RecordPage<Row> {
  const accepts = matcher(query);
  const valueOf = valueBy(order);
  const ranked = rows
    .map((row, id) => ({ row, id, values: valuesOf(row, id) }))
    .filter(({ values }) => accepts(values as Doc))
    .map(({ row, id, values }) => ({ row, id, value: valueOf(values) }))
    .sort(comparison(descending));
  const shown = ranked.slice((page - 1) * limit, page * limit);
  return { records: shown.map(({ row }) => row), total: ranked.length };
}

/** A page in the order of the storage. Every page costs the same. */
function pageOfAll<Name extends NumericCollection>(
  { storage, collection }: PageSource<Name>,
  { page, limit, descending }: CollectionQuery,
): Promise<RecordPage<DocOf<Name>>> {
  return storage.read(async (tx) => {
    const total = await tx.count(collection);
    const before = (page - 1) * limit;
    const size = Math.max(0, Math.min(limit, total - before));
    const offset = descending ? total - before - size : before;
    const records = size === 0 ? [] : await tx.find(collection, { offset, limit: size });
    return { records: descending ? records.reverse() : records, total };
  });
}

/**
 * Iterates over all matches and keeps ID and sort value of those up to the end of this page. Yields to other calls. A
 * record that is deleted before the page is read is missing from it.
 */
async function pageOfMatches<Name extends NumericCollection>(
  { storage, collection, accept = (records) => records }: PageSource<Name>,
  { query, order, descending, page, limit }: CollectionQuery,
): Promise<RecordPage<DocOf<Name>>> {
  const wanted = page * limit;
  const compare = comparison(descending);
  const valueOf = valueBy(order);
  let total = 0;
  let kept: Ranked[] = [];
  for await (const batch of storage.scan(collection, query)) {
    const accepted = accept(batch);
    total += accepted.length;
    for (const record of accepted)
      kept.push({ id: (record as { readonly id: number }).id, value: valueOf(record) });
    if (kept.length > 2 * wanted + batchRoom) kept = kept.sort(compare).slice(0, wanted);
  }
  const shown = kept.sort(compare).slice(wanted - limit, wanted);
  return storage.read(async (tx) => {
    const records: DocOf<Name>[] = [];
    for (const { id } of shown) {
      const record = await tx.get(collection, id);
      if (record !== undefined) records.push(record);
    }
    return { records, total };
  });
}

/** Number of additional rows after which rows beyond the page are dropped. */
const batchRoom = 4000;

interface Ranked {
  readonly id: number;
  readonly value: string | number | null;
}

/** The sort value of a record: that of the first path with a value. */
function valueBy({ path, type }: FilterField): (record: object) => string | number | null {
  const paths = [path].flat().map((one) => one.split("."));
  const isNumber = type === "number" || type === "boolean";
  return (record) => {
    for (const steps of paths) {
      const [value] = reach(record, steps);
      if (value === undefined) continue;
      return isNumber ? Number(value) : fold(textOrJson(value));
    }
    return null;
  };
}

/** Nulls first; text ignoring case; equal values by ID, ascending in both directions. */
function comparison(descending: boolean): (one: Ranked, other: Ranked) => number {
  const sign = descending ? -1 : 1;
  return (one, other) => {
    if (one.value === other.value) return one.id - other.id;
    if (one.value === null) return -sign;
    if (other.value === null) return sign;
    return one.value < other.value ? -sign : sign;
  };
}
