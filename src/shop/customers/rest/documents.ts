/** What the customers resource answers as XML and JSON text (customers 5.3, 5.4). */
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { RestFormat } from "../../../engine/doors/rest/answer.js";
import type { RestField } from "../accounts/rest-fields.js";
import type { RecordOf } from "../accounts/rest-operations.js";
import { writeFieldsXml } from "../../../engine/http/xml.js";

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
  if (!(result instanceof Map))
    return format === "json" ? JSON.stringify(result) : writeFieldsXml(elements(result));
  const records = [...(result as ReadonlyMap<string, object>)];
  if (format === "xml") return writeFieldsXml({ data_item: records.map(([, record]) => elements(record)) });
  // An object would sort its numeric keys; the text keeps the order of the result.
  return `{${records.map(([key, record]) => `"${key}":${JSON.stringify(record)}`).join(",")}}`;
}

/** What is unset is an empty element. */
function elements(record: object): object {
  const entries = Object.entries(record) as [string, string | number | null][];
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""]));
}
