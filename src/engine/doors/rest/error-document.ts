/** Errors of REST as XML and JSON text (customers 5.5). */
import { writeFieldsXml } from "../../http/xml.js";
import type { RestFormat } from "./answer.js";
import type { RestProblem } from "./rest-error.js";

export function errorDocument(status: number, problems: readonly RestProblem[], format: RestFormat): string {
  const error = problems.map((problem) => ({ code: status, ...problem }));
  if (format === "json") return JSON.stringify({ messages: { error } });
  return writeFieldsXml({ messages: { error: { data_item: error } } });
}
