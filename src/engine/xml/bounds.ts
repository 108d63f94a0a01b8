/**
 * Limits the amount of markup in one XML document, because a parser takes 3 to 5 us for each element. The markup is
 * counted in the text before parsing, so a `=` in content counts as an attribute, too.
 */
import { XmlTooLarge } from "./errors.js";

export interface XmlBounds {
  readonly elements: number;
  readonly attributes: number;
  /** The maximum number of nested elements. */
  readonly depth: number;
}

/** Maximum numbers: comments, CDATA sections and instructions; references; characters of markup and short text. */
const [maxPieces, maxReferences, maxMarkup] = [15_000, 15_000, 768 * 1024];

/**
 * Maximum number of references in the whole document. A file in base64 with its line breaks as references has at most
 * 174,000 of them, because more would exceed 1 MiB outside of base64.
 */
const maxReferencesInAll = 200_000;

/** Maximum number of different names of attributes: the parser takes 10 us for each new one. */
const maxNames = 2000;

/** Only starts after white space, so that no part of a text is searched twice. */
const attributeName = /(?<=[ \t\n])[^ \t\n<>"'=]+(?=[ \t\n]*=)/g;

/** How comments, CDATA sections and instructions end, by their beginning. */
const ends: readonly (readonly [beginning: string, end: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
];

/**
 * Limits references, elements, closing tags, comments, CDATA sections and instructions. Throws `XmlTooLarge` at the first
 * one too many. Call it before everything else, which takes longer for each of them. @param document as decoded
 */
export function checkDocument(document: string, bounds: XmlBounds): void {
  checkReferences(document, maxReferencesInAll);
  checkTags(document, bounds);
}

function checkTags(document: string, { elements }: XmlBounds): void {
  let [opened, closed, pieces] = [0, 0, 0];
  for (let at = document.indexOf("<"); at >= 0; at = document.indexOf("<", at)) {
    const next = document[at + 1];
    if (next === "!" || next === "?") {
      if (++pieces > maxPieces) throw new XmlTooLarge(maxPieces, "comments");
      at = endOfPiece(document, at);
    } else {
      const count = next === "/" ? ++closed : ++opened;
      if (count > elements) throw new XmlTooLarge(elements, "elements");
      at += 1;
    }
  }
}

/** An unclosed piece ends with the document, and a document type after its beginning. */
function endOfPiece(document: string, at: number): number {
  const known = ends.find(([beginning]) => document.startsWith(beginning, at));
  if (!known) return at + 2;
  const [beginning, end] = known;
  const found = document.indexOf(end, at + beginning.length);
  return found < 0 ? document.length : found + end.length;
}

/**
 * Limits attributes, references and characters. Throws `XmlTooLarge`.
 * @param markup without comments, CDATA and long text
 */
export function checkMarkup(markup: string, { attributes }: XmlBounds): void {
  if (markup.length > maxMarkup) throw new XmlTooLarge(maxMarkup, "characters");
  checkReferences(markup, maxReferences);
  const assignments = count(markup, "=");
  if (assignments > attributes) throw new XmlTooLarge(attributes, "attributes");
  if (assignments > maxNames && new Set(markup.match(attributeName)).size > maxNames)
    throw new XmlTooLarge(maxNames, "different attributes");
}

function checkReferences(text: string, limit: number): void {
  if (count(text, "&") > limit) throw new XmlTooLarge(limit, "references");
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}
