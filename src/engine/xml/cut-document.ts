/**
 * Replaces parts of a document by marks before the parser reads it: long texts, because the parser reads a file in base64
 * character by character (14 MiB take 1.7 s); and comments, CDATA sections and processing instructions, because the parser
 * accepts forms of them that XML forbids. A mark is a number between characters that no document may contain.
 */
import { DoctypeError, notWellFormed } from "./errors.js";
import { illegalCharacter, resolveXmlReferences } from "./references.js";

interface CutDocument {
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
 * A comment, a CDATA section, an instruction, or a document type. An unclosed one extends to the end of the document and
 * has no content. Without these alternatives, the search would read the rest of the document again for each of them.
 */
const piece =
  /<!--(?:([^]*?)-->|[^]*)|<!\[CDATA\[(?:([^]*?)\]\]>|[^]*)|<\?(?:([^]*?)\?>|[^]*)|<!(?:DOCTYPE)?/g;
/** A valid tag: the validator of the parser accepts more forms. */
const tag =
  /<(?:[^\s<>"'=/]+(?:[ \t\n]+[^\s<>"'=/]+[ \t\n]*=[ \t\n]*(?:"[^"<]*"|'[^'<]*'))*[ \t\n]*\/?|\/[^\s<>"'=/]+[ \t\n]*)>/y;
/** Some valid tags, each with the text behind it. Without the maximum, a pattern needs memory for every tag of a document. */
const tags = new RegExp(`(?:${tag.source}[^<]*){1,64}`, "y");

/** Splits a text of the markup: each second part is the number of a cut. */
// oxlint-disable-next-line no-control-regex
const marks = /[\x01\x02]/;
const comment = /^(?!.*--|.*-$)/s;
const instruction = /^(?!xml(?:\s|$))[\p{L}_:][\p{L}\p{N}_:.-]*(?:\s|$)/iu;
const declaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[\w.:-]+\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/;

/** Cuts the parts, and the XML declaration. Throws an `XmlError`. @param document with "\n" as line break */
export function cutDocument(document: string): CutDocument {
  const cuts: Cut[] = [];
  const refuse = (at: number): never => {
    throw notWellFormed(1 + lineFeeds(document.slice(0, at)));
  };
  const illegalAt = document.search(illegalCharacter);
  if (illegalAt >= 0) refuse(illegalAt);
  let done = declaration.exec(document)?.[0].length ?? 0;
  const markup = ["\n".repeat(lineFeeds(document.slice(0, done)))];
  const cut = (from: number, to: number, mark: string, text: string) => {
    markup.push(document.slice(done, from), `${mark}${cuts.length}${mark}`);
    cuts.push({ source: document.slice(from, to), text });
    done = to;
  };
  /** @param at where a tag begins, or a text at the beginning or behind a piece */
  const cutTextBetween = (at: number, end: number) => {
    const from = document[at] === "<" ? (endOfTag(document, at) ?? refuse(at)) : at;
    if (from - at >= longText) refuse(at);
    if (end - from >= longText) cut(from, end, "\x01", textOf(document.slice(from, end)) ?? refuse(from));
  };
  /** @param until a position before which there are only tags and texts */
  const cutLongTexts = (until: number) => {
    if (until - done < longText) return;
    for (let at = done; at < until;) {
      const next = document.indexOf("<", at + 1);
      const end = next < 0 ? until : next;
      if (end - at >= longText) cutTextBetween(at, end);
      at = end;
    }
  };
  for (const { 0: source, 1: note, 2: cdata, 3: pi, index } of piecesFrom(document, done)) {
    cutLongTexts(index);
    if (source === "<!DOCTYPE") throw new DoctypeError();
    const isIgnored = note === undefined ? pi !== undefined && instruction.test(pi) : comment.test(note);
    if (cdata === undefined && !isIgnored) refuse(index);
    cut(index, index + source.length, cdata === undefined ? "\x02" : "\x01", cdata ?? "");
  }
  cutLongTexts(document.length);
  return { markup: markup.join("") + document.slice(done), cuts };
}

/** Nearly all requests have none, and need no search by pattern. */
function piecesFrom(document: string, at: number): Iterable<RegExpExecArray> {
  if (!document.includes("<!", at) && !document.includes("<?", at)) return [];
  piece.lastIndex = at;
  return document.matchAll(piece);
}

/** Where the tag ends that begins at a position; undefined if XML forbids it. */
function endOfTag(markup: string, at: number): number | undefined {
  tag.lastIndex = at;
  return tag.test(markup) ? tag.lastIndex : undefined;
}

/** Where the first tag begins that XML forbids; -1 if there is none. */
export function findInvalidTag(markup: string): number {
  for (let at = markup.indexOf("<"); at >= 0 && at < markup.length; at = tags.lastIndex) {
    tags.lastIndex = at;
    if (!tags.test(markup)) return at;
  }
  return -1;
}

function textOf(written: string): string | undefined {
  return written.includes("]]>") ? undefined : resolveXmlReferences(written);
}

/** Returns a text of the markup with its cuts put back and its references resolved; undefined if XML forbids it. */
export function restoredText(written: string, cuts: readonly Cut[]): string | undefined {
  const text = textOf(written);
  if (text === undefined || !hasMark(text)) return text;
  return text
    .split(marks)
    .map((part, nth) => (nth % 2 === 0 ? part : cuts[Number(part)]?.text))
    .join("");
}

/** Returns the line of the document, from 1, at which the part ends. @param part the beginning of the markup */
export function lineNumberAtEnd(part: string, cuts: readonly Cut[]): number {
  return part
    .split(marks)
    .reduce(
      (line, text, nth) => line + lineFeeds(nth % 2 === 0 ? text : (cuts[Number(text)]?.source ?? "")),
      1,
    );
}

/** Whether a text of the markup contains a cut. */
export function hasMark(text: string): boolean {
  return text.includes("\x01") || text.includes("\x02");
}

/** The number of line breaks. */
function lineFeeds(text: string): number {
  let found = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) found += 1;
  return found;
}
