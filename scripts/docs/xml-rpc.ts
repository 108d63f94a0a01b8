/** Examples of calls by XML-RPC. */
import { escapeHtml } from "../../src/engine/xml/text.js";
import { isOperation, type Method, type NamedValue } from "./sources.js";

/** @param params of the example; omitted positions in between become nil */
export function xmlRpcCall(method: Method, params: readonly NamedValue[]): string {
  const known = new Map(params.map(({ name, value }) => [name, value]));
  const names = method.params.map(({ name }) => name);
  const last = names.findLastIndex((name) => known.has(name));
  const values = names.slice(0, last + 1).map((name) => known.get(name));
  const [called, sent] = isOperation(method)
    ? ["call", ["<session>", method.name, values]]
    : [method.name, values];
  const written = sent.map((value) => `    <param>${valueText(value, 3)}</param>`).join("\n");
  return `POST /api/xmlrpc
Content-Type: text/xml

<?xml version="1.0"?>
<methodCall>
  <methodName>${called}</methodName>
  <params>
${written}
  </params>
</methodCall>`;
}

function valueText(value: unknown, depth: number): string {
  return `<value>${typedText(value, depth)}</value>`;
}

function typedText(value: unknown, depth: number): string {
  const [space, end] = ["  ".repeat(depth), "  ".repeat(depth - 1)];
  if (value === undefined || value === null) return "<nil/>";
  if (typeof value === "boolean") return `<boolean>${value ? 1 : 0}</boolean>`;
  if (typeof value === "number")
    return Number.isInteger(value) ? `<int>${value}</int>` : `<double>${value}</double>`;
  if (typeof value === "string") return `<string>${escapeHtml(value)}</string>`;
  if (Array.isArray(value)) {
    const entries = value.map((one) => `\n${space}${valueText(one, depth + 1)}`).join("");
    return `<array><data>${entries}${entries === "" ? "" : `\n${end}`}</data></array>`;
  }
  const members = Object.entries(value)
    .map(
      ([name, one]) =>
        `\n${space}<member><name>${escapeHtml(name)}</name>${valueText(one, depth + 1)}</member>`,
    )
    .join("");
  return `<struct>${members}${members === "" ? "" : `\n${end}`}</struct>`;
}
