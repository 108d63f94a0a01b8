/** Datasets in files, the third way of the setting DATASET (interface 9). */
import { open, type FileHandle } from "node:fs/promises";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { checkedInSlices, DatasetProblems, type DatasetDocument } from "../../testing/states/document.js";
import { readDataset } from "../../testing/states/reader.js";
import { isObject } from "../../engine/values/coercion.js";
import { messageOf } from "../../engine/values/messages.js";

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
  const unreadable = (cause: unknown) =>
    new DatasetError(path, `it cannot be read (${messageOf(cause)})`, { cause });
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    if ([".yaml", ".yml"].includes(extname(path).toLowerCase()))
      return await readDataset(streamOf(file), "yaml");
    return await ((await isLines(file))
      ? checkedInSlices(await contentOfLines(file))
      : readDataset(streamOf(file), "json"));
  } catch (error) {
    throw error instanceof DatasetProblems ? error : unreadable(error);
  } finally {
    await file.close();
  }
}

function streamOf(file: FileHandle) {
  return file.createReadStream({ start: 0, autoClose: false });
}

async function isLines(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
  return /^\s*\{\s*"(collection|sequence)"\s*:/.test(buffer.toString("utf8", 0, bytesRead));
}

async function contentOfLines(file: FileHandle): Promise<unknown> {
  const collections: Record<string, unknown[]> = {};
  const sequences: Record<string, unknown> = {};
  let count = 0;
  for await (const line of createInterface({ input: streamOf(file), crlfDelay: Infinity })) {
    count += 1;
    if (line.trim() === "") continue;
    const record = recordOf(line, `line ${count}`);
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
