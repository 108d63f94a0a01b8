/** What a file of JSON Lines holds. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { rowsOf } from "../shop/data/states/lines.js";

export interface StateFile {
  readonly bytes: number;
  /** Rows by collection. */
  readonly documents: Readonly<Record<string, number>>;
}

/** Reads it to its end. Throws StateProblems when it is not whole. */
export async function stateFile(path: string): Promise<StateFile> {
  const documents: Record<string, number> = {};
  for await (const { value } of rowsOf(createReadStream(path))) {
    const { collection: name } = value;
    if (typeof name !== "string") continue;
    documents[name] = (documents[name] ?? 0) + 1;
  }
  return { bytes: (await stat(path)).size, documents };
}
