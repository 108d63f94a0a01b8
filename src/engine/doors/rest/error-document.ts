/** Errors of REST as XML and JSON text (customers 5.5). */
import { xmlDocument } from "../../http/xml.js";
import { xmlText } from "../../xml/text.js";
import type { RestFormat } from "./answer.js";

export function errorDocument(status: number, messages: readonly string[], format: RestFormat): string {
  if (format === "json") {
    return JSON.stringify({ messages: { error: messages.map((message) => ({ code: status, message })) } });
  }
  const items = messages.map(
    (message) => `
      <data_item>
        <code>${status}</code>
        <message>${xmlText(message)}</message>
      </data_item>`,
  );
  return xmlDocument(`\n  <messages>\n    <error>${items.join("")}\n    </error>\n  </messages>\n`);
}
