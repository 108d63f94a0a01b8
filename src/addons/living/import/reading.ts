/** The shared context of an import, and functions for requests and lists. */
import type { CollectionName, DocOf } from "../../../engine/storage/storage.js";
import type { FieldProblems } from "../../../shop/states/fields.js";
import type { People } from "./people.js";
import type { ImportReporter } from "./report.js";
import type { RowShapes } from "./rows.js";
import {
  rowsIn,
  SourceFailure,
  SourceRefusal,
  TooLongAnswer,
  type AnswerBound,
  type ShopSource,
} from "./source.js";
import type { DataObject } from "../../../engine/values/coercion.js";

/** The destination of rows. */
interface ImportSink {
  readonly put: (collection: CollectionName, doc: object) => void;
}

export interface ImportContext {
  readonly source: ShopSource;
  readonly sink: ImportSink;
  readonly report: ImportReporter;
  readonly shapes: RowShapes;
  readonly people: People;
  readonly problemsOf: FieldProblems;
  /** Operations that the role does not allow or the shop does not have. */
  readonly unavailable: Set<string>;
}

/** Objects that are read at once. The source limits the requests, and sends calls that wait together if it can. */
export const objectsAtOnce = 10;

/** Writes a row if it passes the checks of datasets; otherwise reports it. */
export function putRow<C extends CollectionName>(
  { sink, report, problemsOf }: ImportContext,
  collection: C,
  doc: DocOf<C>,
  name: string,
): boolean {
  const [problem] = problemsOf(collection, doc, name);
  if (problem) {
    report.find(`${collection}: rows that cannot be stored here`, `${problem.place} ${problem.message}`);
    return false;
  }
  sink.put(collection, doc);
  report.addRow(collection);
  return true;
}

/** False for an operation that the role does not allow or the shop does not have. */
export function isAvailable({ unavailable }: ImportContext, operation: string): boolean {
  return !unavailable.has(operation);
}

/**
 * The result of an operation; undefined, with a finding, if the role does not allow it or the shop does not
 * have it. Such an operation is called once only.
 */
export async function askIfAllowed(
  { source, report, unavailable }: ImportContext,
  what: string,
  operation: string,
  args: readonly unknown[] = [],
  bound?: AnswerBound,
): Promise<unknown> {
  if (unavailable.has(operation)) return undefined;
  try {
    return await source.ask(operation, args, bound);
  } catch (error) {
    if (!(error instanceof SourceRefusal) || error.kind === "other") throw error;
    unavailable.add(operation);
    const reason =
      error.kind === "denied" ? "the user's role does not allow it" : "the shop does not have it";
    report.findOnce(`${what}: not read`, `${operation}: ${reason}`);
    return undefined;
  }
}

/** The result of an operation for one object; undefined, with a finding, if it fails. */
export async function askAbout(
  context: ImportContext,
  object: string,
  operation: string,
  args: readonly unknown[] = [],
): Promise<unknown> {
  return askOfSeveral(context, operation, object, operation, args);
}

/** The result of a list operation for several objects; undefined, with a finding, if it fails. */
export async function askOfSeveral(
  context: ImportContext,
  what: string,
  objects: string,
  operation: string,
  args: readonly unknown[],
): Promise<unknown> {
  try {
    return await askIfAllowed(context, what, operation, args);
  } catch (error) {
    if (!(error instanceof SourceFailure) && !(error instanceof SourceRefusal)) throw error;
    context.report.find(`${operation}: calls without a usable response`, `${objects}: ${error.message}`);
    return undefined;
  }
}

/** Yields the results in the order of the items, with a limited number of concurrent reads. */
export async function* mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  let next = 0;
  const start = () => {
    const result = read(items[next++] as Item);
    // Prevents an unhandled rejection until the result is awaited.
    result.catch(() => {});
    running.push(result);
  };
  while (next < items.length || running.length > 0) {
    while (next < items.length && running.length < atOnce) start();
    yield await (running.shift() as Promise<Result>);
  }
}

/** The dimension along which a list is read in windows. */
interface Axis {
  readonly key: string;
  readonly bound: (at: number, isEnd: boolean) => string;
  readonly first: number;
  readonly last: number;
  /** Size of the first window. */
  readonly size: number;
}

const byId = (key: string): Axis => ({
  key,
  first: 1,
  last: 2 ** 31 - 1,
  size: 400,
  bound: (at) => String(at),
});

const day_ms = 86_400_000;

/** Magento 1 was released in March 2008. */
const byDay = (): Axis => ({
  key: "created_at",
  first: Date.UTC(2007, 0) / day_ms,
  size: 90,
  last: Math.floor(Date.now() / day_ms) + 1,
  bound: (at, isEnd) =>
    new Date(at * day_ms).toISOString().slice(0, 10) + (isEnd ? " 23:59:59" : " 00:00:00"),
});

/** Target number of rows per window. */
const wantedRows = 400;

/** Bound for the response of a window. Parsing takes about fifty times as much memory. */
const windowBound: AnswerBound = { mostBytes: 4 * 1024 * 1024 };

export interface ListedRow {
  readonly id: number;
  readonly row: DataObject;
}

interface ForeignList {
  readonly operation: string;
  /** For the report. */
  readonly what: string;
  /** The name of the ID member. */
  readonly id: string;
  /** All rows up to this ID were read. */
  readonly after: number;
  readonly isDone: (id: number) => boolean;
}

/**
 * The rows of a list with an ID above `after`, a few hundred at a time. Lists of Magento 1 have filters but
 * no pages. If the shop cannot filter by ID, it is read by day; if it cannot filter at all, with a single
 * request.
 */
export async function* listedRows(
  context: ImportContext,
  list: ForeignList,
): AsyncGenerator<readonly ListedRow[]> {
  const { operation, what, id, after, isDone } = list;
  const idOf = (row: DataObject) => Number(row[id]);
  const listed = (value: unknown) =>
    rowsIn(value)
      .map((row) => ({ id: idOf(row), row }))
      .filter((one) => Number.isSafeInteger(one.id) && one.id > 0 && !isDone(one.id))
      .sort((one, other) => one.id - other.id);

  for (const axis of [byId(id), byDay()]) {
    const isById = axis.key === id;
    const window = new Window(axis, isById ? after + 1 : axis.first);
    let isUsable = false;
    while (window.from <= axis.last) {
      try {
        const bound = window.isSmallest ? undefined : windowBound;
        const answer = await askIfAllowed(context, what, operation, [window.filter], bound);
        if (answer === undefined) return;
        isUsable = true;
        const rows = listed(answer);
        if (rows.length > 0) yield rows;
        // A shop that ignores the filter has returned everything.
        if (isById && !window.holds(rows)) return;
        window.advance(rows.length);
      } catch (error) {
        const isTooLong = error instanceof TooLongAnswer;
        if (!isTooLong && !(error instanceof SourceFailure) && !(error instanceof SourceRefusal)) throw error;
        isUsable ||= isTooLong;
        if (!isUsable) break;
        // A shop that fails for many rows can succeed for fewer.
        if (!window.shrink()) throw error;
      }
    }
    if (isUsable) return;
  }
  const rows = listed(await context.source.ask(operation, [{}]));
  if (rows.length > 0) yield rows;
}

/** A window on an axis, whose size adapts to the density of rows. */
class Window {
  private size: number;

  constructor(
    private readonly axis: Axis,
    public from: number,
  ) {
    this.size = axis.size;
  }

  get isSmallest(): boolean {
    return this.size === 1;
  }

  private get to(): number {
    return Math.min(this.from + this.size - 1, this.axis.last);
  }

  get filter(): object {
    const { key, bound } = this.axis;
    return { [key]: { from: bound(this.from, false), to: bound(this.to, true) } };
  }

  holds(rows: readonly ListedRow[]): boolean {
    return rows.every(({ id }) => id >= this.from && id <= this.to);
  }

  /** Moves to the next window. Grows over gaps and shrinks where rows are dense. */
  advance(rows: number): void {
    this.from = this.to + 1;
    const wanted = this.size * Math.min(4, rows === 0 ? 4 : wantedRows / rows);
    this.size = Math.max(1, Math.floor(wanted));
  }

  /** False if the window cannot be smaller. */
  shrink(): boolean {
    if (this.isSmallest) return false;
    this.size = Math.ceil(this.size / 4);
    return true;
  }
}
