/** Writes answers and errors of REST resources, as XML or JSON (customers 4, 5.3 to 5.5). */
import type { ServerResponse } from "node:http";
import { writeFieldsXml } from "../../http/xml.js";
import { isImmutable, memoize } from "../../values/memo.js";
import { wire, type Wire } from "../../values/text.js";
import type { RestAnswer, RestFormat } from "./answer.js";
import { defaultType, type MediaType } from "./negotiation.js";
import type { Headers, RestError } from "./rest-error.js";

export function formatOf(type: MediaType): RestFormat {
  return type === "application/json" ? "json" : "xml";
}

/**
 * The text of a result: a record, a map of records by key, or a list of records.
 * @param isMagento an empty map is an empty list, as in Magento 1 (COMPAT_VALUES=strings)
 */
export function encoded(result: object, type: MediaType, isMagento = false): Wire {
  if (isMagento && result instanceof Map && result.size === 0) return encoded([], type);
  const textOf = texts[formatOf(type)];
  return isImmutable(result) ? memoize(result, textOf) : textOf(result);
}

/** Declared once, so that the text of an immutable result is cached with it. */
const texts = {
  json: (result: object) => wire(jsonText(result)),
  xml: (result: object) => wire(xmlText(result)),
};

function jsonText(result: object): string {
  if (!(result instanceof Map)) return JSON.stringify(result);
  const records = [...(result as ReadonlyMap<string, object>)];
  // An object would sort numeric keys, so the text is built in the order of the result.
  return `{${records.map(([key, record]) => `"${key}":${JSON.stringify(record)}`).join(",")}}`;
}

function xmlText(result: object): string {
  const value = result instanceof Map ? [...(result as ReadonlyMap<string, object>).values()] : result;
  return writeFieldsXml(elements(value) as object);
}

/** Unset values become empty elements; lists become lists of `data_item`. */
function elements(value: unknown): unknown {
  if (Array.isArray(value)) return { data_item: value.map(elements) };
  if (typeof value !== "object" || value === null) return value ?? "";
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, elements(member)]));
}

/** The headers of every answer: names and values in turn, which node writes without further checks. */
const commonHeaders: readonly HeaderPart[] = [
  ...["Cache-Control", "no-store"],
  ...["Vary", "Accept, Authorization"],
  ...["X-Content-Type-Options", "nosniff"],
];

type HeaderPart = string | number | string[];

/** Sends an error document: one entry per problem, each with the status as its code. */
export function sendRestError(
  response: ServerResponse,
  { status, problems, headers }: RestError,
  type: MediaType,
): void {
  const form = status === 406 ? defaultType : type;
  const error = problems.map((problem) => ({ code: status, ...problem }));
  send(response, { status, headers, body: encoded({ messages: { error } }, form) }, form);
}

export function send(
  response: ServerResponse,
  { status = 200, headers, body }: RestAnswer,
  type: MediaType,
): void {
  if (body === undefined) {
    const length = status === 204 ? [] : ["Content-Length", 0];
    response.writeHead(status, [...commonHeaders, ...partsOf(headers), ...length]);
    response.end();
    return;
  }
  const describing = ["Content-Type", `${type}; charset=utf-8`, "Content-Length", body.length];
  response.writeHead(status, [...describing, ...commonHeaders, ...partsOf(headers)]);
  response.end(body, "latin1");
}

function partsOf(headers: Headers | undefined): HeaderPart[] {
  return headers === undefined ? [] : Object.entries(headers).flat();
}
