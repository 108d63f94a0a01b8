/**
 * Reads and writes `service_api` documents (customers 5.2, 5.3). Values survive a round trip unchanged, leading zeros
 * included.
 */
import { XMLBuilder } from "fast-xml-parser";
import type { XmlBounds } from "../xml/bounds.js";
import { XmlError } from "../xml/errors.js";
import { readXml, type XmlElement } from "../xml/reading.js";
import { xmlText } from "../xml/text.js";

/** An element below the root. */
export interface XmlField {
  readonly name: string;
  /** As written, white space included; undefined if the element has children. */
  readonly text: string | undefined;
  /** Undefined if there are none. */
  readonly children?: readonly XmlField[];
}

const bounds: XmlBounds = { elements: 1000, attributes: 1000, depth: 16 };

/** The elements directly below the root. Throws an `XmlError`. */
export function readFieldsXml(document: string): XmlField[] {
  const encoding = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/.exec(document)?.[1];
  if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) {
    throw new XmlError("The encoding must be UTF-8.");
  }
  return readXml(document, bounds).children.map(fieldOf);
}

function fieldOf({ name, text, children }: XmlElement): XmlField {
  return children.length === 0 ? { name, text } : { name, text: undefined, children: children.map(fieldOf) };
}

/** The builder does not escape; `escape` does, as the living system. */
const builder = new XMLBuilder({
  ignoreAttributes: true,
  format: true,
  indentBy: "  ",
  suppressEmptyNode: false,
  processEntities: false,
  tagValueProcessor: (_name, value) => xmlText(String(value)),
});

/** A whole document. @param content elements by their names: text, numbers, further elements, or a list of one name */
export function writeFieldsXml(content: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ service_api: content })}`;
}
