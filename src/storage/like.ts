/** Whole-value LIKE of SQL: % any run, _ one character, \ takes the next one as it is. Ignores case. */
import { fold } from "../values/text.js";

const RUN = Symbol("%");
const ONE = Symbol("_");

type Token = string | typeof RUN | typeof ONE;

/** Prepares a pattern for many texts. */
export function like(pattern: string): (text: string) => boolean {
  const tokens = tokensOf(fold(pattern));
  const matches =
    tokens.includes(ONE) || !pattern.isWellFormed() ? stepwiseMatcher(tokens) : pieceMatcher(tokens);
  return (text) => matches(fold(text));
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

/** Without _ the pieces between the runs only have to follow each other, each as early as it can. */
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

const BITS = 32;

/**
 * Goes through the text once and keeps, as one bit each, how many characters of the pattern can be behind it (the
 * "Shift-And" algorithm): no pattern makes it look twice, and 32 characters of the pattern cost one operation.
 */
function stepwiseMatcher(tokens: readonly Token[]): (text: string) => boolean {
  const steps = tokens.filter((token) => token !== RUN);
  const words = Math.floor(steps.length / BITS) + 1;
  const stays = runStates(tokens, words);
  const { any, byCharacter } = advancesOf(steps, words);
  return (text) => {
    const states = new Int32Array(words);
    states[0] = 1;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.codePointAt(at) as number;
      if (character > 0xffff) at += 1;
      if (!advance(states, byCharacter.get(character) ?? any, stays)) return false;
    }
    return hasBit(states, steps.length);
  };
}

/** How many characters can be behind when a run goes on. */
function runStates(tokens: readonly Token[], words: number): Int32Array {
  const states = new Int32Array(words);
  let behind = 0;
  for (const token of tokens) {
    if (token === RUN) setBit(states, behind);
    else behind += 1;
  }
  return states;
}

/** How many can be behind after a character: of those that the pattern names, and of any other. */
function advancesOf(steps: readonly Token[], words: number) {
  const any = new Int32Array(words);
  for (const [index, step] of steps.entries()) if (step === ONE) setBit(any, index + 1);
  const byCharacter = new Map<number, Int32Array>();
  for (const [index, step] of steps.entries()) {
    if (typeof step !== "string") continue;
    const character = step.codePointAt(0) as number;
    const advances = byCharacter.get(character) ?? any.slice();
    byCharacter.set(character, advances);
    setBit(advances, index + 1);
  }
  return { any, byCharacter };
}

/** Goes one character on; false when no beginning of the pattern fits any more. */
function advance(states: Int32Array, advances: Int32Array, stays: Int32Array): boolean {
  let carry = 0;
  let left = 0;
  for (let word = 0; word < states.length; word += 1) {
    const state = states[word] as number;
    const next = (((state << 1) | carry) & (advances[word] as number)) | (state & (stays[word] as number));
    carry = state >>> (BITS - 1);
    states[word] = next;
    left |= next;
  }
  return left !== 0;
}

function setBit(bits: Int32Array, index: number): void {
  const word = Math.floor(index / BITS);
  bits[word] = (bits[word] as number) | (1 << (index % BITS));
}

function hasBit(bits: Int32Array, index: number): boolean {
  return (((bits[Math.floor(index / BITS)] as number) >>> (index % BITS)) & 1) === 1;
}
