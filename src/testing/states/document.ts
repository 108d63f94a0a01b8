/** Dataset files as people write them, checked for their shape (interface 9). */
import { collectionNames, collections, isCollection } from "../../shop/data/collections.js";
import { nextSlice } from "../../engine/time-slices.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import { isObject, type DataObject } from "../../engine/values/coercion.js";
import { toDateTime } from "../../engine/values/dates.js";
import { characterProblems } from "./characters.js";
import type { DatasetProblem } from "./problem.js";
import { StateSums, sumProblems } from "./state-sums.js";

export type { DatasetProblem } from "./problem.js";

/** Everything that is wrong with a dataset, named by place. Nothing of it was loaded. */
export class DatasetProblems extends Error {
  override name = "DatasetProblems";
  constructor(readonly problems: readonly DatasetProblem[]) {
    super(problems.map(({ place, message }) => (place === "" ? message : `${place}: ${message}`)).join("; "));
  }
}

export interface DatasetCall {
  readonly call: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly as?: string;
}

export interface DatasetOrder {
  readonly order: Readonly<Record<string, unknown>>;
  readonly as?: string;
}

export interface DatasetDocument {
  readonly extends?: "minimal" | "sample";
  /** Documents of the collection `settings` by their IDs. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The clock is frozen there. */
  readonly clock?: string;
  readonly calls?: readonly (DatasetCall | DatasetOrder)[];
  /** Images have their bytes as base64 in `content`. */
  readonly collections?: Readonly<Partial<Record<CollectionName, readonly Doc[]>>>;
  readonly sequences?: Readonly<Record<string, number>>;
}

const maxProblems = 100;

/** The value as a dataset. Throws DatasetProblems. */
export function checkedDataset(value: unknown): DatasetDocument {
  const problems: DatasetProblem[] = [];
  for (const found of shapeProblems(value)) {
    if (found !== pause && problems.push(found) >= maxProblems) break;
  }
  return documentOf(value, problems);
}

/** The same with other work in between. */
export async function checkedInSlices(value: unknown): Promise<DatasetDocument> {
  const problems: DatasetProblem[] = [];
  for (const found of shapeProblems(value)) {
    if (found === pause) await nextSlice();
    else if (problems.push(found) >= maxProblems) break;
  }
  return documentOf(value, problems);
}

/** Stands between problems where a check has gone on for long enough. */
export const pause = Symbol("pause");

/** Documents that are checked at a stretch. */
export const checkedPerTurn = 1000;

export type Problems = Generator<DatasetProblem | typeof pause>;

function documentOf(value: unknown, problems: readonly DatasetProblem[]): DatasetDocument {
  if (problems.length > 0) throw new DatasetProblems(problems);
  const { clock, ...rest } = value as Record<string, unknown>;
  const frozen = isObject(clock) ? clock.now : clock;
  return { ...rest, ...(frozen === undefined ? {} : { clock: frozen }) } as DatasetDocument;
}

/**
 * `format`, `journal`, `record` and `link` are what a `db.json` of `file:` begins with. `checksums` are those of
 * its bytes, in a list, and looked at only there; or those that an export carries about itself.
 */
const members = [
  "extends",
  "settings",
  "clock",
  "calls",
  "collections",
  "sequences",
  "format",
  "journal",
  "record",
  "link",
  "checksums",
  "$schema",
];

function* shapeProblems(value: unknown): Problems {
  if (!isObject(value)) {
    yield { place: "", message: "must be an object" };
    return;
  }
  for (const name of Object.keys(value)) {
    if (!members.includes(name)) yield { place: name, message: "is not known here" };
  }
  if (value.extends !== undefined && value.extends !== "minimal" && value.extends !== "sample") {
    yield { place: "extends", message: 'must be "minimal" or "sample"' };
  }
  yield* clockProblems(value.clock);
  yield* settingsProblems(value.settings);
  yield* callsProblems(value.calls);
  yield* collectionsProblems(value.collections);
  yield* sequencesProblems(value.sequences);
  if (value.checksums !== undefined && !Array.isArray(value.checksums)) yield* changeProblems(value);
}

/** What is not as it was exported. */
function* changeProblems({ clock, collections: given, sequences, checksums }: DataObject): Problems {
  const sums = new StateSums();
  let units = 0;
  for (const [name, docs] of Object.entries(isObject(given) ? given : {})) {
    for (const doc of Array.isArray(docs) ? (docs as unknown[]) : []) {
      const text = exportedText(doc);
      sums.add(name, text);
      units += text.length;
      if (units < unitsPerTurn) continue;
      yield pause;
      units = 0;
    }
  }
  const frame = {
    clock: clock as string | undefined,
    sequences: (sequences ?? {}) as Record<string, number>,
  };
  yield* sumProblems(sums.finish(frame), checksums);
}

/** Characters that are hashed at a stretch. */
const unitsPerTurn = 512 * 1024;

/** The bytes of images were taken out of their base64 when the document was read. */
function exportedText(doc: unknown): string {
  if (!isObject(doc) || !(doc.content instanceof Uint8Array)) return JSON.stringify(doc);
  return JSON.stringify({ ...doc, content: Buffer.from(doc.content).toString("base64") });
}

function* clockProblems(clock: unknown): Generator<DatasetProblem> {
  if (clock === undefined) return;
  const time = isObject(clock) ? clock.now : clock;
  if (typeof time === "string" && toDateTime(time) === time) return;
  yield { place: "clock", message: 'must be "YYYY-MM-DD HH:MM:SS" or {now: …}' };
}

function* settingsProblems(settings: unknown): Generator<DatasetProblem> {
  if (settings === undefined) return;
  if (!isObject(settings)) yield { place: "settings", message: "must be an object" };
  else {
    for (const [id, doc] of Object.entries(settings)) {
      if (!isObject(doc)) yield { place: `settings.${id}`, message: "must be an object" };
    }
    yield* characterProblems(settings, "settings");
  }
}

const nameForm = /^[A-Za-z_][A-Za-z0-9_-]*$/;

function* callsProblems(calls: unknown): Generator<DatasetProblem> {
  if (calls === undefined) return;
  if (!Array.isArray(calls)) {
    yield { place: "calls", message: "must be a list" };
    return;
  }
  const names = new Set<string>();
  for (const [index, call] of (calls as unknown[]).entries()) {
    const place = `calls[${index}]`;
    if (!isObject(call)) {
      yield { place, message: "must be an object" };
      continue;
    }
    const { call: path, params, order, as: name, ...others } = call;
    for (const other of Object.keys(others))
      yield { place: `${place}.${other}`, message: "is not known here" };
    if ((path === undefined) === (order === undefined))
      yield { place, message: "must hold either call or order" };
    if (path !== undefined && typeof path !== "string")
      yield { place: `${place}.call`, message: "must be text" };
    if (params !== undefined && (!isObject(params) || order !== undefined)) {
      yield { place: `${place}.params`, message: "must be an object of parameters by name, beside call" };
    }
    if (order !== undefined && !isObject(order))
      yield { place: `${place}.order`, message: "must be an object" };
    if (name === undefined) continue;
    if (typeof name !== "string" || !nameForm.test(name)) {
      yield { place: `${place}.as`, message: "must be a name of letters, digits, - and _" };
    } else if (names.has(name))
      yield { place: `${place}.as`, message: `is the name of an earlier call: ${name}` };
    else names.add(name);
  }
}

function* collectionsProblems(given: unknown): Problems {
  if (given === undefined) return;
  if (!isObject(given)) {
    yield { place: "collections", message: "must be an object" };
    return;
  }
  for (const [name, docs] of Object.entries(given)) {
    const place = `collections.${name}`;
    if (!isCollection(name)) {
      yield { place, message: `is no collection; there are ${collectionNames.join(", ")}` };
    } else if (!Array.isArray(docs)) yield { place, message: "must be a list" };
    else yield* documentProblems(place, collections[name].key, docs);
  }
}

function* documentProblems(place: string, key: "int" | "text", docs: readonly unknown[]): Problems {
  const isKey = key === "int" ? Number.isSafeInteger : (id: unknown) => typeof id === "string" && id !== "";
  const ids = new Set<unknown>();
  for (const [index, doc] of docs.entries()) {
    const at = `${place}[${index}]`;
    if (index % checkedPerTurn === checkedPerTurn - 1) yield pause;
    if (!isObject(doc)) yield { place: at, message: "must be an object" };
    else if (!isKey(doc.id))
      yield { place: `${at}.id`, message: `must be ${key === "int" ? "a number" : "text"}` };
    else if (ids.has(doc.id))
      yield { place: `${at}.id`, message: `is the ID of an earlier one: ${String(doc.id)}` };
    else {
      ids.add(doc.id);
      yield* characterProblems(doc, at);
    }
  }
}

function* sequencesProblems(sequences: unknown): Generator<DatasetProblem> {
  if (sequences === undefined) return;
  if (!isObject(sequences)) {
    yield { place: "sequences", message: "must be an object" };
    return;
  }
  yield* characterProblems(sequences, "sequences");
  for (const [name, value] of Object.entries(sequences)) {
    if (Number.isSafeInteger(value) && Number(value) >= 0) continue;
    yield { place: `sequences.${name}`, message: "must be the last number given, 0 or more" };
  }
}
