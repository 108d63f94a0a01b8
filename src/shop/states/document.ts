/** The types of dataset documents, and the check of their structure (docs/testing.md). */
import type { FaultTexts } from "../../engine/contract/fault-texts.js";
import type { ShopDoc, TaxClass, TaxRate } from "../data/entities/shop.js";
import type { ConsumerEntry } from "../../engine/access/oauth/consumers.js";
import { carrierForm, isCarrier } from "../sales/shipments/carriers.js";
import { countries } from "../directory/countries.js";
import { collectionNames, isCollection } from "../data/collections.js";
import { CHECKPOINT_MEMBERS } from "../../engine/storage/checkpoint-text.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import { isObject, type DataObject } from "../../engine/values/coercion.js";
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
  /** In place of the tax rates that are there. */
  readonly tax_rates?: readonly TaxRate[];
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

type Problems = Iterable<StateProblem>;

/** The checks of members of a dataset, which get their place; unchecked members are judged where they are used. */
const ownMembers: Readonly<Record<string, (value: unknown, place: string) => Problems>> = {
  extends: oneOf("minimal", "sample"),
  /** Chapters are read only at server start. */
  extend: (value, place) =>
    Array.isArray(value) && value.every((path) => typeof path === "string" && path !== "")
      ? []
      : [{ place, message: "must be a list of paths of chapters" }],
  settings: (value, place) => (isObject(value) ? settingsProblems(value) : [noObject(place)]),
  fault_texts: () => [],
  clock: (value, place) => {
    const time = isObject(value) ? value.now : value;
    if (typeof time === "string" && toDateTime(time) === time) return [];
    return [{ place, message: 'must be "YYYY-MM-DD HH:MM:SS" or {now: …}' }];
  },
  handling: oneOf("strict", "lenient"),
  rules: () => [],
  consumers: characterProblems,
  calls: (value, place) => (Array.isArray(value) ? callsProblems(value) : [noList(place)]),
  collections: (value, place) => (isObject(value) ? collectionsProblems(value) : [noObject(place)]),
  sequences: (value, place) => (isObject(value) ? sequencesProblems(value) : [noObject(place)]),
};

/** The members with which a dataset begins. */
export const datasetMembers = Object.keys(ownMembers);

/** Of a `db.json` of a data folder, only collections and sequences are read. Earlier exports have its `checksums`, too. */
const members = new Set([...datasetMembers, ...CHECKPOINT_MEMBERS, "$schema"]);

function* shapeProblems(dataset: unknown): Generator<StateProblem> {
  if (!isObject(dataset)) {
    yield noObject("");
    return;
  }
  for (const name of Object.keys(dataset)) {
    if (!members.has(name)) yield { place: name, message: "is unknown" };
  }
  for (const [name, problemsOf] of Object.entries(ownMembers))
    if (dataset[name] !== undefined) yield* problemsOf(dataset[name], name);
}

function oneOf(...values: readonly [string, string]) {
  return (value: unknown, place: string): StateProblem[] =>
    values.some((one) => one === value)
      ? []
      : [{ place, message: `must be ${values.map((one) => `"${one}"`).join(" or ")}` }];
}

const noObject = (place: string): StateProblem => ({ place, message: "must be an object" });
const noList = (place: string): StateProblem => ({ place, message: "must be a list" });

function* settingsProblems(settings: DataObject): Generator<StateProblem> {
  const { carriers, tax_classes, tax_rates, ...documents } = settings;
  if (carriers !== undefined) yield* carrierProblems(carriers);
  if (tax_classes !== undefined) yield* taxClassProblems(tax_classes);
  if (tax_rates !== undefined) yield* taxRateProblems(tax_rates);
  for (const [id, doc] of Object.entries(documents)) if (!isObject(doc)) yield noObject(`settings.${id}`);
  yield* characterProblems(settings, "settings");
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

const taxRateForm =
  "must be {country_id, rate, product_tax_class}, with region_id, postcode and customer_tax_class if they matter: a code of a " +
  'country, percent from 0 to 100, IDs of classes, the ID of a region, and a postcode ("10115", "10*", "10000-19999")';

export function* taxRateProblems(rates: unknown): Generator<StateProblem> {
  const place = "settings.tax_rates";
  if (!Array.isArray(rates)) {
    yield { place, message: "must be a list of tax rates" };
    return;
  }
  for (const [at, one] of (rates as unknown[]).entries()) {
    const { country_id, region_id, postcode, rate, product_tax_class, customer_tax_class, ...others } =
      isObject(one) ? one : {};
    const isRate =
      typeof country_id === "string" &&
      countries.hasCountry(country_id) &&
      (region_id === undefined || (Number.isInteger(region_id) && (region_id as number) >= 0)) &&
      (postcode === undefined || (typeof postcode === "string" && postcode.trim() !== "")) &&
      typeof rate === "number" &&
      rate >= 0 &&
      rate <= 100 &&
      Number.isInteger(product_tax_class) &&
      (customer_tax_class === undefined || Number.isInteger(customer_tax_class)) &&
      Object.keys(others).length === 0;
    if (!isRate) yield { place: `${place}[${at}]`, message: taxRateForm };
  }
}

const nameForm = /^[A-Za-z_][A-Za-z0-9_-]*$/;

function* callsProblems(calls: readonly unknown[]): Generator<StateProblem> {
  const names = new Set<string>();
  for (const [index, call] of calls.entries()) {
    const place = `calls[${index}]`;
    if (!isObject(call)) {
      yield noObject(place);
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
    for (const [member, value] of Object.entries({ order, composition }))
      if (value !== undefined && !isObject(value)) yield noObject(`${place}.${member}`);
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
function* collectionsProblems(collections: DataObject): Generator<StateProblem> {
  for (const [name, docs] of Object.entries(collections)) {
    const place = `collections.${name}`;
    if (!isCollection(name))
      yield { place, message: `is not a collection; there are ${collectionNames.join(", ")}` };
    else if (!Array.isArray(docs)) yield noList(place);
  }
}

function* sequencesProblems(sequences: DataObject): Generator<StateProblem> {
  yield* characterProblems(sequences, "sequences");
  for (const [name, value] of Object.entries(sequences)) {
    if (Number.isSafeInteger(value) && Number(value) >= 0) continue;
    yield { place: `sequences.${name}`, message: "must be the last number given, 0 or more" };
  }
}
