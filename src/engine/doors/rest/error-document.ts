/** Errors of REST as XML and JSON text (customers 5.5). */
import { writeFieldsXml } from "../../http/xml.js";
import type { RestFormat } from "./answer.js";

export function errorDocument(status: number, messages: readonly string[], format: RestFormat): string {
  if (format === "json") {
    return JSON.stringify({ messages: { error: messages.map((message) => ({ code: status, message })) } });
  }
  const items = messages.map((message) => ({ code: status, message }));
  return writeFieldsXml({ messages: { error: { data_item: items } } });
}
