/** Reads dataset files for the setting DATASET (interface 9). */
import { open, type FileHandle } from "node:fs/promises";
import { extname } from "node:path";
import { messageOf } from "../../../engine/values/messages.js";
import type { DatasetDocument } from "./document.js";
import { StateProblems } from "../../../engine/states/problem.js";
import type { DatasetFormat } from "../../../engine/states/forms.js";
import { readDataset } from "./reader.js";

/** Thrown for a dataset file that cannot be read. */
export class DatasetError extends Error {
  override name = "DatasetError";
  constructor(path: string, what: string, options?: ErrorOptions) {
    super(`The dataset file ${path} cannot be loaded: ${what}.`, options);
  }
}

/** Reads a dataset file: YAML, JSON or JSON Lines. Throws DatasetError and StateProblems. */
export async function readDatasetFile(path: string): Promise<DatasetDocument> {
  const unreadable = (cause: unknown) =>
    new DatasetError(path, `it cannot be read (${messageOf(cause)})`, { cause });
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    const chunks = file.createReadStream({ start: 0, autoClose: false });
    return await readDataset(chunks, await formatOf(path, file));
  } catch (error) {
    throw error instanceof StateProblems ? error : unreadable(error);
  } finally {
    await file.close();
  }
}

async function formatOf(path: string, file: FileHandle): Promise<DatasetFormat> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
  return formatOfFile(path, buffer.subarray(0, bytesRead));
}

/** The format by the name of a file and its first bytes. */
export function formatOfFile(name: string, beginning: Buffer): DatasetFormat {
  if ([".yaml", ".yml"].includes(extname(name).toLowerCase())) return "yaml";
  const text = beginning.toString("utf8");
  return /^\uFEFF?\s*\{\s*"(state|collection|sequence)"\s*:/.test(text) ||
    extname(name).toLowerCase() === ".jsonl"
    ? "jsonl"
    : "json";
}
