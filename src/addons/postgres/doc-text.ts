/** Documents as they are stored: their JSON text. */
import { type CollectionDef } from "../../engine/storage/collections.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import { reach } from "../../engine/storage/table.js";
import { fitsKey, isText } from "./conditions.js";

/** Throws TypeError for a document that cannot be stored. */
export function docText(collection: CollectionName, def: CollectionDef, doc: Doc): string {
  if (!fitsKey(def, doc.id)) {
    throw new TypeError(`${collection}: the id ${JSON.stringify(doc.id)} is not of the kind "${def.key}"`);
  }
  requireSingleValues(def, doc);
  const text = JSON.stringify(doc);
  requireText(collection, doc, text);
  return text;
}

function requireSingleValues({ index = [] }: CollectionDef, doc: Doc): void {
  for (const { path, list } of index) {
    if (!list && reach(doc, path.split(".")).length > 1) {
      throw new TypeError(`${path} holds a list: say so in the descriptor of its collection`);
    }
  }
}

const suspicious = /\\u(?:0000|d[89ab][0-9a-f]{2})/;

/** Throws TypeError for texts that PostgreSQL cannot store. The regular expression also matches escaped backslashes. */
function requireText(collection: CollectionName, doc: Doc, text: string): void {
  if (!suspicious.test(text)) return;
  JSON.parse(text, (key, value: unknown) => {
    for (const one of [key, value]) {
      if (typeof one !== "string" || isText(one)) continue;
      throw new TypeError(`${collection} ${doc.id}: a text holds NUL or half a surrogate pair at ${key}`);
    }
    return value;
  });
}
