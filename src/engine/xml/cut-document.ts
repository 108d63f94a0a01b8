/**
 * Replaces parts of a document by marks before the parser reads it: long texts, because the parser reads a file in base64
 * character by character (14 MiB take 1.7 s); and comments, CDATA sections and processing instructions, because the parser
 * accepts forms of them that XML forbids. A mark is a number between characters that no document may contain.
 */
import { DoctypeError, notWellFormed } from "./errors.js";
import { illegalCharacter, resolveXmlReferences } from "./references.js";

export interface CutDocument {
  /** Tags, short texts and marks. */
  readonly markup: string;
  readonly cuts: readonly Cut[];
}

export interface Cut {
  /** The part as written in the document. */
  readonly source: string;
  /** The text that it stands for; empty for comments and instructions. */
  readonly text: string;
}

/** Texts of this length or more are cut, in characters. A tag of this length is refused. */
const longText = 4096;

/**
 * A comment, a CDATA section, an instruction, a document type, or a text of at least 64 characters (each match costs a call).
 * An unclosed one extends to the end of the document and has no content. Without these alternatives, the search would read
 * the rest of the document again for each of them, because `replace` finds all pieces before the first one is checked.
 */
const piece =
  /<!--(?:([^]*?)-->|[^]*)|<!\[CDATA\[(?:([^]*?)\]\]>|[^]*)|<\?(?:([^]*?)\?>|[^]*)|<!(?:DOCTYPE)?|(?<![^<>\]])[^<>\]]{64}[^<>\]]*/g;
// oxlint-disable-next-line no-control-regex
const marks = /[\x01\x02](\d+)[\x01\x02]/g;
const comment = /^(?!.*--|.*-$)/s;
const instruction = /^(?!xml(?:\s|$))[\p{L}_:][\p{L}\p{N}_:.-]*(?:\s|$)/iu;
const declaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[\w.:-]+\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/;

/** Cuts the parts, and the XML declaration. Throws an `XmlError`. @param document with "\n" as line break */
export function cutDocument(document: string): CutDocument {
  const cuts: Cut[] = [];
  const refuse = (at: number): never => {
    throw notWellFormed(1 + lineFeeds(document.slice(0, at)).length);
  };
  const cutText = (source: string, text: string) => `\x01${cuts.push({ source, text }) - 1}\x01`;
  const cutIgnored = (source: string) => `\x02${cuts.push({ source, text: "" }) - 1}\x02`;
  const illegalAt = document.search(illegalCharacter);
  if (illegalAt >= 0) refuse(illegalAt);
  const start = declaration.exec(document)?.[0].length ?? 0;
  const replacePiece = (source: string, note?: string, cdata?: string, pi?: string, at = 0) => {
    if (!source.startsWith("<")) {
      if (source.length < longText) return source;
      return cutText(source, resolveXmlReferences(source) ?? refuse(start + at));
    }
    if (source === "<!DOCTYPE") throw new DoctypeError();
    if (cdata !== undefined) return cutText(source, cdata);
    const isValid = note === undefined ? pi !== undefined && instruction.test(pi) : comment.test(note);
    return isValid ? cutIgnored(source) : refuse(start + at);
  };
  const body = document.slice(start);
  // Nearly all requests are short and need no cuts.
  const needsCuts = body.length >= longText || body.includes("<!") || body.includes("<?");
  const markup = needsCuts ? body.replace(piece, replacePiece) : body;
  return { markup: lineFeeds(document.slice(0, start)) + markup, cuts };
}

/** Returns a text of the markup with its cuts put back and its references resolved; undefined if XML forbids it. */
export function restoredText(written: string, cuts: readonly Cut[]): string | undefined {
  if (written.includes("]]>")) return undefined;
  const text = resolveXmlReferences(written);
  if (text === undefined || !hasMark(text)) return text;
  return text.replace(marks, (_mark, nth) => cuts[Number(nth)]?.text ?? "");
}

/** Returns the line of the document, from 1, at which the part ends. @param part the beginning of the markup */
export function lineNumberAtEnd(part: string, cuts: readonly Cut[]): number {
  return (
    1 + lineFeeds(part.replace(marks, (_mark, nth) => lineFeeds(cuts[Number(nth)]?.source ?? ""))).length
  );
}

/** Whether a text of the markup contains a cut. */
export function hasMark(text: string): boolean {
  return text.includes("\x01") || text.includes("\x02");
}

/** Only the line breaks of a text. */
function lineFeeds(text: string): string {
  return text.includes("\n") ? "\n".repeat(text.split("\n").length - 1) : "";
}
