/**
 * Reads a state as JSON Lines: a header `{"state":1}`, optionally with `clock`; then one row per line, `{"collection":
 * "products","doc":{…}}` or `{"sequence":"product","value":9}`; and the end `{"end":{"rows":2,"sha256":"…"}}` with the
 * SHA-256 of all lines before it. Lines without a header, the form of earlier versions, need no end.
 */
import { createHash } from "node:crypto";
import { isUtf8 } from "node:buffer";
import { collectionNames, isCollection } from "./document.js";
import { isSliceOver, nextSlice } from "../../engine/time-slices.js";
import { isObject, type DataObject } from "../../engine/values/coercion.js";
import { messageOf } from "../../engine/values/messages.js";
import type { Chunks } from "../../engine/states/forms.js";
import { problemAt } from "../../engine/states/problem.js";

export interface StateLine {
  /** Line number, counted from 1. */
  readonly number: number;
  readonly value: DataObject;
  /** Start and end of the line, in bytes. */
  readonly from: number;
  readonly to: number;
}

/** Parsing a line blocks the event loop. Only base64, as one long text, is parsed fast enough for a longer line. */
const maxLineBytes = 64 * 1024 * 1024;
const maxDenseBytes = 8 * 1024 * 1024;

/** Empty lines cost time and say nothing. */
const maxEmptyLines = 10_000;

/** The header, if any, and the rows. Throws StateProblems. */
export async function* rowsOf(chunks: Chunks): AsyncGenerator<StateLine> {
  const hash = createHash("sha256");
  let [rows, emptyLines, hasHeader, hasEnd] = [0, 0, false, false];
  for await (const { number, from, to, bytes } of linesOf(chunks)) {
    const value = valueOf(bytes, `line ${number}`);
    if (value === undefined) {
      emptyLines += 1;
      if (emptyLines > maxEmptyLines)
        throw problemAt(`line ${number}`, `is empty, as are ${maxEmptyLines} lines before`);
      continue;
    }
    if (hasEnd) throw problemAt(`line ${number}`, "comes after the end of the state");
    if ("end" in value) {
      hasEnd = true;
      checkEnd(value.end, { rows, sha256: hash.digest("hex") }, `line ${number}`);
      continue;
    }
    hash.update(bytes);
    if ("state" in value) {
      if (rows > 0 || hasHeader) throw problemAt(`line ${number}`, "is a header, which must come first");
      if (value.state !== 1) throw problemAt(`line ${number}: state`, "must be 1");
      hasHeader = true;
    } else {
      checkRow(value, `line ${number}`);
      rows += 1;
    }
    yield { number, from, to, value };
    if (isSliceOver()) await nextSlice();
  }
  if (hasHeader && !hasEnd)
    throw problemAt("", `breaks off after ${rows} rows: the line {"end":…} is missing`);
  if (rows === 0 && !hasHeader) throw problemAt("", "contains no state");
}

function checkRow(value: DataObject, place: string): void {
  if ("sequence" in value || isCollection(String(value.collection))) return;
  if (value.collection === undefined) throw problemAt(place, "must have a collection or a sequence");
  throw problemAt(`${place}: collection`, `does not exist; there are ${collectionNames.join(", ")}`);
}

const onPurpose = '; if it was changed on purpose, make the last line {"end":{}}';

function checkEnd(end: unknown, found: { readonly rows: number; readonly sha256: string }, at: string): void {
  if (!isObject(end)) throw problemAt(`${at}: end`, "must be an object");
  if (end.rows !== undefined && end.rows !== found.rows)
    throw problemAt(at, `there are ${found.rows} rows, ${JSON.stringify(end.rows)} were written${onPurpose}`);
  if (end.sha256 !== undefined && end.sha256 !== found.sha256)
    throw problemAt(at, `the SHA-256 of the lines before does not match${onPurpose}`);
}

/** Undefined for an empty line. Throws StateProblems. */
export function valueOf(bytes: Buffer, place: string): DataObject | undefined {
  if (!isUtf8(bytes)) throw problemAt(place, "is not UTF-8");
  const dense = bytes.length > maxDenseBytes ? bytes.length - longestContent(bytes) : bytes.length;
  if (dense > maxDenseBytes)
    throw problemAt(place, `has more than ${maxDenseBytes} bytes besides the content of an image`);
  const text = bytes.toString("utf8").trim();
  if (text === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw problemAt(place, `is not valid JSON (${messageOf(error)})`);
  }
  if (!isObject(value)) throw problemAt(place, "is not an object");
  return value;
}

const contentName = '"content":"';

function longestContent(bytes: Buffer): number {
  const from = bytes.indexOf(contentName);
  return from < 0 ? 0 : Math.max(0, bytes.indexOf('"', from + contentName.length) - from);
}

const lineFeed = 0x0a;

async function* linesOf(chunks: Chunks) {
  let pieces: Buffer[] = [];
  let [number, from, to] = [1, 0, 0];
  const line = () => {
    const found = {
      number,
      from,
      to,
      bytes: pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces),
    };
    [number, from, pieces] = [number + 1, to, []];
    return found;
  };
  const take = (piece: Buffer) => {
    pieces.push(piece);
    to += piece.length;
    if (to - from > maxLineBytes) throw problemAt(`line ${number}`, `has more than ${maxLineBytes} bytes`);
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      take(bytes.subarray(start, end + 1));
      start = end + 1;
      yield line();
    }
    if (start < bytes.length) take(bytes.subarray(start));
  }
  if (to > from) yield line();
}
