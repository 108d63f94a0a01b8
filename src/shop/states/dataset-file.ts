/** Reads dataset files for the setting DATASET (docs/testing.md). */
import { open, stat, type FileHandle } from "node:fs/promises";
import { extname } from "node:path";
import { messageOf } from "../../engine/values/messages.js";
import { datasetMembers, type DatasetDocument } from "./document.js";
import { StateProblems } from "../../engine/states/problem.js";
import type { DatasetFormat } from "../../engine/states/forms.js";
import { readDataset } from "./reader.js";

/** Thrown for a dataset file that cannot be read. */
export class DatasetError extends Error {
  override name = "DatasetError";
  constructor(path: string, what: string, options?: ErrorOptions) {
    super(`The dataset file ${path} cannot be loaded: ${what}.`, options);
  }
}

/**
 * Reads a dataset file: YAML, JSON or JSON Lines. Throws DatasetError and StateProblems. No message quotes a file that is not
 * a dataset: the path may come from a caller that is not allowed to read it, such as a coding agent.
 */
export async function readDatasetFile(path: string): Promise<DatasetDocument> {
  const unreadable = (cause: unknown) =>
    new DatasetError(path, `it cannot be read (${messageOf(cause)})`, { cause });
  const file = await openFile(path).catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    const beginning = await beginningOf(file);
    const chunks = file.createReadStream({ start: 0, autoClose: false });
    return await readDataset(chunks, formatOfFile(path, beginning)).catch((error: unknown) => {
      throw looksLikeDataset(beginning) ? error : new DatasetError(path, noDataset);
    });
  } catch (error) {
    const isKnown = error instanceof StateProblems || error instanceof DatasetError;
    throw isKnown ? error : unreadable(error);
  } finally {
    await file.close();
  }
}

/** Devices and pipes have no end, or block. */
async function openFile(path: string): Promise<FileHandle> {
  if (!(await stat(path)).isFile()) throw new Error("it is not a file");
  return open(path);
}

async function beginningOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0);
  return buffer.subarray(0, bytesRead);
}

const beginningBytes = 16 * 1024;

const noDataset = `it is not a dataset, which must begin with one of ${datasetMembers.join(", ")}`;

/** The first members of datasets, of `db.json`, and of the lines of an export. */
const firstMembers = [...datasetMembers, "format", "state", "collection", "sequence", "end"];

/** Comments, and marks of a YAML document. */
const prefix = String.raw`^\uFEFF?(?:[ \t]*(?:#[^\n]*|---[^\n]*|%[^\n]*)?\r?\n)*[ \t]*(?:\{\s*)?["']?`;
const first = new RegExp(
  String.raw`${prefix}(?:(?:${firstMembers.join("|")})["']?\s*:|\$schema["']?\s*:[^\n]*dataset\.schema\.json)`,
);

function looksLikeDataset(beginning: Buffer): boolean {
  return first.test(beginning.toString("utf8"));
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
