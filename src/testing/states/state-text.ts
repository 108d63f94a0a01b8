/** The state as JSON, piece by piece, so that a state of any size is never one text. */
import { bytesOf } from "../../shop/media/versioned-files.js";
import type { StateRecord } from "../../engine/storage/storage.js";
import { timestamp } from "../../engine/values/dates.js";
import type { ShopVersion } from "../control/controlled-shop.js";
import { StateSums } from "./state-sums.js";

/** About so much text at a time. */
const chunkLength = 64 * 1024;

/** The clock, then the collections, a document on each line, then checksums if they are wanted, then the sequences. */
export async function* stateText(version: ShopVersion, withChecksums: boolean): AsyncGenerator<string> {
  const { frozenAt } = version.clock;
  const clock = frozenAt === undefined ? undefined : timestamp(frozenAt);
  const sums = withChecksums ? new StateSums() : undefined;
  let text = clock === undefined ? "{" : `{"clock":"${clock}",`;
  text += '"collections":{';
  let collection = "";
  const sequences: Record<string, number> = {};
  for await (const record of version.state.records()) {
    if ("sequence" in record) {
      if (record.sequence !== "session") sequences[record.sequence] = record.value;
      continue;
    }
    if (record.collection === "sessions") continue;
    if (record.collection !== collection) {
      text += `${collection === "" ? "" : "],"}${JSON.stringify(record.collection)}:[\n`;
      collection = record.collection;
    } else text += ",\n";
    const line = await documentText(version, record);
    sums?.add(collection, line);
    text += line;
    if (text.length < chunkLength) continue;
    yield text;
    text = "";
  }
  text += `${collection === "" ? "" : "]"}},\n`;
  if (sums) text += `"checksums":${JSON.stringify(sums.finish({ clock, sequences }))},\n`;
  yield `${text}"sequences":${JSON.stringify(sequences)}}\n`;
}

type DocumentRecord = Extract<StateRecord, { readonly doc: unknown }>;

async function documentText({ files }: ShopVersion, { collection, doc }: DocumentRecord): Promise<string> {
  if (collection !== "images") return JSON.stringify(doc);
  const file = await files.contents.get(doc.stored_as)?.open();
  const content = file && Buffer.from(await bytesOf(file)).toString("base64");
  return JSON.stringify({ ...doc, ...(content === undefined ? {} : { content }) });
}
