/** SQL LIKE on whole values, ignoring case: % matches any run, _ one character, \ escapes the next one. */
import { fold } from "../values/text.js";

const RUN = Symbol("%");
const ONE = Symbol("_");

type Token = string | typeof RUN | typeof ONE;

/** Compiles a pattern. */
export function like(pattern: string): (text: string) => boolean {
  const tokens = tokensOf(fold(pattern));
  const matches =
    tokens.includes(ONE) || !pattern.isWellFormed() ? segmentMatcher(tokens) : pieceMatcher(tokens);
  return (text) => matches(fold(text));
}

/** The folded prefix of every matching text; `isWhole` if only that text matches. */
export function beginningOf(pattern: string): { readonly text: string; readonly isWhole: boolean } {
  const tokens = tokensOf(fold(pattern));
  const end = tokens.findIndex((token) => typeof token !== "string");
  return { text: tokens.slice(0, end < 0 ? undefined : end).join(""), isWhole: end < 0 };
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  const symbols = [...pattern];
  for (let at = 0; at < symbols.length; at += 1) {
    const symbol = symbols[at] as string;
    if (symbol === "\\" && at + 1 < symbols.length) tokens.push(symbols[(at += 1)] as string);
    else tokens.push(symbol === "%" ? RUN : symbol === "_" ? ONE : symbol);
  }
  return tokens;
}

/** Without _ it suffices to find the pieces between the runs one after the other, each at its first occurrence. */
function pieceMatcher(tokens: readonly Token[]): (text: string) => boolean {
  const pieces = [""];
  for (const token of tokens) {
    if (typeof token === "string") pieces.push(`${pieces.pop()}${token}`);
    else pieces.push("");
  }
  const first = pieces.shift() as string;
  const last = pieces.pop();
  if (last === undefined) return (text) => text === first;
  const inner = pieces.filter((piece) => piece !== "");
  return (text) => {
    const end = text.length - last.length;
    let at = first.length;
    if (at > end || !text.startsWith(first) || !text.endsWith(last)) return false;
    for (const piece of inner) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return at <= end;
  };
}

/** The characters between two runs; ONE is any character. */
type Segment = readonly (string | typeof ONE)[];

/**
 * With _ the same holds for the segments between the runs: the first stands at the beginning of the text, the last at its
 * end, and each of the others is searched from the end of the one before.
 */
function segmentMatcher(tokens: readonly Token[]): (text: string) => boolean {
  const segments: (string | typeof ONE)[][] = [[]];
  for (const token of tokens) {
    if (token === RUN) segments.push([]);
    else segments.at(-1)?.push(token);
  }
  const first = segments.shift() as Segment;
  const last = segments.pop();
  const inner = segments.filter(({ length }) => length > 0).map(searcher);
  return (text) => {
    const begin = endOfSegment(first, text, 0);
    if (begin === -1) return false;
    if (last === undefined) return begin === text.length;
    const end = startOfSegment(last, text);
    let at = begin;
    for (const search of inner) {
      at = search(text, at);
      if (at === -1) return false;
    }
    return at <= end;
  };
}

/** The end of a segment that begins at `from`; -1 if the text differs there. */
function endOfSegment(segment: Segment, text: string, from: number): number {
  let at = from;
  for (const step of segment) {
    const character = text.codePointAt(at);
    if (character === undefined || (step !== ONE && step.codePointAt(0) !== character)) return -1;
    at += character > 0xffff ? 2 : 1;
  }
  return at;
}

/** The beginning of a segment at the end of the text; -1 if the text ends otherwise. */
function startOfSegment(segment: Segment, text: string): number {
  let at = text.length;
  for (let step = segment.length; step > 0; step -= 1) {
    const isPair = isLow(text.charCodeAt(at - 1)) && isHigh(text.charCodeAt(at - 2));
    at -= isPair ? 2 : 1;
    if (at < 0) return -1;
  }
  return endOfSegment(segment, text, at) === text.length ? at : -1;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

const BITS = 32;
const ASCII = 128;

type Search = (text: string, from: number) => number;

/**
 * Finds the end of the first occurrence of a segment behind a position; -1 if there is none. It uses the Shift-And
 * algorithm: one pass over the text, with one bit for each prefix of the segment that matches up to here. No pattern causes
 * backtracking, and 32 characters of a segment cost one operation.
 */
function searcher(segment: Segment): Search {
  const words = Math.ceil(segment.length / BITS);
  const { any, byCharacter } = advancesOf(segment, words);
  // In one array, since most texts are ASCII.
  const ascii = new Int32Array(ASCII * words);
  for (let character = 0; character < ASCII; character += 1) {
    ascii.set(byCharacter.get(character) ?? any, character * words);
  }
  const other = (character: number) => byCharacter.get(character) ?? any;
  return words === 1
    ? searchShort(ascii, other, 1 << (segment.length - 1))
    : searchLong(ascii, other, words, segment.length - 1);
}

type Advances = (character: number) => Int32Array;

/** The fast case, without arrays and calls: a query may hold fifty short patterns. */
function searchShort(ascii: Int32Array, other: Advances, last: number): Search {
  return (text, from) => {
    let state = 0;
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < ASCII) state = ((state << 1) | 1) & (ascii[unit] as number);
      else {
        const character = text.codePointAt(at) as number;
        if (character > 0xffff) at += 1;
        state = ((state << 1) | 1) & (other(character)[0] as number);
      }
      if ((state & last) !== 0) return at + 1;
    }
    return -1;
  };
}

function searchLong(ascii: Int32Array, other: Advances, words: number, last: number): Search {
  return (text, from) => {
    const states = new Int32Array(words);
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < ASCII) advance(states, ascii, unit * words);
      else {
        const character = text.codePointAt(at) as number;
        if (character > 0xffff) at += 1;
        advance(states, other(character), 0);
      }
      if ((((states[words - 1] as number) >>> (last % BITS)) & 1) === 1) return at + 1;
    }
    return -1;
  };
}

/** Advances by one character; a segment may begin at any. @param from index of the words for the character */
function advance(states: Int32Array, advances: Int32Array, from: number): void {
  let carry = 1;
  for (let word = 0; word < states.length; word += 1) {
    const state = states[word] as number;
    states[word] = ((state << 1) | carry) & (advances[from + word] as number);
    carry = state >>> (BITS - 1);
  }
}

/** Bit masks of the positions in the segment that accept a character: by named character, and for any other. */
function advancesOf(segment: Segment, words: number) {
  const any = new Int32Array(words);
  for (const [index, step] of segment.entries()) if (step === ONE) setBit(any, index);
  const byCharacter = new Map<number, Int32Array>();
  for (const [index, step] of segment.entries()) {
    if (step === ONE) continue;
    const character = step.codePointAt(0) as number;
    const advances = byCharacter.get(character) ?? any.slice();
    byCharacter.set(character, advances);
    setBit(advances, index);
  }
  return { any, byCharacter };
}

function setBit(bits: Int32Array, index: number): void {
  const word = Math.floor(index / BITS);
  bits[word] = (bits[word] as number) | (1 << (index % BITS));
}
