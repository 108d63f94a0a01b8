/**
 * How much markup one XML document may hold: a parser takes 3 to 5 us for each element. Counted on the text before it is
 * parsed, where a `=` in text counts as well.
 */
import { XmlTooLarge } from "../xml/errors.js";

export interface XmlBounds {
  readonly elements: number;
  readonly attributes: number;
  /** Elements inside one another. */
  readonly depth: number;
}

/** Comments, CDATA and instructions; references; characters of markup and short text. */
const [maxPieces, maxReferences, maxMarkup] = [15_000, 15_000, 768 * 1024];

/** Throws `XmlTooLarge`. */
export function checkPieces(document: string): void {
  if (count(document, "<!") + count(document, "<?") > maxPieces) throw new XmlTooLarge(maxPieces, "comments");
}

/** Throws `XmlTooLarge`. @param markup without comments, CDATA and long text */
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
