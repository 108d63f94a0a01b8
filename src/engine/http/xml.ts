/**
 * `service_api` documents to and from text (customers 5.2, 5.3). What is written reads back as the same text,
 * leading zeros included.
 */
import { readXmlParts, stretch, XmlProblem, type XmlEvents } from "../xml/reading.js";

/** An element below the root. */
export interface XmlElement {
  readonly name: string;
  /** As written, white-space included; undefined when there are elements in it. */
  readonly text: string | undefined;
}

const maxDepth = 16;
const maxElements = 1000;

/** The elements directly below the root. Rejects with `XmlProblem`. */
export async function readXml(document: string): Promise<XmlElement[]> {
  const reader = new DocumentReader();
  await readXmlParts(partsOf(document), reader);
  return reader.elements;
}

function* partsOf(document: string): Generator<string> {
  for (let from = 0; from < document.length; from += stretch) yield document.slice(from, from + stretch);
}

class DocumentReader implements XmlEvents {
  readonly elements: XmlElement[] = [];
  private depth = 0;
  private count = 0;
  /** Of the element below the root that is open. */
  private content = "";
  private hasElements = false;

  encoding(name: string): void {
    if (!/^(utf-?8|us-ascii)$/i.test(name)) throw new XmlProblem("The encoding must be UTF-8.");
  }

  open(): void {
    this.depth += 1;
    this.count += 1;
    if (this.count > maxElements) throw new XmlProblem(`The body has more than ${maxElements} elements.`);
    if (this.depth > maxDepth) throw new XmlProblem(`The body nests deeper than ${maxDepth} levels.`);
    if (this.depth === 2) {
      this.content = "";
      this.hasElements = false;
    }
    if (this.depth === 3) this.hasElements = true;
  }

  text(text: string): void {
    if (this.depth === 2) this.content += text;
  }

  close(name: string): void {
    if (this.depth === 2) this.elements.push({ name, text: this.hasElements ? undefined : this.content });
    this.depth -= 1;
  }
}

/** A whole document. @param content elements, already text */
export function xmlDocument(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<service_api>${content}</service_api>\n`;
}
