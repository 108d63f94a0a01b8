/** Datasets in files, the third way of the setting DATASET: whole states as teams export or write them. */
import { readFile } from "node:fs/promises";
import { collectionNames, collections } from "../storage/collections.js";
import type { CollectionName, StateRecord } from "../storage/storage.js";
import { dataVersion, firstVersion, NewerDataError } from "./migrations/migrations.js";
import { distinct } from "./distinct.js";
import { isObject } from "../values/coercion.js";

/** A dataset file that cannot be loaded. The message names the file and the place in it. */
export class DatasetError extends Error {
  override name = "DatasetError";
  constructor(path: string, what: string, options?: ErrorOptions) {
    super(`The dataset file ${path} cannot be loaded: ${what}.`, options);
  }
}

/**
 * The state in a file, read and checked as a whole before the first record is given. Two forms are taken:
 *
 * - JSON: `{"collections": {"products": [{"id": 1, …}, …], …}, "sequences": {"product": 1, …}}`. The `db.json`
 *   of a file storage has this form; its further members are ignored.
 * - JSON lines, each `{"collection": "products", "doc": {…}}` or `{"sequence": "product", "value": 1}`.
 *
 * Throws DatasetError. That documents have all their fields is not checked.
 */
export async function loadDatasetFile(path: string): Promise<readonly StateRecord[]> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new DatasetError(path, `it cannot be read (${messageOf(cause)})`, { cause });
  });
  const found = isLines(text) ? recordsOfLines(path, text) : recordsOfJson(path, text);
  const records = [...distinct(found, (problem) => new DatasetError(path, problem))];
  const version = versionIn(records);
  if (version > dataVersion) throw new DatasetError(path, new NewerDataError(version, dataVersion).message);
  for (const id of ["shop", "attribute_revision"]) {
    const isThere = records.some((one) => "doc" in one && one.collection === "settings" && one.doc.id === id);
    if (!isThere)
      throw new DatasetError(path, `it is not a whole state, as settings has no document "${id}"`);
  }
  return records;
}

function versionIn(records: readonly StateRecord[]): number {
  for (const record of records) {
    if ("doc" in record && record.collection === "settings" && record.doc.id === "data_version")
      return record.doc.version;
  }
  return firstVersion;
}

function isLines(text: string): boolean {
  const first = text.trimStart().split("\n", 1)[0] ?? "";
  return /^\{\s*"(collection|sequence)"\s*:/.test(first);
}

function* recordsOfLines(path: string, text: string): Iterable<StateRecord> {
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const place = `line ${index + 1}`;
    const record = parsed(path, line, place);
    if (!isObject(record)) throw new DatasetError(path, `${place} is no object`);
    if ("sequence" in record) yield sequenceRecord(path, record.sequence, record.value, place);
    else yield documentRecord(path, record.collection, record.doc, place);
  }
}

function* recordsOfJson(path: string, text: string): Iterable<StateRecord> {
  const content = parsed(path, text, "it");
  if (!isObject(content)) throw new DatasetError(path, "it is no object");
  for (const part of ["collections", "sequences"]) {
    if (!isObject(content[part])) throw new DatasetError(path, `"${part}" is missing or no object`);
  }
  for (const [name, docs] of Object.entries(content.collections as object)) {
    if (!Array.isArray(docs)) throw new DatasetError(path, `collections.${name} is no list`);
    for (const [index, doc] of docs.entries()) {
      yield documentRecord(path, name, doc, `collections.${name}[${index}]`);
    }
  }
  for (const [name, value] of Object.entries(content.sequences as object)) {
    yield sequenceRecord(path, name, value, `sequences.${name}`);
  }
}

function parsed(path: string, text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new DatasetError(path, `${place} is no JSON (${messageOf(cause)})`, { cause });
  }
}

function documentRecord(path: string, collection: unknown, doc: unknown, place: string): StateRecord {
  if (!isCollectionName(collection)) {
    throw new DatasetError(path, `${place} belongs to ${JSON.stringify(collection)}, which is no collection`);
  }
  const { key } = collections[collection];
  const isKey = key === "int" ? Number.isSafeInteger : (id: unknown) => typeof id === "string" && id !== "";
  if (!isObject(doc) || !isKey(doc.id)) {
    throw new DatasetError(
      path,
      `${place} must be an object with an id (${key === "int" ? "a number" : "text"})`,
    );
  }
  return { collection, doc } as unknown as StateRecord;
}

function sequenceRecord(path: string, sequence: unknown, value: unknown, place: string): StateRecord {
  if (
    typeof sequence === "string" &&
    typeof value === "number" &&
    Number.isSafeInteger(value) &&
    value >= 0
  ) {
    return { sequence, value };
  }
  throw new DatasetError(path, `${place} must be the last number given, 0 or more`);
}

function isCollectionName(name: unknown): name is CollectionName {
  return collectionNames.includes(name as CollectionName);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
