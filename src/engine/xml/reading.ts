/**
 * Reads an XML document as a tree of elements, with fast-xml-parser. Parts for which the parser is slow or lenient are cut
 * before (cut-document.ts), limits are checked before parsing, and this file resolves the references.
 */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { checkDocument, checkMarkup, type XmlBounds } from "./bounds.js";
import {
  type Cut,
  cutDocument,
  findInvalidTag,
  hasMark,
  lineNumberAtEnd,
  restoredText,
} from "./cut-document.js";
import { notWellFormed, XmlError } from "./errors.js";
import { resolveXmlReferences } from "./references.js";

export type Attributes = Readonly<Record<string, string>>;

export interface XmlElement {
  /** With prefix. */
  readonly name: string;
  /** By name with prefix. */
  readonly attributes: Attributes;
  readonly children: readonly XmlElement[];
  /** The text directly in the element, CDATA included, not trimmed. */
  readonly text: string;
}

/** Maximum nesting of elements in any document. */
const maxDepth = 256;

/** All names get a dot in front, because the parser refuses or renames names such as `constructor`. */
const parser = new XMLParser({
  preserveOrder: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  ignoreAttributes: false,
  attributeNamePrefix: ".",
  ignoreDeclaration: true,
  jPath: false,
  ...{ maxNestedTags: maxDepth, transformTagName: (name) => `.${name}` },
});

/** An element or a text as the parser returns it. */
type Node = Readonly<Record<string, unknown>>;

/** The text that may stand before and after the root: white space, comments and instructions. */
// oxlint-disable-next-line no-control-regex
const outsideRoot = /^(?:[ \t\n]|\x02\d+\x02)*$/;

/** Returns the root element of a document. Throws an `XmlError`. */
export function readXml(document: string, bounds: XmlBounds): XmlElement {
  checkDocument(document, bounds);
  const { markup, cuts } = cutDocument(withLineFeeds(document));
  checkMarkup(markup, bounds);
  const nodes = nodesOf(markup, cuts);
  const [root, ...others] = nodes.filter((node) => node["#text"] === undefined);
  const isAlone = nodes.every((node) => node === root || outsideRoot.test(String(node["#text"])));
  if (!root || others.length > 0 || !isAlone) throw notWellFormed(lineNumberAtEnd(markup, cuts));
  return elementOf(root, cuts, bounds.depth, 1);
}

/** Converts "\r\n" and "\r" to "\n". Patterns take three times as long as `split`. */
function withLineFeeds(document: string): string {
  return document.includes("\r") ? document.split("\r\n").join("\n").split("\r").join("\n") : document;
}

/** Parses the markup within an added root element: the parser drops texts outside of the root. */
function nodesOf(markup: string, cuts: readonly Cut[]): readonly Node[] {
  const refuse = (at: number): never => {
    throw notWellFormed(lineNumberAtEnd(markup.slice(0, at), cuts));
  };
  const invalidAt = findInvalidTag(markup);
  if (invalidAt >= 0) refuse(invalidAt);
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
    // After the validation, only the depth can fail.
    throw tooDeep(maxDepth);
  }
}

function tooDeep(levels: number): XmlError {
  return new XmlError(`The body nests deeper than ${levels} levels.`);
}

const noAttributes: Attributes = Object.freeze({});

function elementOf(node: Node, cuts: readonly Cut[], depthLimit: number, depth: number): XmlElement {
  if (depth > depthLimit) throw tooDeep(depthLimit);
  const [key = ""] = Object.keys(node);
  const attributes = node[":@"] as Attributes | undefined;
  const children: XmlElement[] = [];
  let text = "";
  for (const child of node[key] as readonly Node[]) {
    const written = child["#text"] as string | undefined;
    if (written === undefined) children.push(elementOf(child, cuts, depthLimit, depth + 1));
    else text += requireWellFormed(restoredText(written, cuts));
  }
  return {
    name: key.replace(/^\.+/, ""),
    attributes: attributes ? attributesOf(attributes) : noAttributes,
    children,
    text,
  };
}

/** Refuses a value with a mark: it is too long, or contains a comment, CDATA or an instruction. */
function attributesOf(written: Attributes): Attributes {
  const attributes = Object.create(null) as Record<string, string>;
  for (const name in written) {
    const value = written[name] as string;
    attributes[name.slice(1)] = requireWellFormed(hasMark(value) ? undefined : resolveXmlReferences(value));
  }
  return attributes;
}

function requireWellFormed(text: string | undefined): string {
  if (text === undefined) throw new XmlError("The body is not well-formed XML.");
  return text;
}
