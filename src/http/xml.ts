/**
 * `service_api` documents to and from text (customers.md 5.2, 5.3). What is read is bounded before the parser sees it;
 * what is written reads back as the same text, line breaks and leading zeros included.
 */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { xmlBoundsProblem } from "./xml-bounds.js";

/** Why a document cannot be read, as a sentence for the caller. */
export class XmlProblem extends Error {}

/** An element below the root. */
export interface XmlElement {
  readonly name: string;
  /** As written, white-space included; undefined when there are elements in it. */
  readonly text: string | undefined;
}

const notWellFormed = "The body is not well-formed XML.";

const cdata = "#cdata";

/** In front of every name, so that no name is a member of JavaScript's own objects or one of the parser's. */
const mark = "=";

const parser = new XMLParser({
  // A list of nodes instead of an object: order, repeated names and the borders of CDATA are kept.
  preserveOrder: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  // References are resolved here in one pass, so that none is resolved twice and CDATA is left alone.
  processEntities: false,
  cdataPropName: cdata,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // The parser asks twice about an element without content.
  transformTagName: (name) => (name.startsWith(mark) ? name : mark + name),
});

/** The elements directly below the root. Throws `XmlProblem`. */
export function readXml(document: string): XmlElement[] {
  const bounds = xmlBoundsProblem(document);
  if (bounds !== undefined) throw new XmlProblem(bounds);
  const verdict = XMLValidator.validate(document);
  if (verdict !== true) throw new XmlProblem(`The body is not well-formed XML (line ${verdict.err.line}).`);
  checkTokens(document);
  return children(parse(document)).flatMap(({ nodes }) => children(nodes).map(elementOf));
}

/** What a document consists of, one after the other. A "<" in the value of an attribute belongs to none of them. */
const token = new RegExp(
  [
    "<!--(?<comment>[^]*?)-->",
    "<!\\[CDATA\\[[^]*?\\]\\]>",
    "<\\?(?<instruction>[^]*?)\\?>",
    `(?<tag><([^<>"']|"[^<"]*"|'[^<']*')*>)`,
    "(?<text>[^<]+)",
  ].join("|"),
  "gy",
);

/** What the parser lets pass although XML does not. Throws `XmlProblem`. */
function checkTokens(document: string): void {
  let end = 0;
  for (const { 0: all, index, groups = {} } of document.matchAll(token)) {
    const { comment, instruction, tag, text } = groups;
    const isMisplaced =
      (comment !== undefined && /--|-$/.test(comment)) ||
      (instruction !== undefined && /^xml(\s|$)/i.test(instruction) && index > 0) ||
      (text !== undefined && text.includes("]]>"));
    if (isMisplaced) throw new XmlProblem(notWellFormed);
    // For its refusals: the text of fields is resolved where it is read.
    resolveReferences(text ?? tag ?? "");
    end = index + all.length;
  }
  if (end < document.length) throw new XmlProblem(notWellFormed);
}

type Node = Readonly<Record<string, unknown>>;

function parse(document: string): readonly Node[] {
  try {
    return parser.parse(document) as readonly Node[];
  } catch {
    // The parser's own words may repeat what was sent.
    throw new XmlProblem(notWellFormed);
  }
}

function children(nodes: readonly Node[]): { name: string; nodes: readonly Node[] }[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node)[0] ?? "";
    return name.startsWith(mark) ? [{ name: name.slice(mark.length), nodes: node[name] as Node[] }] : [];
  });
}

function elementOf({ name, nodes }: { name: string; nodes: readonly Node[] }): XmlElement {
  return { name, text: children(nodes).length > 0 ? undefined : textOf(nodes) };
}

function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      const section = node[cdata] as readonly Node[] | undefined;
      return section ? section.map(ownText).join("") : resolveReferences(ownText(node));
    })
    .join("");
}

function ownText(node: Node): string {
  const text = node["#text"];
  return typeof text === "string" ? text : "";
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function resolveReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,8})|(\w{1,20}));|&/g, (_, hex, digits, name) => {
    if (name !== undefined && Object.hasOwn(named, name as string)) return named[name as string] as string;
    const code = hex !== undefined ? parseInt(hex as string, 16) : Number(digits);
    const character = isCodePoint(code) ? String.fromCodePoint(code) : undefined;
    if (character === undefined || illegal.test(character)) {
      throw new XmlProblem("The body has a reference to something that XML does not know.");
    }
    return character;
  });
}

function isCodePoint(code: number): boolean {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

/** What XML 1.0 cannot hold in any form. */
// eslint-disable-next-line no-control-regex
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const illegalAll = new RegExp(illegal, "g");

// eslint-disable-next-line no-control-regex
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Text as the content of an element. A carriage return would be read as a line feed, so it is written as a reference. */
export function xmlText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .toWellFormed()
    .replace(illegalAll, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

/** A whole document. @param content elements, already text */
export function xmlDocument(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<service_api>${content}</service_api>\n`;
}
