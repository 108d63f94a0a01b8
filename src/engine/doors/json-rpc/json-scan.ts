/** A look at JSON that is not parsed yet: whether it is too much to parse, and where it can be parted. */

/** Lists and objects inside one another. */
const maxNesting = 64;

/** Members of one object. */
const maxMembers = 10_000;

/** Values of a whole body, of lists and objects together. */
const maxValues = 100_000;

/** Bytes of the name of a member, quotes included: names are not parsed in parts as other texts are. */
const maxNameBytes = 1024 * 1024;

/** What a body holds too much of, as a sentence. */
export const excesses = {
  nesting: `The body nests deeper than ${maxNesting} levels.`,
  members: `An object of the body holds more than ${maxMembers} members.`,
  names: `A name in the body is longer than ${maxNameBytes} bytes.`,
  values: `The body holds more than ${maxValues} values.`,
  elements: "The list that is the body holds too many elements.",
} as const;

type Excess = (typeof excesses)[keyof typeof excesses];

/** A container that is open at a cut. */
export interface OpenContainer {
  readonly isObject: boolean;
  /** Where the name of the member stands that the next container belongs to, quotes included. */
  readonly name: readonly [from: number, to: number];
}

/** A comma at which JSON is parted. */
export interface Cut {
  readonly at: number;
  /** Outermost first; the comma stands in the last. */
  readonly open: readonly OpenContainer[];
}

/** A text that is not a name and that is parsed in parts. */
export interface LongText {
  /** Of the first quote. */
  readonly from: number;
  /** Behind the last quote. */
  readonly to: number;
  /** Where it is parted: between two characters, escaped or not. */
  readonly cuts: readonly number[];
}

/** What a piece may hold before it is cut off. Parsing so much takes 5 ms, where all names are long and different. */
export interface PieceSize {
  readonly values: number;
  readonly bytes: number;
  /** Bytes that are looked at, decoded, or parsed of one text at a stretch: 5 ms at worst. */
  readonly stretch: number;
}

export const usualPiece: PieceSize = { values: 4_000, bytes: 512 * 1024, stretch: 1024 * 1024 };

const [quote, backslash, comma, colon, letterU] = [0x22, 0x5c, 0x2c, 0x3a, 0x75];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Are there more opening brackets in all than may nest? Most bodies have few, and finding so few costs next to nothing. */
export function mayNestTooDeep(json: string): boolean {
  let count = 0;
  for (const bracket of ["[", "{"]) {
    let at = json.indexOf(bracket);
    while (at !== -1 && count <= maxNesting) {
      count += 1;
      at = json.indexOf(bracket, at + 1);
    }
  }
  return count > maxNesting;
}

/** Do lists and objects of a value stand deeper inside one another than they may? */
export function nestsTooDeep(value: unknown, levels = maxNesting): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const element of value) if (nestsTooDeep(element, levels - 1)) return true;
    return false;
  }
  for (const name in value) {
    if (nestsTooDeep((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}

/**
 * Counts what parsing would have to make, without making it. Knows nothing of syntax beyond texts and brackets. It looks
 * at every byte, so what it keeps between two parts is in plain numbers and of a fixed size.
 */
export class JsonScan {
  /** In the order in which they stand. */
  readonly cuts: Cut[] = [];
  /** In the order in which they stand. */
  readonly longTexts: LongText[] = [];
  private depth = 0;
  /** By level: commas so far, whether it is an object, and where the name of its latest member stands. */
  private readonly commas = new Int32Array(maxNesting + 1);
  private readonly isObject = new Uint8Array(maxNesting + 1);
  private readonly nameFrom = new Int32Array(maxNesting + 1);
  private readonly nameTo = new Int32Array(maxNesting + 1);
  private values = 0;
  /** At the end of all parts: a text has no last quote. */
  isInText = false;
  /** The part ended between a backslash and what it escapes. */
  private isEscaped = false;
  /** Where the latest text stands, quotes included. */
  private textFrom = 0;
  private textTo = 0;
  private latestEscape = 0;
  /** Of the text that goes on over several parts. */
  private textCuts: number[] = [];
  private valuesAtCut = 0;
  private lastCut = 0;

  /** @param maxElements of a list that is the whole text */
  constructor(
    private readonly maxElements: number,
    private readonly piece: PieceSize,
  ) {}

  /** Goes on with some bytes; what there is too much of so far, if anything. */
  read(bytes: Buffer, from: number, to: number): Excess | undefined {
    if (this.isInText) this.partText(bytes, from);
    let at = this.isInText ? this.endOfText(bytes, from, to) : from;
    for (; at < to; at += 1) {
      const byte = bytes[at] as number;
      // Most bytes outside of texts are digits and letters; all that counts here is none of these.
      if (byte === quote) {
        this.isInText = true;
        this.textFrom = at;
        at = this.endOfText(bytes, at + 1, to) - 1;
      } else if (byte === comma) {
        const problem = this.addValue(at);
        if (problem !== undefined) return problem;
      } else if (byte === colon) {
        this.nameFrom[this.depth] = this.textFrom;
        this.nameTo[this.depth] = this.textTo;
        if (this.textTo - this.textFrom > maxNameBytes) return excesses.names;
        // Names stay as they are.
        if (this.longTexts.at(-1)?.from === this.textFrom) this.longTexts.pop();
      } else if (byte === openList || byte === openObject) {
        if (this.depth === maxNesting) return excesses.nesting;
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
        this.textTo = at + 1;
        if (this.textCuts.length > 0) this.noteLongText();
        return at + 1;
      }
      if (byte === backslash) {
        this.latestEscape = at;
        at += 1;
      }
    }
    this.isEscaped = at > to;
    return to;
  }

  /** The text under way may be parted here, or behind the character that stands across this place. */
  private partText(bytes: Buffer, from: number): void {
    const escape = this.latestEscape;
    const length = bytes[escape] !== backslash ? 0 : bytes[escape + 1] === letterU ? 6 : 2;
    let at = Math.max(from, escape + length);
    // The first byte of a character is none of these.
    while (((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
    this.textCuts.push(at);
  }

  private noteLongText(): void {
    const { textFrom: from, textTo: to } = this;
    const cuts = this.textCuts.filter((cut) => cut < to - 1);
    if (cuts.length > 0) this.longTexts.push({ from, to, cuts });
    this.textCuts = [];
  }

  private addValue(at: number): Excess | undefined {
    const { depth } = this;
    if (depth === 0) return undefined;
    const commas = (this.commas[depth] as number) + 1;
    this.commas[depth] = commas;
    this.values += 1;
    const isObject = this.isObject[depth] === 1;
    if (depth === 1 && !isObject && commas >= this.maxElements) return excesses.elements;
    if (isObject && commas >= maxMembers) return excesses.members;
    if (this.values - this.valuesAtCut >= this.piece.values || at - this.lastCut >= this.piece.bytes)
      this.cut(at);
    return this.values >= maxValues ? excesses.values : undefined;
  }

  private cut(at: number): void {
    const open: OpenContainer[] = [];
    for (let level = 1; level <= this.depth; level += 1) {
      const name = [this.nameFrom[level] as number, this.nameTo[level] as number] as const;
      open.push({ isObject: this.isObject[level] === 1, name });
    }
    this.cuts.push({ at, open });
    this.valuesAtCut = this.values;
    this.lastCut = at;
  }
}
