/** JSON in, with bounds that are checked before the cost of parsing is paid. */
import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { isSliceOver, nextSlice } from "../../time-slices.js";
import { LongTexts } from "./json-long-texts.js";
import { parsePieces } from "./json-pieces.js";
import { excesses, JsonScan, mayNestTooDeep, nestsTooDeep, usualPiece, type PieceSize } from "./json-scan.js";

/** Why a body cannot be read, as a sentence. */
export const jsonProblems = {
  ...excesses,
  encoding: "The body is not UTF-8.",
  syntax: "The body is not JSON.",
} as const;

export type JsonProblem = (typeof jsonProblems)[keyof typeof jsonProblems];

export type JsonReading = { readonly value: unknown } | { readonly problem: JsonProblem };

/** Larger bodies are read in slices, between which others go on. */
const smallBytes = 16 * 1024;

/**
 * The value of a JSON body.
 * @param maxElements of a list that is the whole body; too long a list is found without parsing it
 * @param piece how much is parsed at a stretch
 */
export function readJson(
  body: Buffer,
  maxElements = Infinity,
  piece = usualPiece,
): JsonReading | Promise<JsonReading> {
  return body.length <= smallBytes ? readSmall(body) : readLarge(body, maxElements, piece);
}

function readSmall(body: Buffer): JsonReading {
  const text = decodeUtf8(body);
  if (text === undefined) return { problem: jsonProblems.encoding };
  const read = parseText(text);
  // So few bytes hold few values, and only with so many opening brackets they can nest too deep.
  if (!mayNestTooDeep(text)) return read;
  // What was parsed is looked through faster than its text.
  if ("value" in read && !nestsTooDeep(read.value)) return read;
  const problem = new JsonScan(Infinity, usualPiece).read(body, 0, body.length);
  return problem === undefined ? read : { problem };
}

async function readLarge(body: Buffer, maxElements: number, piece: PieceSize): Promise<JsonReading> {
  const { stretch } = piece;
  const scan = new JsonScan(maxElements, piece);
  for (let from = 0; from < body.length; from += stretch) {
    await pause();
    const problem = scan.read(body, from, Math.min(from + stretch, body.length));
    if (problem !== undefined) return { problem };
  }
  await pause();
  if (!isUtf8(body)) return { problem: jsonProblems.encoding };
  if (scan.isInText) return { problem: jsonProblems.syntax };
  const decode = (from: number, to: number) => decodePart(body, from, to, stretch);
  try {
    const texts = new LongTexts(scan.longTexts, decode, pause);
    return { value: await parsePieces(body.length, scan.cuts, texts, pause) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: jsonProblems.syntax };
    throw error;
  }
}

async function pause(): Promise<void> {
  if (isSliceOver()) await nextSlice();
}

function parseText(text: string): JsonReading {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: jsonProblems.syntax };
  }
}

/** The text of a body, without a byte order mark; undefined when it is not UTF-8. */
export function decodeUtf8(body: Buffer): string | undefined {
  const text = body.toString("utf8");
  // Only a replacement character can hide bytes that are not UTF-8, so most bodies are looked at once.
  return text.includes("\ufffd") && !isUtf8(body) ? undefined : withoutMark(text);
}

/** A part of a body that is UTF-8, without a byte order mark at its beginning. */
function decodePart(body: Buffer, from: number, to: number, stretch: number): string | Promise<string> {
  if (to - from <= stretch) return withoutMarkAt(from, body.toString("utf8", from, to));
  return decodeInSlices(body.subarray(from, to), stretch).then((text) => withoutMarkAt(from, text));
}

async function decodeInSlices(body: Buffer, stretch: number): Promise<string> {
  const decoder = new StringDecoder("utf8");
  const texts: string[] = [];
  for (let from = 0; from < body.length; from += stretch) {
    await pause();
    texts.push(decoder.write(body.subarray(from, from + stretch)));
  }
  return texts.join("");
}

function withoutMarkAt(from: number, text: string): string {
  return from === 0 ? withoutMark(text) : text;
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
