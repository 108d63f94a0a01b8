/** JSON in, with bounds that are checked before the cost of parsing is paid. */
import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { nextSlice } from "../time-slices.js";

/** Lists and objects inside one another. */
const maxNesting = 64;

/** Members of one object: their names are what costs most to read. */
const maxMembers = 10_000;

/** Values of a whole body, of lists and objects together. Parsing so many takes 30 ms. */
const maxValues = 100_000;

/** Why a body cannot be read, as a sentence. */
export const jsonProblems = {
  encoding: "The body is not UTF-8.",
  nesting: `The body nests deeper than ${maxNesting} levels.`,
  members: `An object of the body holds more than ${maxMembers} members.`,
  values: `The body holds more than ${maxValues} values.`,
  elements: "The list that is the body holds too many elements.",
  syntax: "The body is not JSON.",
} as const;

export type JsonProblem = (typeof jsonProblems)[keyof typeof jsonProblems];

export type JsonReading = { readonly value: unknown } | { readonly problem: JsonProblem };

/** Larger bodies are read in slices, between which others go on. */
const smallBytes = 16 * 1024;

/** Bytes that are looked at, or decoded, at a stretch: 5 to 10 ms at worst. */
const stretchBytes = 1024 * 1024;

/**
 * The value of a JSON body.
 * @param maxElements of a list that is the whole body; too long a list is found without parsing it
 */
export function readJson(body: Buffer, maxElements = Infinity): JsonReading | Promise<JsonReading> {
  return body.length <= smallBytes ? readSmall(body) : readLarge(body, maxElements);
}

function readSmall(body: Buffer): JsonReading {
  const text = decodeUtf8(body);
  if (text === undefined) return { problem: jsonProblems.encoding };
  // So few bytes hold few values, and only with so many opening brackets they can nest too deep.
  if (opensMoreThan(maxNesting, text)) {
    const problem = new JsonScan(Infinity).read(body, 0, body.length);
    if (problem !== undefined) return { problem };
  }
  return parseText(text);
}

async function readLarge(body: Buffer, maxElements: number): Promise<JsonReading> {
  const scan = new JsonScan(maxElements);
  for (let from = 0; from < body.length; from += stretchBytes) {
    await nextSlice();
    const problem = scan.read(body, from, Math.min(from + stretchBytes, body.length));
    if (problem !== undefined) return { problem };
  }
  if (!isUtf8(body)) return { problem: jsonProblems.encoding };
  const text = await decodeInSlices(body);
  await nextSlice();
  return parseText(text);
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

async function decodeInSlices(body: Buffer): Promise<string> {
  if (body.length <= stretchBytes) return withoutMark(body.toString("utf8"));
  const decoder = new StringDecoder("utf8");
  const texts: string[] = [];
  for (let from = 0; from < body.length; from += stretchBytes) {
    await nextSlice();
    texts.push(decoder.write(body.subarray(from, from + stretchBytes)));
  }
  return withoutMark(texts.join(""));
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Are there more than `limit` opening brackets in all? Most bodies have few, and finding so few costs next to nothing. */
function opensMoreThan(limit: number, json: string): boolean {
  let count = 0;
  for (const bracket of ["[", "{"]) {
    let at = json.indexOf(bracket);
    while (at !== -1 && count <= limit) {
      count += 1;
      at = json.indexOf(bracket, at + 1);
    }
  }
  return count > limit;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts what parsing would have to make, without making it. Knows nothing of syntax beyond texts and brackets. It looks
 * at every byte, so what it keeps between two parts is in plain numbers and of a fixed size.
 */
class JsonScan {
  private depth = 0;
  /** By level: commas so far, and whether it is an object. */
  private readonly commas = new Int32Array(maxNesting + 1);
  private readonly isObject = new Uint8Array(maxNesting + 1);
  private values = 0;
  private isInText = false;
  /** The part ended between a backslash and what it escapes. */
  private isEscaped = false;

  /** @param maxElements of a list that is the whole text */
  constructor(private readonly maxElements: number) {}

  /** Goes on with some bytes; what is wrong so far, if anything. */
  read(bytes: Buffer, from: number, to: number): JsonProblem | undefined {
    let at = this.isInText ? this.endOfText(bytes, from, to) : from;
    for (; at < to; at += 1) {
      const byte = bytes[at] as number;
      // Most bytes outside of texts are digits and letters; all that counts here is none of these.
      if (byte === quote) {
        this.isInText = true;
        at = this.endOfText(bytes, at + 1, to) - 1;
      } else if (byte === comma) {
        const problem = this.addValue();
        if (problem !== undefined) return problem;
      } else if (byte === openList || byte === openObject) {
        if (this.depth === maxNesting) return jsonProblems.nesting;
        this.depth += 1;
        this.commas[this.depth] = 0;
        this.isObject[this.depth] = byte === openObject ? 1 : 0;
      } else if (byte === closeList || byte === closeObject) {
        if (this.depth > 0) this.depth -= 1;
      }
    }
    return undefined;
  }

  /** Behind the quote that ends the text, or the end of the part. */
  private endOfText(bytes: Buffer, from: number, to: number): number {
    let at = this.isEscaped ? from + 1 : from;
    this.isEscaped = false;
    for (; at < to; at += 1) {
      const byte = bytes[at];
      if (byte === quote) {
        this.isInText = false;
        return at + 1;
      }
      if (byte === backslash) at += 1;
    }
    this.isEscaped = at > to;
    return to;
  }

  private addValue(): JsonProblem | undefined {
    const { depth } = this;
    if (depth === 0) return undefined;
    const commas = (this.commas[depth] as number) + 1;
    this.commas[depth] = commas;
    this.values += 1;
    const isObject = this.isObject[depth] === 1;
    if (depth === 1 && !isObject && commas >= this.maxElements) return jsonProblems.elements;
    if (isObject && commas >= maxMembers) return jsonProblems.members;
    return this.values >= maxValues ? jsonProblems.values : undefined;
  }
}
