/**
 * XML in, event by event. saxes decides what is well-formed and resolves references as it goes; it knows no entities
 * beyond the five of XML, and a DOCTYPE, which could declare more, is refused. Bounds are judged with every event, so
 * that what passes them is never read any further.
 */
import { SaxesParser } from "saxes";
import { isSliceOver, nextSlice } from "../time-slices.js";

/** Why a document cannot be read, as a sentence for the caller. */
export class XmlProblem extends Error {}

/** The document declares a document type. */
export class DoctypeProblem extends XmlProblem {
  constructor() {
    super("The body must not have a DOCTYPE.");
  }
}

export type Attributes = Readonly<Record<string, string>>;

/** What is told of a document, in its order. Whoever is told may throw an `XmlProblem`. */
export interface XmlEvents {
  open(name: string, attributes: Attributes): void;
  /** Text or CDATA; what stands between two tags may come in several pieces. */
  text(text: string): void;
  close(name: string): void;
  /** The encoding that the declaration names. */
  encoding?(name: string): void;
}

/** Characters or bytes that are read at a stretch: 1 to 3 ms. */
export const stretch = 32 * 1024;

/** Reads a document from its parts. Rejects with `XmlProblem`; what is short is read at once. */
export function readXmlParts(parts: Iterator<string>, events: XmlEvents): Promise<void> | void {
  const parser = parserOf(events);
  const first = parts.next();
  if (first.done) return void parser.close();
  parser.write(first.value);
  const second = parts.next();
  if (second.done) return void parser.close();
  return readOn(parser, second.value, parts);
}

async function readOn(parser: SaxesParser, part: string, parts: Iterator<string>): Promise<void> {
  for (let next: IteratorResult<string> = { value: part }; !next.done; next = parts.next()) {
    if (isSliceOver()) await nextSlice();
    parser.write(next.value);
  }
  parser.close();
}

function parserOf(events: XmlEvents): SaxesParser {
  const parser = new SaxesParser({ forceXMLVersion: true, defaultXMLVersion: "1.0" });
  // The parser's own words may repeat what was sent.
  parser.on("error", () => {
    throw new XmlProblem(`The body is not well-formed XML (line ${parser.line}).`);
  });
  parser.on("doctype", () => {
    throw new DoctypeProblem();
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding !== undefined) events.encoding?.(encoding);
  });
  parser.on("opentag", ({ name, attributes }) => events.open(name, attributes as Attributes));
  parser.on("text", (text) => events.text(text));
  parser.on("cdata", (text) => events.text(text));
  parser.on("closetag", ({ name }) => events.close(name));
  return parser;
}
