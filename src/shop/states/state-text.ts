/** Serializes a state in chunks, as a document or as JSON Lines, so that a large state is never one string. */
import { createHash } from "node:crypto";
import { bytesOf } from "../../engine/files/versioned-files.js";
import { hasFiles } from "../data/collections.js";
import type { FileDoc } from "../data/entities/catalog.js";
import type { StateRecord } from "../../engine/storage/storage.js";
import { timestamp } from "../../engine/values/dates.js";
import type { InstanceVersion } from "../../engine/states/version.js";

/** Approximate length of a chunk, in characters. */
const chunkLength = 64 * 1024;

/**
 * Serializes a state as JSON Lines (see lines.ts).
 * @param first first line to return, counted from 0; earlier lines only count for the checksum
 */
export async function* stateLines(version: InstanceVersion, first = 0): AsyncGenerator<string> {
  const hash = createHash("sha256");
  let [rows, number, text] = [0, 0, ""];
  const add = (value: object) => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    if (number >= first) text += line;
    number += 1;
  };
  const clock = clockOf(version);
  add({ state: 1, ...(clock === undefined ? {} : { clock }) });
  for await (const record of recordsOf(version)) {
    add("sequence" in record ? record : { ...record, doc: await exported(version, record) });
    rows += 1;
    if (text.length < chunkLength) continue;
    yield text;
    text = "";
  }
  if (number >= first) text += `${JSON.stringify({ end: { rows, sha256: hash.digest("hex") } })}\n`;
  if (text !== "") yield text;
}

/** Serializes a state as a dataset document: the clock, the collections with one row per line, and the sequences. */
export async function* stateDocument(version: InstanceVersion): AsyncGenerator<string> {
  const clock = clockOf(version);
  let text = clock === undefined ? "{" : `{"clock":"${clock}",`;
  text += '"collections":{';
  let collection = "";
  const sequences: Record<string, number> = {};
  for await (const record of recordsOf(version)) {
    if ("sequence" in record) {
      sequences[record.sequence] = record.value;
      continue;
    }
    if (record.collection !== collection) {
      text += `${collection === "" ? "" : "],"}${JSON.stringify(record.collection)}:[\n`;
      collection = record.collection;
    } else text += ",\n";
    text += JSON.stringify(await exported(version, record));
    if (text.length < chunkLength) continue;
    yield text;
    text = "";
  }
  text += `${collection === "" ? "" : "]"}},\n`;
  yield `${text}"sequences":${JSON.stringify(sequences)}}\n`;
}

function clockOf({ clock: { frozenAt } }: InstanceVersion): string | undefined {
  return frozenAt === undefined ? undefined : timestamp(frozenAt);
}

/** Sessions are not exported. */
async function* recordsOf({ state }: InstanceVersion): AsyncGenerator<StateRecord> {
  for await (const record of state.records()) {
    const isOfSessions =
      "sequence" in record ? record.sequence === "session" : record.collection === "sessions";
    if (!isOfSessions) yield record;
  }
}

type DocumentRecord = Extract<StateRecord, { readonly doc: unknown }>;

/** Rows of files contain the bytes as base64. */
async function exported({ files }: InstanceVersion, { collection, doc }: DocumentRecord): Promise<object> {
  if (!hasFiles(collection)) return doc;
  const file = await files.contents.get((doc as FileDoc).stored_as)?.open();
  return file ? { ...doc, content: Buffer.from(await bytesOf(file)).toString("base64") } : doc;
}
