/**
 * XML in, by fast-xml-parser: a document as a tree of elements. What would make the parser slow or lenient is cut out
 * before, bounds are judged on what is left, and references are resolved here: the five of XML, and characters.
 */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { checkMarkup, type XmlBounds } from "../guard/xml-bounds.js";
import { type Cut, cutOut, hasMark, lineAfter, wholeText } from "./cutting.js";
import { notWellFormed, XmlProblem } from "./problems.js";
import { resolved } from "./references.js";

export type Attributes = Readonly<Record<string, string>>;

export interface XmlElement {
  /** With its prefix. */
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly XmlElement[];
  /** All text and CDATA directly in it, as written. */
  readonly text: string;
}

/** Elements inside one another that any document may have. */
const maxDepth = 256;

/** Names get dots in front: the parser refuses or renames what is called like a member of objects. */
const parser = new XMLParser({
  ...{ preserveOrder: true, parseTagValue: false, trimValues: false, processEntities: false },
  ...{ ignoreAttributes: false, attributeNamePrefix: ".", ignoreDeclaration: true, jPath: false },
  ...{ maxNestedTags: maxDepth, transformTagName: (name) => `.${name}` },
});

/** As the parser tells of an element, or of text. */
type Node = Readonly<Record<string, unknown>>;

/** A tag as XML has it, where the validator lets pass more. */
const tag =
  /<(?:[^\s<>"'=/]+(?:[ \t\n]+[^\s<>"'=/]+[ \t\n]*=[ \t\n]*(?:"[^"<]*"|'[^'<]*'))*[ \t\n]*\/?|\/[^\s<>"'=/]+[ \t\n]*)>/g;

/** Around the root there may be nothing but space and comments. */
// oxlint-disable-next-line no-control-regex
const around = /^(?:[ \t\n]|\x02\d+\x02)*$/;

/** The root of a document. Throws an `XmlProblem`. */
export function readXml(document: string, bounds: XmlBounds): XmlElement {
  const { markup, cuts } = cutOut(withLineFeeds(document));
  checkMarkup(markup, bounds);
  const nodes = nodesOf(markup, cuts);
  const [root, ...others] = nodes.filter((node) => node["#text"] === undefined);
  const isAlone = nodes.every((node) => node === root || around.test(String(node["#text"])));
  if (!root || others.length > 0 || !isAlone) throw notWellFormed(lineAfter(markup, cuts));
  return elementOf(root, cuts, bounds.depth, 1);
}

/** A carriage return never comes without its line feed, or the document is an odd one. */
function withLineFeeds(document: string): string {
  if (!document.includes("\r")) return document;
  return /\r(?!\n)/.test(document) ? document.replace(/\r\n?/g, "\n") : document.replaceAll("\r", "");
}

/** What stands in the document, inside of an element of ours: the parser drops text around the root. */
function nodesOf(markup: string, cuts: readonly Cut[]): readonly Node[] {
  const refuse = (at: number): never => {
    throw notWellFormed(lineAfter(markup.slice(0, at), cuts));
  };
  if (markup.replace(tag, "").includes("<"))
    refuse(markup.replace(tag, (all) => " ".repeat(all.length)).indexOf("<"));
  const wrapped = `<document>${markup}</document>`;
  const verdict = XMLValidator.validate(wrapped);
  if (verdict !== true) {
    const { line, col } = verdict.err;
    const lines = wrapped.split("\n");
    refuse(lines.slice(0, line - 1).join("\n").length + col - "<document>".length);
  }
  try {
    return (parser.parse(wrapped) as [{ ".document": Node[] }])[0][".document"];
  } catch {
    // What the validator lets pass nests too deep.
    throw nestsDeeper(maxDepth);
  }
}

function nestsDeeper(levels: number): XmlProblem {
  return new XmlProblem(`The body nests deeper than ${levels} levels.`);
}

const nothing: Attributes = Object.freeze({});

function elementOf(node: Node, cuts: readonly Cut[], most: number, depth: number): XmlElement {
  if (depth > most) throw nestsDeeper(most);
  const [key = ""] = Object.keys(node);
  const attributes = node[":@"] as Attributes | undefined;
  const children: XmlElement[] = [];
  let text = "";
  for (const child of node[key] as readonly Node[]) {
    const written = child["#text"] as string | undefined;
    if (written === undefined) children.push(elementOf(child, cuts, most, depth + 1));
    else text += wellFormed(wholeText(written, cuts));
  }
  return {
    name: key.replace(/^\.+/, ""),
    attributes: attributes ? attributesOf(attributes) : nothing,
    children,
    text,
  };
}

/** What is too long, or no value, has left a mark. */
function attributesOf(written: Attributes): Attributes {
  const attributes = Object.create(null) as Record<string, string>;
  for (const name in written) {
    const value = written[name] as string;
    attributes[name.slice(1)] = wellFormed(hasMark(value) ? undefined : resolved(value));
  }
  return attributes;
}

function wellFormed(text: string | undefined): string {
  if (text === undefined) throw new XmlProblem("The body is not well-formed XML.");
  return text;
}
