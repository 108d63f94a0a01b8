/** JSON out, with a bound on how long the event loop is held. What comes in is read by json-reader.ts. */
import { wire, type Wire } from "../../values/wire.js";
import { globalFault } from "../../calls/faults.js";
import { isSliceOver, nextSlice } from "../../time-slices.js";
import { isObject } from "../../values/coercion.js";
import { memoize, isImmutable } from "../../values/memo.js";

/** Rows that are turned into text at a stretch; about 0.5 ms for the list entries of this service. */
const rowsAtOnce = 200;

/** Characters of one answer: JavaScript has no texts beyond 512 Mi, and a client has little use for half of that. */
const maxLength = 256 * 1024 * 1024;

/** Bytes; as many take a millisecond. */
const longToParse = 64 * 1024;

/** A result that is text already. */
export class JsonText {
  /** @param elements the texts of its elements, when it is a list */
  constructor(
    readonly text: Wire,
    readonly elements?: readonly Wire[],
  ) {}

  /** For those who look at results; they have no use for one that takes long to read. */
  toJSON(): unknown {
    const { length } = this.text;
    return length > longToParse
      ? `… (${length} bytes)`
      : JSON.parse(Buffer.from(this.text, "latin1").toString());
  }
}

/**
 * The JSON of a value. Long lists are written in slices between which others go on. Throws `invalid_request_param` when
 * the text would be too long to send.
 */
export function toJson(value: unknown): Wire | Promise<Wire> {
  if (Array.isArray(value) && value.length > rowsAtOnce) return listInSlices(value);
  if (typeof value !== "object" || value === null) return wire(JSON.stringify(value));
  if (Array.isArray(value)) return listText(value);
  if (value instanceof JsonText) return value.text;
  return isImmutable(value) ? memoize(value, stringify) : wire(JSON.stringify(value));
}

const stringify = (value: object) => wire(JSON.stringify(value));

/** Rows that are answered again and again have their text already. */
function listText(rows: readonly unknown[]): Wire {
  const areKept = rows.length > 0 && rows.every((row) => isObject(row) && isImmutable(row));
  if (!areKept) return wire(JSON.stringify(rows));
  return `[${rows.map((row) => memoize(row as object, stringify)).join(",")}]` as Wire;
}

async function listInSlices(value: readonly unknown[]): Promise<Wire> {
  const parts: string[] = [];
  let length = 0;
  for (let from = 0; from < value.length; from += rowsAtOnce) {
    if (isSliceOver()) await nextSlice();
    const part = listText(value.slice(from, from + rowsAtOnce)).slice(1, -1);
    length += part.length;
    if (length > maxLength) {
      throw globalFault("invalid_request_param", "The answer would be too large; ask for less at once.");
    }
    parts.push(part);
  }
  return `[${parts.join(",")}]` as Wire;
}
