/** Reads XML or HTML that may be cut off or broken, in one pass. Values of XML-RPC and maps of SOAP become lists and maps. */
import { resolveKnownReferences } from "../../engine/xml/references.js";
import { maxPartDepth, type MapPart, type Part, type Place, type TextPart } from "./parts.js";

interface Element {
  /** Without prefix. */
  readonly name: string;
  readonly attributes: [string, Part][];
  readonly children: Element[];
  readonly places: Place[];
  readonly texts: string[];
}

export function xmlParts(text: string): Part {
  const root = elementNamed("");
  readElements(text, root);
  return partOf(root);
}

function elementNamed(name: string): Element {
  return { name, attributes: [], children: [], places: [], texts: [] };
}

function readElements(text: string, root: Element): void {
  const open: Element[] = [root];
  /** How many open elements have each name, so that an end tag without a start is known at once. */
  const counts = new Map<string, number>();
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  for (let at = 0; at < text.length;) {
    const top = open.at(-1) as Element;
    if (text[at] !== "<") {
      const end = endOf(text, "<", at, 0);
      addText(top, text, at, end);
      at = end;
    } else if (text.startsWith("<![CDATA[", at)) {
      const end = endOf(text, "]]>", at + 9, 0);
      addText(top, text, at + 9, end, true);
      at = Math.min(end + 3, text.length);
    } else if (text.startsWith("<!--", at)) at = endOf(text, "-->", at + 4, 3);
    else {
      const end = endOfTag(text, at + 1);
      const isEnd = text[at + 1] === "/";
      const name = localName(
        /^[^\s<>/=]*/.exec(text.slice(at + (isEnd ? 2 : 1), Math.min(end, at + 202)))?.[0] ?? "",
      );
      if (isEnd) {
        while ((counts.get(name) ?? 0) > 0) {
          const closed = (open.pop() as Element).name;
          count(closed, -1);
          if (closed === name) break;
        }
      } else if (name !== "" && !/^[!?]/.test(name)) {
        const element = elementNamed(name);
        readAttributes(text, at + 1 + name.length, end, element);
        (open[maxPartDepth] ?? top).children.push(element);
        if (text[end - 2] !== "/") {
          open.push(element);
          count(name, 1);
        }
      } else if (name === "") addText(top, text, at, end);
      at = end;
    }
  }
}

/** The offset of `mark`, or the length of the text. */
function endOf(text: string, mark: string, from: number, further: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + further;
}

/** The offset behind the tag; a `<` inside begins the next one. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  let quotedEnd: number | undefined;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === "<") return quotedEnd ?? at;
    if (character === ">") {
      if (quote === "") return at + 1;
      quotedEnd ??= at + 1;
    } else if (character === quote) quote = "";
    else if (quote === "" && (character === '"' || character === "'")) quote = character;
  }
  return quotedEnd ?? text.length;
}

const attribute =
  /(?<![^\s<>/="'])([^\s<>/="']{1,200})\s{0,20}=\s{0,20}(?:"([^"]*)"?|'([^']*)'?|([^\s"'<>]+))/g;

function readAttributes(text: string, start: number, end: number, { attributes }: Element): void {
  const tag = text.slice(start, end);
  if (!tag.includes("=")) return;
  for (const found of tag.matchAll(attribute)) {
    const { 0: all, 1: name = "", index } = found;
    const value = found[2] ?? found[3] ?? found[4] ?? "";
    if (value === "" || name.startsWith("xmlns")) continue;
    const from = start + index + all.lastIndexOf(value);
    const part: TextPart = {
      kind: "text",
      value: resolveKnownReferences(value),
      places: [{ start: from, end: from + value.length }],
    };
    attributes.push([localName(name), part]);
  }
}

function addText(element: Element, text: string, start: number, end: number, isPlain = false): void {
  const written = text.slice(start, end);
  const trimmed = written.trim();
  if (trimmed === "") return;
  const from = start + written.indexOf(trimmed);
  element.places.push({ start: from, end: from + trimmed.length });
  element.texts.push(isPlain ? trimmed : resolveKnownReferences(trimmed));
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Elements of XML-RPC that contain values without names. */
const listNames = new Set(["params", "data"]);
const wrapperNames = new Set(["param", "value", "array"]);
const valueNames = new Set([
  ...[
    "param",
    "value",
    "array",
    "data",
    "struct",
    "string",
    "int",
    "i4",
    "i8",
    "boolean",
    "double",
    "base64",
    "nil",
  ],
  ...["dateTime.iso8601"],
]);

function partOf(element: Element): Part {
  const { name, attributes, children } = element;
  if (children.length === 0 && attributes.length === 0) return textOf(element);
  if (name === "struct") return structOf(element);
  const own: Part[] = element.texts.length === 0 ? [] : [textOf(element)];
  const areValues = attributes.length === 0 && children.every((child) => valueNames.has(child.name));
  if (areValues && (listNames.has(name) || wrapperNames.has(name))) {
    const parts = [...own, ...children.map(partOf)];
    return wrapperNames.has(name) && parts.length === 1 ? (parts[0] as Part) : { kind: "list", items: parts };
  }
  // Types and lengths of SOAP arrays are not values.
  if (children.length > 0 && children.every((child) => child.name === "item"))
    return { kind: "list", items: [...own, ...attributes.map(([, part]) => part), ...children.map(partOf)] };
  // An element with attributes such as `xsi:type`: its text is its value.
  const plain = attributes.filter(([attributeName]) => !typeAttributes.has(attributeName));
  if (children.length === 0 && plain.length === 0) return textOf(element);
  const members: MapPart["members"] = [
    ...plain,
    ...children.map((child): [string, Part] => [child.name, partOf(child)]),
  ];
  return { kind: "map", members: [...members, ...own.map((part): [string, Part] => ["", part])] };
}

const typeAttributes = new Set([
  "type",
  "arrayType",
  "itemType",
  "offset",
  "nil",
  "encodingStyle",
  "id",
  "href",
]);

function textOf({ texts, places }: Element): TextPart {
  return { kind: "text", value: texts.join(""), places };
}

/** `<member><name>…</name><value>…</value></member>` */
function structOf({ children }: Element): MapPart {
  const members: MapPart["members"] = [];
  for (const member of children) {
    const name = member.children.find((child) => child.name === "name")?.texts.join("");
    if (member.name !== "member" || name === undefined) members.push([member.name, partOf(member)]);
    else
      for (const child of member.children)
        if (child.name !== "name")
          members.push([valueNames.has(child.name) ? name : child.name, partOf(child)]);
  }
  return { kind: "map", members };
}
