/**
 * Limits the amount of markup in one XML document, because a parser takes 3 to 5 us for each element. The markup is
 * counted in the text before parsing, so a `=` in content counts as an attribute, too.
 */
import { XmlTooLarge } from "../xml/errors.js";

export interface XmlBounds {
  readonly elements: number;
  readonly attributes: number;
  /** The maximum number of nested elements. */
  readonly depth: number;
}

/** Maximum numbers: comments, CDATA sections and instructions; references; characters of markup and short text. */
const [maxPieces, maxReferences, maxMarkup] = [15_000, 15_000, 768 * 1024];

/** Limits comments, CDATA sections and instructions. Throws `XmlTooLarge`. */
export function checkPieces(document: string): void {
  if (count(document, "<!") + count(document, "<?") > maxPieces) throw new XmlTooLarge(maxPieces, "comments");
}

/**
 * Limits elements, attributes and references. Throws `XmlTooLarge`. @param markup without comments, CDATA and long text
 */
export function checkMarkup(markup: string, { elements, attributes }: XmlBounds): void {
  const tags = count(markup, "<") - count(markup, "</");
  if (tags > elements) throw new XmlTooLarge(elements, "elements");
  if (markup.length > maxMarkup) throw new XmlTooLarge(maxMarkup, "characters");
  if (count(markup, "&") > maxReferences) throw new XmlTooLarge(maxReferences, "references");
  if (count(markup, "=") > attributes) throw new XmlTooLarge(attributes, "attributes");
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}
