/** Counts the documents in states of JSON Lines: files, backups and exports. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { rowsOf } from "../shop/states/lines.js";
import { textTable } from "./output.js";
import { countText } from "./progress.js";

/** Number of rows by collection. */
export type DocumentCounts = Readonly<Record<string, number>>;

export interface StateFile {
  readonly bytes: number;
  readonly documents: DocumentCounts;
}

/** Reads the file to its end. Throws `StateProblems` if it is incomplete. */
export async function stateFile(path: string): Promise<StateFile> {
  const documents = await countDocuments(createReadStream(path));
  return { bytes: (await stat(path)).size, documents };
}

/**
 * Reads a state to its end. Throws `StateProblems` if it is incomplete.
 * @param look called for each document
 */
export async function countDocuments(
  chunks: AsyncIterable<Uint8Array>,
  look?: (collection: string, doc: unknown) => void,
): Promise<DocumentCounts> {
  const counts: Record<string, number> = {};
  for await (const { value } of rowsOf(chunks)) {
    const { collection, doc } = value;
    if (typeof collection !== "string") continue;
    counts[collection] = (counts[collection] ?? 0) + 1;
    look?.(collection, doc);
  }
  return counts;
}

export function documentsTable(counts: DocumentCounts): string {
  const rows = Object.entries(counts).map(([collection, count]) => ({
    collection,
    documents: countText(count),
  }));
  return textTable(rows, ["collection", "documents"]).trimEnd();
}
