/** Lists: the rows that filters find, as a whole or streamed (D-87). */
import { unknownValueProblem } from "../filters/closed-values.js";
import type { FilterFields } from "../filters/filter-field.js";
import type { Query } from "../filters/query.js";
import type { CollectionName, DocOf, ReadTx } from "../storage/storage.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import type { DataObject } from "../values/coercion.js";
import { append } from "../values/lists.js";
import type { Handling } from "../contract/members.js";
import type { Raise } from "./handler.js";
import { sendRows, type RowSink, type SentRows } from "./row-stream.js";

/** The call of a list operation. Its filters are its last check. */
export interface Listing {
  readonly tx: ReadTx;
  readonly fault: Raise<"filters_invalid">;
  readonly settings: { readonly listMaxRows: number };
  readonly rows: RowSink | undefined;
  /** Whether nobody is waiting for the rows any more. */
  readonly isLate: boolean;
}

/** @param mayStay whether documents stay in memory, so that their rows may be memoized */
type RowsOf<Doc, Row> = (
  documents: readonly Doc[],
  mayStay: boolean,
) => readonly Row[] | Promise<readonly Row[]>;

export interface ListForm<C extends CollectionName, Row> {
  readonly collection: C;
  readonly query: Query;
  readonly rowsOf: RowsOf<DocOf<C>, Row>;
  /** Documents per slice, a few milliseconds of work; default 100. */
  readonly perTurn?: number;
  /** Filters documents by computed values, which no storage can do. */
  readonly accept?: ((documents: readonly DocOf<C>[]) => readonly DocOf<C>[]) | undefined;
}

/** The longest list that is returned as a whole: about 5 MB of documents. */
const heldDocuments = 2_000;
/** The same where the documents are in memory anyway: the memory for their rows. */
const heldRows = 20_000;
/** The longest list among several results, which is built in memory: about 1 KB for each product (D-354). */
export const maxRowsAmongOthers = 100_000;

/**
 * Under strict handling, throws `filters_invalid` for a condition that asks only for values that the field cannot have and no
 * stored record has. Otherwise, notes it for the journal.
 */
export async function refuseUnknownValues(
  { tx, fault, isStrict, ignore }: Pick<Listing, "tx" | "fault"> & Handling,
  collection: CollectionName,
  filters: DataObject,
  fields: FilterFields,
): Promise<void> {
  if (!isStrict && !ignore) return;
  const problem = await unknownValueProblem(filters, fields, async ({ path, type }, value) => {
    const where = [{ path, type: type === "text" ? type : "number", op: "in", value } as const];
    return (await tx.find(collection, { where, limit: 1 })).length > 0;
  });
  if (problem === undefined) return;
  if (isStrict) throw fault("filters_invalid", problem);
  ignore?.(`filters.${problem}`);
}

/** Returns the rows in order of ID. Throws `filters_invalid` if there are more than the limit. */
export async function listRows<C extends CollectionName, Row>(
  listing: Listing,
  { collection, query, rowsOf, perTurn = 100, accept }: ListForm<C, Row>,
): Promise<Row[] | SentRows> {
  const { tx, fault, settings, rows } = listing;
  const { listMaxRows: maxRows } = settings;
  const refuseTooMany = (found: number) => {
    const problem = rowCapProblem(found, maxRows, collection);
    if (problem !== undefined) throw fault("filters_invalid", problem);
  };
  const limit = accept ? undefined : searchLimit(maxRows);
  // The number of documents that pass computed filters is known only after reading all.
  const each = maxRows === 0 || !accept ? tx.each : undefined;
  const longest = tx.isInMemory ? heldRows : heldDocuments;
  const held = each ? Math.min(limit ?? Infinity, longest + 1) : limit;
  const found = await tx.find(collection, { ...query, limit: held });
  if (each && found.length > longest) {
    if (maxRows > 0) refuseTooMany(await tx.count(collection, query));
    const batches = () => each.call(tx, collection, query) as AsyncIterable<DocOf<C>[]>;
    const all = rowBatches(batches(), { rowsOf, accept });
    if (!rows) return collected(all, listing, collection);
    const count = () => (accept ? countAccepted(batches(), accept) : tx.count(collection, query));
    return sendRows(rows, all, count);
  }

  const accepted = accept ? await inTurns(found, perTurn, accept) : found;
  refuseTooMany(accepted.length);
  return inTurns(accepted, perTurn, (part) => rowsOf(part, true));
}

/** The rows of a list that is one of several results: as a whole, but without its documents. */
async function collected<Row>(
  batches: AsyncIterable<readonly Row[]>,
  listing: Listing,
  collection: CollectionName,
): Promise<Row[]> {
  const all: Row[] = [];
  for await (const batch of batches) {
    if (listing.isLate) throw new Error("nobody is waiting for this list any more");
    append(all, batch);
    const problem = rowCapProblem(all.length, maxRowsAmongOthers, collection);
    if (problem !== undefined)
      throw listing.fault(
        "filters_invalid",
        `${problem} Or send this call alone, not in a batch or multiCall.`,
      );
  }
  return all;
}

async function countAccepted<C extends CollectionName>(
  batches: AsyncIterable<readonly DocOf<C>[]>,
  accept: NonNullable<ListForm<C, unknown>["accept"]>,
): Promise<number> {
  let count = 0;
  for await (const batch of batches) count += accept(batch).length;
  return count;
}

async function* rowBatches<C extends CollectionName, Row>(
  batches: AsyncIterable<readonly DocOf<C>[]>,
  { rowsOf, accept }: Pick<ListForm<C, Row>, "rowsOf" | "accept">,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) yield await rowsOf(accept ? accept(batch) : batch, false);
}

/** Yields between batches. */
async function inTurns<One, Other>(
  list: readonly One[],
  perTurn: number,
  work: (part: readonly One[]) => readonly Other[] | Promise<readonly Other[]>,
): Promise<Other[]> {
  const all: Other[] = [];
  for (let at = 0; at < list.length; at += perTurn) {
    if (at > 0 && isSliceOver()) await nextSlice();
    append(all, await work(list.slice(at, at + perTurn)));
  }
  return all;
}

/** The limit of a query for at most `maxRows` rows (LIST_MAX_ROWS; 0 = no limit): one more, to notice that there are too many. */
export function searchLimit(maxRows: number): number | undefined {
  return maxRows > 0 ? maxRows + 1 : undefined;
}

/** The problem if filters match more rows than allowed. */
export function rowCapProblem(found: number, maxRows: number, rows: string): string | undefined {
  if (maxRows === 0 || found <= maxRows) return undefined;
  return `More than ${maxRows} ${rows} match; narrow the filters.`;
}
