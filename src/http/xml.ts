/**
 * `service_api` documents to and from text (customers.md 5.2, 5.3). saxes decides what is well-formed and resolves
 * references as it goes; the bounds are judged with every event, so that what passes them is never read any further.
 * What is written reads back as the same text, leading zeros included.
 */
import { SaxesParser } from "saxes";
import { isSliceOver, nextSlice } from "../time-slices.js";

/** Why a document cannot be read, as a sentence for the caller. */
export class XmlProblem extends Error {}

/** An element below the root. */
export interface XmlElement {
  readonly name: string;
  /** As written, white-space included; undefined when there are elements in it. */
  readonly text: string | undefined;
}

const maxDepth = 16;
const maxElements = 1000;

/** Characters that are read at a stretch: 2 to 5 ms. */
const stretch = 64 * 1024;

/** The elements directly below the root. Rejects with `XmlProblem`. */
export async function readXml(document: string): Promise<XmlElement[]> {
  const reader = new DocumentReader();
  for (let from = 0; from < document.length; from += stretch) {
    if (from > 0 && isSliceOver()) await nextSlice();
    reader.read(document.slice(from, from + stretch));
  }
  return reader.end();
}

class DocumentReader {
  private readonly elements: XmlElement[] = [];
  private readonly parser = new SaxesParser({ forceXMLVersion: true, defaultXMLVersion: "1.0" });
  private depth = 0;
  private count = 0;
  /** Of the element below the root that is open. */
  private text = "";
  private hasElements = false;

  constructor() {
    const { parser } = this;
    // The parser's own words may repeat what was sent.
    parser.on("error", () => {
      throw new XmlProblem(`The body is not well-formed XML (line ${parser.line}).`);
    });
    parser.on("xmldecl", ({ encoding }) => {
      if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) {
        throw new XmlProblem("The encoding must be UTF-8.");
      }
    });
    parser.on("doctype", () => {
      throw new XmlProblem("The body must not have a DOCTYPE.");
    });
    parser.on("opentag", () => this.open());
    parser.on("text", (text) => this.add(text));
    parser.on("cdata", (text) => this.add(text));
    parser.on("closetag", ({ name }) => this.close(name));
  }

  read(part: string): void {
    this.parser.write(part);
  }

  end(): XmlElement[] {
    this.parser.close();
    return this.elements;
  }

  private open(): void {
    this.depth += 1;
    this.count += 1;
    if (this.count > maxElements) throw new XmlProblem(`The body has more than ${maxElements} elements.`);
    if (this.depth > maxDepth) throw new XmlProblem(`The body nests deeper than ${maxDepth} levels.`);
    if (this.depth === 2) {
      this.text = "";
      this.hasElements = false;
    }
    if (this.depth === 3) this.hasElements = true;
  }

  private add(text: string): void {
    if (this.depth === 2) this.text += text;
  }

  private close(name: string): void {
    if (this.depth === 2) this.elements.push({ name, text: this.hasElements ? undefined : this.text });
    this.depth -= 1;
  }
}

/** What XML 1.0 cannot hold in any form. */
// eslint-disable-next-line no-control-regex
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

// eslint-disable-next-line no-control-regex
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Text as the content of an element. A carriage return would be read as a line feed, so it is written as a reference. */
export function xmlText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .toWellFormed()
    .replace(illegal, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

/** A whole document. @param content elements, already text */
export function xmlDocument(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<service_api>${content}</service_api>\n`;
}
