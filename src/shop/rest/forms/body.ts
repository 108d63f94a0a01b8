/** Parses the body of a REST request (customers 5.2). Throws `RestError` 400, 413 and 503. */
import { isObject, sanitize, type DataObject } from "../../../engine/values/coercion.js";
import { quote } from "../../../engine/values/messages.js";
import { decodeUtf8, jsonProblems, readJson } from "../../../engine/calls/json.js";
import type { Body } from "../../../engine/guard/intake.js";
import { XmlError } from "../../../engine/xml/errors.js";
import { readFieldsXml, type XmlField } from "../../../engine/http/xml.js";
import { sentenceAbout } from "./problems.js";
import { refused } from "./refusal.js";

type WithBody = "createCustomer" | "updateCustomer";

/** The fields of one record, or a list of several records. */
export type RestContent = DataObject | readonly unknown[];

/** @param body the body that the server has read, or its refusal (413 or 503), which is thrown */
export async function readContent(contentType: string | undefined, body: Body): Promise<RestContent> {
  // The rest of the body is not read, so the connection must be closed.
  if ("refused" in body) throw refused<WithBody>(body.refused, body.problem, { Connection: "close" });
  const { bytes } = body;
  const read = readerOf(contentType);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw refused(400, jsonProblems.encoding);
  if (text.trim() === "") throw refused(400, "The body is empty.");
  return read(text, bytes);
}

/** Throws `RestError` 400 for a list. */
export function singleRecord(content: RestContent): DataObject {
  if (isSeveral(content)) throw refused(400, "The body must not be a list: send one record at a time.");
  return content;
}

export function isSeveral(content: RestContent): content is readonly unknown[] {
  return Array.isArray(content);
}

type Reader = (text: string, bytes: Buffer) => RestContent;

const readers: Readonly<Record<string, Reader>> = {
  "application/xml": contentOfXml,
  "text/xml": contentOfXml,
  "application/json": contentOfJson,
};

function readerOf(contentType: string | undefined): Reader {
  if (contentType === undefined || contentType.trim() === "") return contentOfXml;
  const [type = "", ...parameters] = partsOf(contentType);
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!reader) {
    const message = "must be application/xml, text/xml or application/json";
    throw refused(400, sentenceAbout("Content-Type", "The body", message, contentType));
  }
  const charsets = parameters.filter((parameter) => /^charset\s*(=|$)/.test(parameter));
  if (!charsets.every((charset) => /^charset\s*=\s*(utf-8|"utf-8")$/.test(charset))) {
    throw refused(400, sentenceAbout("Content-Type", "The charset", "must be UTF-8", contentType));
  }
  return reader;
}

/** The media type and its parameters in lower case. A semicolon in quotes does not separate parameters. */
function partsOf(contentType: string): string[] {
  const parts = contentType.match(/([^;"]|"([^"\\]|\\.)*"?)+/g) ?? [];
  return parts.map((part) => part.trim().toLowerCase());
}

function contentOfJson(text: string, bytes: Buffer): RestContent {
  const read = readJson(bytes);
  if ("problem" in read) throw refused(400, read.problem);
  const value = sanitize(read.value);
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isObject(value)) throw refused(400, `The body must be an object, not ${quote(value)}.`);
  // Clients of Magento 1 send several records as an object with numeric keys. JSON.parse would sort these
  // keys; the text
  // shows which one was first.
  return /^\s*\{\s*"(\d|\\u003\d)+"/.test(text) ? Object.values(value) : value;
}

/** An element with elements becomes an object, or a list if these are all `data_item`. */
function contentOfXml(text: string): RestContent {
  const elements = elementsOf(text);
  return elements.length > 0 && isList(elements) ? elements.map(valueOf) : membersOf(elements);
}

function isList(elements: readonly XmlField[]): boolean {
  return elements.every(({ name }) => name === "data_item");
}

/** A repeated element becomes an empty list, which is invalid for every field. */
function membersOf(elements: readonly XmlField[]): DataObject {
  const members = Object.create(null) as Record<string, unknown>;
  for (const element of elements) members[element.name] = element.name in members ? [] : valueOf(element);
  return members;
}

/** Members that must be numbers (rest 5). XML has only text for them. */
const onlyNumbers: ReadonlySet<string> = new Set(["category_id"]);

function valueOf({ name, text, children = [] }: XmlField): unknown {
  if (text !== undefined) return onlyNumbers.has(name) && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text;
  return isList(children) ? children.map(valueOf) : membersOf(children);
}

function elementsOf(text: string): readonly XmlField[] {
  try {
    return readFieldsXml(text);
  } catch (error) {
    if (error instanceof XmlError) throw refused(400, error.message);
    throw error;
  }
}
