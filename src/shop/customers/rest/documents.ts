/** What the customers resource answers as XML and JSON text (customers 5.3, 5.4). Built by hand: this is the hot path. */
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { RestFormat } from "../../../engine/doors/rest/answer.js";
import type { RestField } from "../accounts/rest-fields.js";
import type { RecordOf } from "../accounts/rest-operations.js";
import { xmlText } from "../../../engine/xml/text.js";
import { xmlDocument } from "../../../engine/http/xml.js";

/** A customer as it is answered. @param fields in the order of the answer */
export function customerRecord(customer: CustomerDoc, fields: readonly RestField[]): RecordOf<"getCustomer"> {
  const record: Record<string, string | null> = {};
  for (const { name, text, onlyWhenSet } of fields) {
    const value = text(customer);
    if (value !== null || !onlyWhenSet) record[name] = value;
  }
  return record;
}

/** @param result members by name, or the records of a collection by their keys */
export function resultDocument(result: object, format: RestFormat): string {
  if (!(result instanceof Map)) {
    return format === "json" ? JSON.stringify(result) : xmlDocument(elements(result, "\n  ", "\n"));
  }
  const records = [...(result as ReadonlyMap<string, object>)];
  if (format === "json") {
    // An object would sort its numeric keys; the text keeps the order of the result.
    return `{${records.map(([key, record]) => `"${key}":${JSON.stringify(record)}`).join(",")}}`;
  }
  const items = records.map(
    ([, record]) => `\n  <data_item>${elements(record, "\n    ", "\n  ")}</data_item>`,
  );
  return xmlDocument(items.length > 0 ? `${items.join("")}\n` : "");
}

/** @param before each element @param after the last one */
function elements(record: object, before: string, after: string): string {
  let text = "";
  for (const [name, value] of Object.entries(record) as [string, string | number | null][]) {
    text += `${before}<${name}>${value === null ? "" : xmlText(String(value))}</${name}>`;
  }
  return text === "" ? "" : text + after;
}
