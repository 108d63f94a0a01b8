/** Reads datasets from files and requests without blocking the event loop. */
import type { CollectionName } from "../../engine/storage/storage.js";
import { isObject } from "../../engine/values/coercion.js";
import { hasFiles } from "../data/collections.js";
import { checkedDataset, type DatasetDocument } from "./document.js";
import { readDatasetText } from "./document-text.js";
import type { Chunks, DatasetFormat } from "../../engine/states/forms.js";
import { rowsOf } from "./lines.js";

/** Throws StateProblems. */
export async function readDataset(chunks: Chunks, format: DatasetFormat): Promise<DatasetDocument> {
  if (format !== "jsonl") return checkedDataset(await readDatasetText(chunks, format));
  const collections: Record<string, unknown[]> = {};
  const lines: Record<string, number[]> = {};
  const sequences: Record<string, unknown> = {};
  let clock: unknown;
  for await (const { number, value } of rowsOf(chunks)) {
    if ("state" in value) clock = value.clock;
    else if ("sequence" in value) sequences[String(value.sequence)] = value.value;
    else {
      const name = String(value.collection);
      (collections[name] ??= []).push(withBytes(name, value.doc));
      (lines[name] ??= []).push(number);
    }
  }
  const whole = { collections, sequences, ...(clock === undefined ? {} : { clock }) };
  return { ...checkedDataset(whole), lines };
}

/** Decodes the base64 of a file, which saves a third of the memory. */
function withBytes(collection: string, doc: unknown): unknown {
  if (!hasFiles(collection) || !isObject(doc) || typeof doc.content !== "string") return doc;
  return { ...doc, content: Buffer.from(doc.content, "base64") };
}

/** The place of a row for problems: `collections.products[3]`, or `line 7: doc`. */
export function placeIn(
  { lines }: Pick<DatasetDocument, "lines">,
  collection: CollectionName,
  index: number,
): string {
  const line = lines?.[collection]?.[index];
  return line === undefined ? `collections.${collection}[${index}]` : `line ${line}: doc`;
}
