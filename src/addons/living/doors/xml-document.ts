/** Parses XML of a foreign server into a tree of elements, without the limits for requests to our server. */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { decodeXml } from "../../../engine/xml/charset.js";
import { XmlError } from "../../../engine/xml/errors.js";
import type { XmlElement } from "../../../engine/xml/reading.js";
import { resolveKnownReferences } from "../../../engine/xml/references.js";

/** Names are prefixed with a dot: the parser refuses or renames names such as `constructor` or `__proto__`. */
const parser = new XMLParser({
  preserveOrder: true,
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  jPath: false,
  ignoreAttributes: false,
  attributeNamePrefix: ".",
  parseAttributeValue: false,
  maxNestedTags: 1000,
  ...{ processEntities: false, cdataPropName: "#cdata", transformTagName: (name) => `.${name}` },
});

type Node = Readonly<Record<string, unknown>>;

/** Returns the root element. Throws an `XmlError` if the body is not XML, typically an HTML page. */
export function parseXmlDocument(bytes: Buffer, charset?: string): XmlElement {
  const text = decodeXml(bytes, charset).trimStart();
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw new XmlError(`The body is not valid XML (line ${verdict.err.line}).`);
  const root = nodesOf(text).find((node) => Object.keys(node).some((key) => key.startsWith(".")));
  if (!root) throw new XmlError("The body is not valid XML.");
  return elementOf(root);
}

function nodesOf(text: string): readonly Node[] {
  try {
    return parser.parse(text) as Node[];
  } catch {
    // It refuses external DTDs, entities and deep nesting, each with an error of its own.
    throw new XmlError("The body is XML that cannot be read.");
  }
}

function elementOf(node: Node): XmlElement {
  const key = Object.keys(node).find((name) => name.startsWith(".")) ?? "";
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries((node[":@"] ?? {}) as Record<string, string>))
    attributes[name.slice(1)] = resolveKnownReferences(value);
  const children: XmlElement[] = [];
  let text = "";
  for (const child of node[key] as readonly Node[]) {
    if (child["#text"] !== undefined) text += resolveKnownReferences(child["#text"] as string);
    else if (child["#cdata"] !== undefined)
      text += (child["#cdata"] as Node[]).map((piece) => piece["#text"] as string).join("");
    else if (!Object.keys(child).some((name) => name.startsWith(".?"))) children.push(elementOf(child));
  }
  // The parser applies the prefix twice to elements without content.
  return { name: key.replace(/^\.+/, ""), attributes, children, text };
}
