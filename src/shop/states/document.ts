/** The types of dataset documents, and the check of their structure (docs/testing.md). */
import type { FaultTexts } from "../../engine/contract/fault-texts.js";
import type { ShopDoc, TaxClass } from "../data/entities/shop.js";
import type { ConsumerEntry } from "../../engine/access/oauth/consumers.js";
import { carrierForm, isCarrier } from "../sales/shipments/carriers.js";
import { collectionNames, isCollection } from "../data/collections.js";
import { CHECKPOINT_MEMBERS } from "../../engine/storage/checkpoint-text.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import { isObject } from "../../engine/values/coercion.js";
import { toDateTime } from "../../engine/values/dates.js";
import {
  characterProblems,
  StateProblems,
  maxProblems,
  type StateProblem,
} from "../../engine/states/problem.js";

export { collectionNames, isCollection };

export interface CallEntry {
  readonly call: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly as?: string;
}

export interface OrderEntry {
  readonly order: Readonly<Record<string, unknown>>;
  readonly as?: string;
}

export interface CompositionEntry {
  readonly composition: Readonly<Record<string, unknown>>;
  /** A product ID, or a reference to one. */
  readonly product: number | string;
  readonly as?: string;
}

export interface DatasetDocument {
  readonly extends?: "minimal" | "sample";
  /** Chapters of own operations: paths relative to the file, read when a server starts with it. */
  readonly extend?: readonly string[];
  readonly settings?: DatasetSettings;
  /** Texts of faults, beside those of the dataset below (doors 0.2). */
  readonly fault_texts?: FaultTexts;
  /** Freezes the clock at this time. */
  readonly clock?: string;
  /** Whether members of calls without effect are refused (conventions 4). */
  readonly handling?: "strict" | "lenient";
  /** Rules of the test control, which checks them (docs/testing.md). */
  readonly rules?: unknown;
  /** Consumers of OAuth 1.0a. Like rows, they are checked later (dataset-builder.ts). */
  readonly consumers?: readonly ConsumerEntry[];
  readonly calls?: readonly (CallEntry | OrderEntry | CompositionEntry)[];
  /** Rows of files contain the bytes as base64 in `content`. */
  readonly collections?: Readonly<Partial<Record<CollectionName, readonly Doc[]>>>;
  readonly sequences?: Readonly<Record<string, number>>;
  /** For JSON Lines: the line numbers of the rows. */
  readonly lines?: Readonly<Partial<Record<CollectionName, readonly number[]>>>;
}

/** Documents of the collection `settings` by ID, and additions to the document `shop`. */
export interface DatasetSettings {
  readonly [id: string]: unknown;
  readonly shop?: Readonly<Record<string, unknown>>;
  /** Beside the carriers that are there. */
  readonly carriers?: NonNullable<ShopDoc["carriers"]>;
  /** Beside the tax classes that are there; one with the ID of another replaces it. */
  readonly tax_classes?: readonly TaxClass[];
}

/** Checks the structure of a dataset, without its rows. Throws StateProblems. */
export function checkedDataset(value: unknown): DatasetDocument {
  const problems: StateProblem[] = [];
  for (const found of shapeProblems(value)) if (problems.push(found) >= maxProblems) break;
  if (problems.length > 0) throw new StateProblems(problems);
  const { clock, ...rest } = value as Record<string, unknown>;
  const frozen = isObject(clock) ? clock.now : clock;
  return { ...rest, ...(frozen === undefined ? {} : { clock: frozen }) } as DatasetDocument;
}

/** Of a `db.json` of a data folder, only collections and sequences are read. Earlier exports have its `checksums`, too. */
const members = [
  "extends",
  "extend",
  "settings",
  "fault_texts",
  "clock",
  "handling",
  "rules",
  "consumers",
  "calls",
  ...CHECKPOINT_MEMBERS,
  "$schema",
];

function* shapeProblems(value: unknown): Generator<StateProblem> {
  if (!isObject(value)) {
    yield { place: "", message: "must be an object" };
    return;
  }
  for (const name of Object.keys(value)) {
    if (!members.includes(name)) yield { place: name, message: "is unknown" };
  }
  if (value.extends !== undefined && value.extends !== "minimal" && value.extends !== "sample") {
    yield { place: "extends", message: 'must be "minimal" or "sample"' };
  }
  if (value.handling !== undefined && value.handling !== "strict" && value.handling !== "lenient") {
    yield { place: "handling", message: 'must be "strict" or "lenient"' };
  }
  yield* chapterProblems(value.extend);
  yield* clockProblems(value.clock);
  yield* settingsProblems(value.settings);
  yield* characterProblems(value.consumers, "consumers");
  yield* callsProblems(value.calls);
  yield* collectionsProblems(value.collections);
  yield* sequencesProblems(value.sequences);
}

/** Chapters are read only at server start. */
function* chapterProblems(chapters: unknown): Generator<StateProblem> {
  if (chapters === undefined) return;
  const isList = Array.isArray(chapters) && chapters.every((path) => typeof path === "string" && path !== "");
  if (!isList) yield { place: "extend", message: "must be a list of paths of chapters" };
}

function* clockProblems(clock: unknown): Generator<StateProblem> {
  if (clock === undefined) return;
  const time = isObject(clock) ? clock.now : clock;
  if (typeof time === "string" && toDateTime(time) === time) return;
  yield { place: "clock", message: 'must be "YYYY-MM-DD HH:MM:SS" or {now: …}' };
}

function* settingsProblems(settings: unknown): Generator<StateProblem> {
  if (settings === undefined) return;
  if (!isObject(settings)) yield { place: "settings", message: "must be an object" };
  else {
    const { carriers, tax_classes, ...documents } = settings;
    if (carriers !== undefined) yield* carrierProblems(carriers);
    if (tax_classes !== undefined) yield* taxClassProblems(tax_classes);
    for (const [id, doc] of Object.entries(documents)) {
      if (!isObject(doc)) yield { place: `settings.${id}`, message: "must be an object" };
    }
    yield* characterProblems(settings, "settings");
  }
}

function* carrierProblems(carriers: unknown): Generator<StateProblem> {
  const place = "settings.carriers";
  if (!isObject(carriers)) {
    yield { place, message: "must be an object of titles by code" };
    return;
  }
  for (const [code, title] of Object.entries(carriers)) {
    if (!isCarrier(code, title))
      yield { place: `${place}.${code}`, message: `is not a carrier: ${carrierForm}` };
  }
}

function* taxClassProblems(classes: unknown): Generator<StateProblem> {
  const place = "settings.tax_classes";
  if (!Array.isArray(classes)) {
    yield { place, message: "must be a list of {class_id, name, type}" };
    return;
  }
  for (const [at, one] of (classes as unknown[]).entries()) {
    const { class_id, name, type, ...others } = isObject(one) ? one : {};
    const isClass =
      Number.isInteger(class_id) &&
      (class_id as number) > 0 &&
      typeof name === "string" &&
      name !== "" &&
      (type === "product" || type === "customer") &&
      Object.keys(others).length === 0;
    if (isClass) continue;
    const message =
      "must be {class_id, name, type} with an ID above 0, a name, and product or customer as type";
    yield { place: `${place}[${at}]`, message };
  }
}

const nameForm = /^[A-Za-z_][A-Za-z0-9_-]*$/;

function* callsProblems(calls: unknown): Generator<StateProblem> {
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
    const { call: path, params, order, composition, product, as: name, ...others } = call;
    for (const other of Object.keys(others)) yield { place: `${place}.${other}`, message: "is unknown" };
    if ([path, order, composition].filter((one) => one !== undefined).length !== 1)
      yield { place, message: "must have one of call, order and composition" };
    if (path !== undefined && typeof path !== "string")
      yield { place: `${place}.call`, message: "must be text" };
    if (params !== undefined && (!isObject(params) || path === undefined)) {
      yield {
        place: `${place}.params`,
        message: "must be an object of parameters by name, together with call",
      };
    }
    if (order !== undefined && !isObject(order))
      yield { place: `${place}.order`, message: "must be an object" };
    if (composition !== undefined && !isObject(composition))
      yield { place: `${place}.composition`, message: "must be an object" };
    const isNamed = typeof product === "number" || typeof product === "string";
    if (composition === undefined ? product !== undefined : !isNamed)
      yield { place: `${place}.product`, message: "must be the ID of a product, together with composition" };
    if (name === undefined) continue;
    if (typeof name !== "string" || !nameForm.test(name)) {
      yield { place: `${place}.as`, message: "must be a name of letters, digits, - and _" };
    } else if (names.has(name))
      yield { place: `${place}.as`, message: `is the name of an earlier call: ${name}` };
    else names.add(name);
  }
}

/** The rows are checked one by one later (state-check.ts). */
function* collectionsProblems(given: unknown): Generator<StateProblem> {
  if (given === undefined) return;
  if (!isObject(given)) {
    yield { place: "collections", message: "must be an object" };
    return;
  }
  for (const [name, docs] of Object.entries(given)) {
    const place = `collections.${name}`;
    if (!isCollection(name))
      yield { place, message: `is not a collection; there are ${collectionNames.join(", ")}` };
    else if (!Array.isArray(docs)) yield { place, message: "must be a list" };
  }
}

function* sequencesProblems(sequences: unknown): Generator<StateProblem> {
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
