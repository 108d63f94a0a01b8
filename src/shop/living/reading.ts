/** What the parts of an import share: the source, the report, the shapes of rows, and where rows go. */
import type { CollectionName, DocOf } from "../../engine/storage/storage.js";
import type { FieldProblems } from "../data/states/fields.js";
import type { People } from "./people.js";
import type { Report } from "./report.js";
import type { RowShapes } from "./rows.js";
import {
  rowsIn,
  SourceFailure,
  SourceRefusal,
  TooLongAnswer,
  type AnswerBound,
  type ShopSource,
} from "./source.js";
import type { DataObject } from "../../engine/values/coercion.js";

/** Where the rows of an import go. */
export interface RowSink {
  readonly put: (collection: CollectionName, doc: object) => void;
}

export interface Reading {
  readonly source: ShopSource;
  readonly sink: RowSink;
  readonly report: Report;
  readonly shapes: RowShapes;
  readonly people: People;
  readonly problemsOf: FieldProblems;
  /** How many objects are read at once. */
  readonly concurrency: number;
}

/** Writes a row that the checks of datasets accept; another one is reported and left out. */
export function putRow<C extends CollectionName>(
  { sink, report, problemsOf }: Reading,
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

/** The result of an operation; undefined where the role does not allow it, or it is missing there. The report says so. */
export async function askIfAllowed(
  { source, report }: Reading,
  what: string,
  operation: string,
  args: readonly unknown[] = [],
  bound?: AnswerBound,
): Promise<unknown> {
  try {
    return await source.ask(operation, args, bound);
  } catch (error) {
    if (!(error instanceof SourceRefusal) || error.kind === "other") throw error;
    const reason =
      error.kind === "denied" ? "the user's role does not allow it" : "the shop does not have it";
    report.findOnce(`${what}: not read`, `${operation}: ${reason}`);
    return undefined;
  }
}

/** The result of an operation for one object; undefined where there is none. The report names the object. */
export async function askAbout(
  { source, report }: Reading,
  object: string,
  operation: string,
  args: readonly unknown[] = [],
): Promise<unknown> {
  try {
    return await source.ask(operation, args);
  } catch (error) {
    if (error instanceof SourceFailure || error instanceof SourceRefusal) {
      report.find(`${operation}: calls without a usable answer`, `${object}: ${error.message}`);
      return undefined;
    }
    throw error;
  }
}

/** The same of a list that goes with a few objects: the report names these, too. */
export async function askOfSeveral(
  reading: Reading,
  what: string,
  objects: string,
  operation: string,
  args: readonly unknown[],
): Promise<unknown> {
  try {
    return await askIfAllowed(reading, what, operation, args);
  } catch (error) {
    if (!(error instanceof SourceFailure) && !(error instanceof SourceRefusal)) throw error;
    reading.report.find(`${operation}: calls without a usable answer`, `${objects}: ${error.message}`);
    return undefined;
  }
}

/** The results in the order of the objects, while a few are read at once. */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  let next = 0;
  const start = () => {
    const result = read(items[next++] as Item);
    // It is waited for in its turn; until then a rejection is nobody's.
    result.catch(() => {});
    running.push(result);
  };
  while (next < items.length || running.length > 0) {
    while (next < items.length && running.length < atOnce) start();
    yield await (running.shift() as Promise<Result>);
  }
}

/** Along what a list is read, window by window. */
interface Axis {
  readonly key: string;
  readonly bound: (at: number, isEnd: boolean) => string;
  readonly first: number;
  readonly last: number;
  /** Steps of the first window. */
  readonly size: number;
}

const byId = (key: string): Axis => ({
  ...{ key, first: 1, last: 2 ** 31 - 1, size: 400 },
  bound: (at) => String(at),
});

const day_ms = 86_400_000;

/** Magento 1 came out in March 2008. */
const byDay = (): Axis => ({
  ...{ key: "created_at", first: Date.UTC(2007, 0) / day_ms, size: 90 },
  last: Math.floor(Date.now() / day_ms) + 1,
  bound: (at, isEnd) =>
    new Date(at * day_ms).toISOString().slice(0, 10) + (isEnd ? " 23:59:59" : " 00:00:00"),
});

/** Rows of a window that are aimed at. */
const wantedRows = 400;

/** Of the answer to a window. Parsing takes some fifty times as much memory. */
const windowBound: AnswerBound = { mostBytes: 4 * 1024 * 1024 };

export interface ListedRow {
  readonly id: number;
  readonly row: DataObject;
}

export interface ForeignList {
  readonly operation: string;
  /** For the report. */
  readonly what: string;
  /** The member that has the ID. */
  readonly id: string;
  /** All up to this ID have been read. */
  readonly after: number;
  readonly isDone: (id: number) => boolean;
}

/**
 * The rows of a list with an ID above `after`, a few hundred at a time: Magento's lists have no pages, but filters. A
 * shop that cannot filter by the ID is asked by the day, and one that cannot filter at all for everything.
 */
export async function* listedRows(reading: Reading, list: ForeignList): AsyncGenerator<readonly ListedRow[]> {
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
        const answer = await askIfAllowed(reading, what, operation, [window.filter], bound);
        if (answer === undefined) return;
        isUsable = true;
        const rows = listed(answer);
        if (rows.length > 0) yield rows;
        // Whoever passes over the filter has answered everything.
        if (isById && !window.holds(rows)) return;
        window.advance(rows.length);
      } catch (error) {
        const isTooLong = error instanceof TooLongAnswer;
        if (!isTooLong && !(error instanceof SourceFailure) && !(error instanceof SourceRefusal)) throw error;
        isUsable ||= isTooLong;
        if (!isUsable) break;
        // A shop that fails over many rows may answer few.
        if (!window.shrink()) throw error;
      }
    }
    if (isUsable) return;
  }
  const rows = listed(await reading.source.ask(operation, [{}]));
  if (rows.length > 0) yield rows;
}

/** A part of an axis; it goes on as wide as rows are rare. */
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

  /** Gaps are crossed in growing steps; a step that meets too many rows behind one is made smaller again. */
  advance(rows: number): void {
    this.from = this.to + 1;
    const wanted = this.size * Math.min(4, rows === 0 ? 4 : wantedRows / rows);
    this.size = Math.max(1, Math.floor(wanted));
  }

  /** False where it cannot be smaller. */
  shrink(): boolean {
    if (this.isSmallest) return false;
    this.size = Math.ceil(this.size / 4);
    return true;
  }
}
