/** Datasets in files, the third way of the setting DATASET (interface.md 9). */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import {
  checkedDataset,
  DatasetProblems,
  parseDataset,
  type DatasetDocument,
} from "../control/dataset/document.js";
import { isObject } from "../values/coercion.js";
import { messageOf } from "../values/messages.js";

/** A dataset file that cannot be read at all. */
export class DatasetError extends Error {
  override name = "DatasetError";
  constructor(path: string, what: string, options?: ErrorOptions) {
    super(`The dataset file ${path} cannot be loaded: ${what}.`, options);
  }
}

/**
 * The dataset in a file: YAML when it is called so, else JSON, or JSON lines, each `{"collection": "products", "doc":
 * {…}}` or `{"sequence": "product", "value": 1}`. Throws DatasetError and DatasetProblems.
 */
export async function readDatasetFile(path: string): Promise<DatasetDocument> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new DatasetError(path, `it cannot be read (${messageOf(cause)})`, { cause });
  });
  if ([".yaml", ".yml"].includes(extname(path).toLowerCase())) return parseDataset(text, "yaml");
  return isLines(text) ? checkedDataset(contentOfLines(text)) : parseDataset(text, "json");
}

function isLines(text: string): boolean {
  const first = text.trimStart().split("\n", 1)[0] ?? "";
  return /^\{\s*"(collection|sequence)"\s*:/.test(first);
}

function contentOfLines(text: string): unknown {
  const collections: Record<string, unknown[]> = {};
  const sequences: Record<string, unknown> = {};
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const record = recordOf(line, `line ${index + 1}`);
    if ("sequence" in record) sequences[String(record.sequence)] = record.value;
    else (collections[String(record.collection)] ??= []).push(record.doc);
  }
  return { collections, sequences };
}

function recordOf(line: string, place: string): Record<string, unknown> {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch (error) {
    throw new DatasetProblems([{ place, message: `is no JSON (${messageOf(error)})` }]);
  }
  if (isObject(record)) return record;
  throw new DatasetProblems([{ place, message: "is no object" }]);
}
