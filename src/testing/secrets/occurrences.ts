/**
 * Finds given values in texts, in one pass whatever their number (Aho and Corasick): as they are, in any mix of percent
 * encoding, JSON escapes and XML references, and in base64.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** Values shorter than this count only as whole words: `admin` is not found in `administrator`. */
const shortLength = 8;

/** A beginning of a value this long counts, because stack traces cut long texts. */
const partLength = 12;

/** The same for the end of a text that was cut. */
const cutLength = 3;

/** How often a text is decoded. */
const maxLevels = 3;

export class Occurrences {
  private readonly values = new Set<string>();
  /** From node and character to the next node. */
  private readonly next = new Map<number, number>();
  private readonly depth = [0];
  /** The length of the value that ends here, or 0. */
  private readonly ends = [0];
  private readonly marks: (string | undefined)[] = [undefined];
  private readonly codes = [0];
  private readonly parents = [0];
  /** The node of the longest proper suffix, and of the longest one with a value. */
  private fail: Int32Array | undefined;
  private output = new Int32Array(0);

  get isEmpty(): boolean {
    return this.depth.length === 1;
  }

  /** Call this before the first search. */
  add(value: string, mark: string): void {
    if (this.values.has(value)) return;
    this.values.add(value);
    let node = 0;
    for (let at = 0; at < value.length; at += 1) {
      const code = codeAt(value, at);
      const key = node * 65_536 + code;
      let found = this.next.get(key);
      if (found === undefined) {
        found = this.depth.push(at + 1) - 1;
        this.ends.push(0);
        this.marks.push(mark);
        this.codes.push(code);
        this.parents.push(node);
        this.next.set(key, found);
      }
      node = found;
    }
    if (node > 0) this.ends[node] = value.length;
  }

  /** @param isCut whether the text may end within a value */
  find(text: string, isCut = false): Span[] {
    if (this.isEmpty) return [];
    this.fail ??= this.links();
    const spans: Span[] = [];
    let level: Level = { text, starts: undefined };
    for (let depth = 0; ; depth += 1) {
      this.search(level.text, isCut, (start, end, mark) => spans.push(sourceSpan(level, start, end, mark)));
      this.searchBase64(level, spans);
      const decoded = depth < maxLevels ? decodedLevel(level) : undefined;
      if (decoded === undefined) return spans;
      level = decoded;
    }
  }

  private links(): Int32Array {
    const count = this.depth.length;
    const fail = new Int32Array(count);
    this.output = new Int32Array(count);
    // By depth, so that the links of all shorter nodes exist.
    const order = Array.from({ length: count - 1 }, (_, index) => index + 1);
    order.sort((one, other) => (this.depth[one] as number) - (this.depth[other] as number));
    for (const node of order) {
      const parent = this.parents[node] as number;
      const link = parent === 0 ? 0 : this.step(fail, fail[parent] as number, this.codes[node] as number);
      fail[node] = link;
      this.output[node] = this.ends[link] === 0 ? (this.output[link] as number) : link;
    }
    return fail;
  }

  private step(fail: Int32Array, from: number, code: number): number {
    for (let node = from; ; node = fail[node] as number) {
      const next = this.next.get(node * 65_536 + code);
      if (next !== undefined) return next;
      if (node === 0) return 0;
    }
  }

  private search(text: string, isCut: boolean, onFound: (start: number, end: number, mark: string) => void) {
    const fail = this.fail as Int32Array;
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      node = this.step(fail, node, codeAt(text, at));
      if (node === 0) continue;
      const depth = this.depth[node] as number;
      const isEnd = isCut && at === text.length - 1 && depth >= cutLength;
      if (depth >= partLength || isEnd) onFound(at + 1 - depth, at + 1, this.marks[node] as string);
      else this.searchEnds(node, text, at + 1, onFound);
    }
  }

  /** The longest value that ends here. Only values of a few lengths are ignored, so this takes a few steps. */
  private searchEnds(
    from: number,
    text: string,
    end: number,
    onFound: (start: number, end: number, mark: string) => void,
  ): void {
    const first = this.ends[from] === 0 ? (this.output[from] as number) : from;
    for (let node = first; node > 0; node = this.output[node] as number) {
      const length = this.ends[node] as number;
      const start = end - length;
      if (length >= shortLength || (!isWordAt(text, start - 1) && !isWordAt(text, end))) {
        onFound(start, end, this.marks[node] as string);
        return;
      }
    }
  }

  /** Masks the whole run of base64, because a part of it would be the secret in another alignment. */
  private searchBase64(level: Level, spans: Span[]): void {
    for (const { 0: run, index } of level.text.matchAll(base64Run)) {
      // Words without capitals are names of members.
      if (!/[A-Z]/.test(run)) continue;
      for (let offset = 0; offset < (run.length > maxAligned ? 1 : 4); offset += 1) {
        const decoded = Buffer.from(offset === 0 ? run : run.slice(offset), "base64").toString();
        let mark: string | undefined;
        this.search(decoded, true, (_start, _end, found) => (mark ??= found));
        if (mark === undefined) continue;
        spans.push(sourceSpan(level, index, index + run.length, mark));
        break;
      }
    }
  }
}

const base64Run = /[\w+/-]{8,}={0,2}/g;

/** In a longer run, only base64 that starts with it is found. */
const maxAligned = 4096;

/** A plus is a space in forms. */
function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code === 0x2b ? 0x20 : code;
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

interface Level {
  readonly text: string;
  /** For each character and the end: where its source starts. Undefined = the text is the source. */
  readonly starts: Uint32Array | undefined;
}

function sourceSpan({ starts }: Level, start: number, end: number, mark: string): Span {
  if (starts === undefined) return { start, end, mark };
  return { start: starts[start] as number, end: starts[end] as number, mark };
}

const escape =
  /(?:%[0-9a-f]{2})+|&(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);|\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[^ux])/gi;

/** Undefined if there is nothing to decode. */
function decodedLevel({ text, starts }: Level): Level | undefined {
  const pieces: string[] = [];
  const at = new Uint32Array(text.length + 1);
  const sourceOf = (index: number) => (starts === undefined ? index : (starts[index] as number));
  let [length, from] = [0, 0];
  const copy = (until: number) => {
    pieces.push(text.slice(from, until));
    for (let index = from; index < until; index += 1) at[length++] = sourceOf(index);
  };
  for (const { 0: written, index } of text.matchAll(escape)) {
    copy(index);
    for (const [character, offset] of written.startsWith("%")
      ? percentDecoded(written)
      : [[unescaped(written), 0] as const]) {
      pieces.push(character);
      for (let unit = 0; unit < character.length; unit += 1) at[length++] = sourceOf(index + offset);
    }
    from = index + written.length;
  }
  if (from === 0) return undefined;
  copy(text.length);
  at[length] = sourceOf(text.length);
  return { text: pieces.join(""), starts: at };
}

/** The characters of a run of percent-encoded bytes, and where each starts. Bytes that are not UTF-8 are Latin-1. */
function* percentDecoded(run: string): Generator<readonly [string, number]> {
  const bytes = Buffer.from(run.replaceAll("%", ""), "hex");
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] as number;
    const length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const text = bytes.toString("utf8", at, at + length);
    const isCharacter = length > 1 && !text.includes("\ufffd");
    yield [isCharacter ? text : String.fromCharCode(first), 3 * at];
    at += isCharacter ? length : 1;
  }
}

const namedCharacters: Readonly<Record<string, string>> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" },
  "\\n": "\n",
  "\\r": "\r",
  "\\t": "\t",
  "\\b": "\b",
  "\\f": "\f",
};

function unescaped(written: string): string {
  const named = namedCharacters[written] ?? namedCharacters[written.toLowerCase()];
  if (named !== undefined) return named;
  const [, second = "", third = ""] = written;
  if (written.startsWith("\\")) return /[ux]/i.test(second) ? fromCode(written.slice(2), 16) : second;
  return /x/i.test(third) ? fromCode(written.slice(3, -1), 16) : fromCode(written.slice(2, -1), 10);
}

function fromCode(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code > 0x10_ffff || Number.isNaN(code) ? "\ufffd" : String.fromCodePoint(code);
}

/** The text with the marks in place of the spans. */
export function withMarks(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const sorted = [...spans].sort((one, other) => one.start - other.start || other.end - one.end);
  const pieces: string[] = [];
  let end = 0;
  for (const span of sorted) {
    if (span.end <= end) continue;
    // An overlapping span continues the mark before it.
    if (span.start >= end) pieces.push(text.slice(end, span.start), span.mark);
    end = span.end;
  }
  pieces.push(text.slice(end));
  return pieces.join("");
}
