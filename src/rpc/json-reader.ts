/** JSON in, with bounds: the text of a body, how deep it may nest, and its value. */

/** Lists and objects inside one another. */
const maxNesting = 64;
/** Members of one object: their names are what costs most to read. */
const maxMembers = 10_000;
/** Values of a whole body, of lists and objects together. */
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

/** The value of a JSON body. @param maxElements how many elements it may have when it is a list */
export function readJson(body: Buffer, maxElements = Infinity): JsonReading {
  const text = decodeUtf8(body);
  return text === undefined ? { problem: jsonProblems.encoding } : parseJson(text, maxElements);
}

/** The value of a JSON text. Small lists are read whole, whatever `maxElements` says. */
export function parseJson(text: string, maxElements = Infinity): JsonReading {
  const problem = boundProblem(text, maxElements);
  if (problem !== undefined) return { problem };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: jsonProblems.syntax };
  }
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a body, without a byte order mark; undefined when it is not UTF-8. */
export function decodeUtf8(body: Buffer): string | undefined {
  const text = body.toString("utf8");
  // Only a replacement character can hide bytes that are not UTF-8, so most bodies are decoded once.
  if (!text.includes("\ufffd")) return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return strictUtf8.decode(body);
  } catch {
    return undefined;
  }
}

/** A text shorter than this cannot hold too many members or values: each takes a few characters. */
const alwaysSmall = 4 * maxMembers;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What would make a text too costly to read, found before anything is built from it. */
function boundProblem(text: string, maxElements: number): JsonProblem | undefined {
  if (text.length < alwaysSmall && !opensMoreThan(maxNesting, text)) return undefined;
  const open: { readonly isObject: boolean; commas: number }[] = [];
  let values = 0;
  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at + 1)) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at = endOfText(text, at);
    } else if (character === openList || character === openObject) {
      open.push({ isObject: character === openObject, commas: 0 });
      if (open.length > maxNesting) return jsonProblems.nesting;
    } else if (character === closeList || character === closeObject) {
      open.pop();
    } else if (character === comma) {
      const around = open.at(-1);
      if (!around) continue;
      around.commas += 1;
      values += 1;
      if (open.length === 1 && !around.isObject && around.commas >= maxElements) return jsonProblems.elements;
      if (around.isObject && around.commas >= maxMembers) return jsonProblems.members;
      if (values >= maxValues) return jsonProblems.values;
    }
  }
  return undefined;
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

function isMark(character: number): boolean {
  return (
    character === quote ||
    character === comma ||
    character === openObject ||
    character === closeObject ||
    character === openList ||
    character === closeList
  );
}

const marks = /["[\]{},]/g;

/** Index of the next character that JSON is made of; the length of the text behind the last. */
function nextMark(text: string, from: number): number {
  for (let at = from; at < from + 16; at += 1) {
    if (isMark(text.charCodeAt(at))) return at;
  }
  // A long number or a desert of spaces: the search is far quicker than going through the characters.
  marks.lastIndex = from + 16;
  return marks.test(text) ? marks.lastIndex - 1 : text.length;
}

/** Index of the quote that closes the text opened at `start`. */
function endOfText(json: string, start: number): number {
  // Nearly all texts hold no escaped quote, and this search is far quicker than going through the characters.
  const end = json.indexOf('"', start + 1);
  if (end === -1) return json.length;
  if (json.charCodeAt(end - 1) !== backslash) return end;
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === backslash) at += 1;
    else if (character === quote) return at;
  }
  return json.length;
}
