/** Whether a text has more than `max` characters (code points). Cheap for text of any length. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}

/** At most the first `max` characters. Copies them, since a slice would keep the whole text in memory. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${Buffer.from(text.slice(0, max)).toString()}…`;
}

/** Case folding: texts that differ only in case become equal. Accents stay; final sigma becomes sigma. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes("ς") ? lower.replaceAll("ς", "σ") : lower;
}

/** A scalar as text: a number in its shortest decimal form, a boolean as 1 or 0; undefined for any other value. */
export function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  return undefined;
}

/** As `asText`, without differences of case. */
export function foldedText(value: unknown): string | undefined {
  const text = asText(value);
  return text === undefined ? undefined : fold(text);
}

/** A text unchanged, any other value as JSON. */
export function textOrJson(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

declare const isWire: unique symbol;

/**
 * Text in wire form: one character per byte of its UTF-8 encoding; ASCII text is unchanged. Text that is sent repeatedly is
 * encoded once, its length in bytes is known, and a socket can send it as latin1. Measured in processor time of
 * `catalog_product.info`: 21.0 us, instead of 23.1 us with text sent as UTF-8.
 */
export type Wire = string & { readonly [isWire]: true };

export function wire(text: string): Wire {
  const isAscii = Buffer.byteLength(text) === text.length;
  return (isAscii ? text : Buffer.from(text).toString("latin1")) as Wire;
}

/** The text that was made into this one. */
export function fromWire(text: Wire | WireParts): string {
  return Buffer.from(text.toString(), "latin1").toString();
}

/** A long text in parts, so that it is never copied as a whole. */
export class WireParts {
  /** Bytes of all parts. */
  readonly length: number;

  constructor(readonly parts: readonly Wire[]) {
    this.length = parts.reduce((sum, part) => sum + part.length, 0);
  }

  toString(): string {
    return this.parts.join("");
  }
}

/** Characters per part of a text that is sent in parts. */
export const partLength = 64 * 1024;

/** Characters that are copied in a fraction of a millisecond. */
const longToCopy = 256 * 1024;

/** Joins texts: as one text if it is short, otherwise in parts. */
export function joinTexts(texts: readonly (string | WireParts)[]): Wire | WireParts {
  if (texts.reduce((sum, { length }) => sum + length, 0) <= longToCopy) return texts.join("") as Wire;
  const parts: Wire[] = [];
  let text = "";
  const add = (piece: string) => {
    text += piece;
    if (text.length < partLength) return;
    parts.push(text as Wire);
    text = "";
  };
  for (const piece of texts) {
    if (typeof piece === "string") add(piece);
    else piece.parts.forEach(add);
  }
  return new WireParts([...parts, text as Wire]);
}

/** A list in JSON. @param texts those of its elements */
export function jsonList(texts: readonly (Wire | WireParts)[]): Wire | WireParts {
  return joinTexts(["[", ...texts.flatMap((text, at) => (at === 0 ? [text] : [",", text])), "]"]);
}
