/** Serializes the results of REST resources as XML or JSON (customers 5.3, 5.4). */
import type { RestFormat } from "../../../engine/doors/rest/answer.js";
import { writeFieldsXml } from "../../../engine/http/xml.js";

/** @param result a record, a map of records by key, or a list of records */
export function resultDocument(result: object, format: RestFormat): string {
  if (format === "xml") {
    const isRecord = !(result instanceof Map) && !Array.isArray(result);
    return writeFieldsXml(
      elements(isRecord ? result : [...(result as Iterable<object>)].map(recordOf)) as object,
    );
  }
  if (!(result instanceof Map)) return JSON.stringify(result);
  const records = [...(result as ReadonlyMap<string, object>)];
  // An object would sort numeric keys, so the text is built in the order of the result.
  return `{${records.map(([key, record]) => `"${key}":${JSON.stringify(record)}`).join(",")}}`;
}

function recordOf(entry: object): object {
  return Array.isArray(entry) ? (entry[1] as object) : entry;
}

/** Unset values become empty elements; lists become lists of `data_item`. */
function elements(value: unknown): unknown {
  if (Array.isArray(value)) return { data_item: value.map(elements) };
  if (typeof value !== "object" || value === null) return value ?? "";
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, elements(member)]));
}
