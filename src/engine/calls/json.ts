/**
 * Reads and writes JSON with limits on nesting and values; writes long lists in slices. Limits on size:
 * guard/request-size.ts.
 */
import { isUtf8 } from "node:buffer";
import { globalFault } from "../contract/faults.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import { isObject } from "../values/coercion.js";
import { isImmutable, memoize } from "../values/memo.js";
import { fromWire, jsonList, type Wire, type WireParts, wire } from "../values/text.js";

/** The maximum number of levels of nested lists and objects. */
const maxNesting = 64;

/** The maximum number of values in a body. */
const maxValues = 30_000;

/** The maximum number of members of an object, which are slower to read and to copy than elements of a list. */
const maxMembers = 10_000;

/** The messages for bodies that cannot be read. */
export const jsonProblems = {
  nesting: `The body nests deeper than ${maxNesting} levels.`,
  values: `The body has more than ${maxValues} values.`,
  members: `An object in the body has more than ${maxMembers} members.`,
  encoding: "The body is not UTF-8.",
  syntax: "The body is not JSON.",
} as const;

export type JsonProblem = (typeof jsonProblems)[keyof typeof jsonProblems];

export type JsonReading = { readonly value: unknown } | { readonly problem: JsonProblem };

/** Parses a JSON body. */
export function readJson(body: Buffer): JsonReading {
  const text = decodeUtf8(body);
  if (text === undefined) return { problem: jsonProblems.encoding };
  const excess = mayHoldTooMuch(text) ? excessOf(text) : undefined;
  if (excess !== undefined) return { problem: excess };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: jsonProblems.syntax };
  }
}

/** Decodes a body, without its byte order mark; undefined if it is not UTF-8. */
export function decodeUtf8(body: Buffer): string | undefined {
  const text = body.toString("utf8");
  // Invalid bytes decode to a replacement character, so most bodies need no second look.
  if (text.includes("\ufffd") && !isUtf8(body)) return undefined;
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Whether a body may exceed the limits. A cheap test: almost all bodies are short and have few brackets. */
function mayHoldTooMuch(text: string): boolean {
  if (text.length > maxValues) return true;
  let count = 0;
  for (const bracket of ["[", "{"]) {
    let at = text.indexOf(bracket);
    while (at !== -1 && count <= maxNesting) {
      count += 1;
      at = text.indexOf(bracket, at + 1);
    }
  }
  return count > maxNesting;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Finds too much nesting, or too many values or members, without parsing: it knows only strings, commas and brackets. */
function excessOf(text: string): JsonProblem | undefined {
  /** Of each object that is open the number of commas; of each list NaN. */
  const open: number[] = [];
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at = endOfText(text, at);
    } else if (character === comma) {
      values += 1;
      if (values > maxValues) return jsonProblems.values;
      const members = (open.at(-1) ?? NaN) + 1;
      if (open.length > 0) open[open.length - 1] = members;
      if (members >= maxMembers) return jsonProblems.members;
    } else if (character === openList || character === openObject) {
      open.push(character === openObject ? 0 : NaN);
      if (open.length > maxNesting) return jsonProblems.nesting;
    } else if (character === closeList || character === closeObject) {
      open.pop();
    }
  }
  return undefined;
}

/** The end of the string that begins at a quote. */
function endOfText(json: string, from: number): number {
  let at = from;
  do at = json.indexOf('"', at + 1);
  while (at !== -1 && isEscaped(json, at));
  return at === -1 ? json.length : at;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Rows per slice; about 0.5 ms for the list entries of this service. */
const rowsAtOnce = 200;

/** Characters of one answer. Strings in JavaScript are limited to 512 Mi. */
const maxLength = 256 * 1024 * 1024;

/** The length in bytes from which parsing takes more than about a millisecond. */
const longToParse = 64 * 1024;

/** A result that has been serialized. */
export class JsonText {
  /** @param elements the texts of the elements of a list */
  constructor(
    readonly text: Wire | WireParts,
    readonly elements?: readonly (Wire | WireParts)[],
  ) {}

  /** The value for observers of results. Long results are not parsed for them. */
  toJSON(): unknown {
    const { length } = this.text;
    return length > longToParse ? `… (${length} bytes)` : JSON.parse(fromWire(this.text));
  }
}

/**
 * Serializes a value. Long lists yield between slices. Throws `invalid_request_param` if the text would be too long to
 * send.
 */
export function toJson(value: unknown): Wire | WireParts | Promise<Wire | WireParts> {
  if (typeof value !== "object" || value === null) return wire(JSON.stringify(value));
  if (isImmutable(value)) return memoize(value, stringify);
  if (Array.isArray(value) && value.length > rowsAtOnce) return listInSlices(value);
  if (Array.isArray(value)) return listText(value);
  if (value instanceof JsonText) return value.text;
  return wire(JSON.stringify(value));
}

const stringify = (value: object) => wire(JSON.stringify(value));

/** Serializes a list; immutable rows have been serialized before. */
function listText(rows: readonly unknown[]): Wire {
  const areImmutable = rows.length > 0 && rows.every((row) => isObject(row) && isImmutable(row));
  if (!areImmutable) return wire(JSON.stringify(rows));
  return `[${rows.map((row) => memoize(row as object, stringify)).join(",")}]` as Wire;
}

async function listInSlices(value: readonly unknown[]): Promise<Wire | WireParts> {
  const parts: Wire[] = [];
  let length = 0;
  for (let from = 0; from < value.length; from += rowsAtOnce) {
    if (isSliceOver()) await nextSlice();
    const part = listText(value.slice(from, from + rowsAtOnce)).slice(1, -1) as Wire;
    length += part.length;
    if (length > maxLength) {
      throw globalFault(
        "invalid_request_param",
        "The response would be too large; request less data at once.",
      );
    }
    parts.push(part);
  }
  return jsonList(parts);
}
