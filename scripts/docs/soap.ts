/** Examples of calls by SOAP. */
import { functions } from "../../generated/doors/soap-v2.js";
import { escapeHtml } from "../../src/engine/xml/text.js";
import type { Example } from "../../src/addons/pages/first-calls.js";
import { typedElement, type TypedElement } from "./soap-v2.js";
import { isOperation, type Method, type NamedValue } from "./sources.js";

/** Values by the names of parameters. */
type Values = ReadonlyMap<string, unknown>;

export function soapExamples(method: Method, params: readonly NamedValue[]): readonly Example[] {
  if (!isOperation(method)) return [];
  const values = new Map(params.map(({ name, value }) => [name, value]));
  const second = versionTwo(method, values);
  return [
    { language: "SOAP v1", code: versionOne(method, values) },
    ...(second === undefined ? [] : [{ language: "SOAP v2", code: second }]),
  ];
}

/** SOAP v1: one function `call` with the name of the operation and a list of arguments. */
function versionOne({ name, params }: Method, values: Values): string {
  const names = params.map((param) => param.name);
  const last = names.findLastIndex((one) => values.has(one));
  const args = names.slice(0, last + 1).map((one) => values.get(one) ?? null);
  return envelope("/api/soap", [
    "<ns1:call>",
    '  <sessionId xsi:type="xsd:string">&lt;session&gt;</sessionId>',
    `  <resourcePath xsi:type="xsd:string">${name}</resourcePath>`,
    element("args", args, 1),
    "</ns1:call>",
  ]);
}

/** SOAP v2: one typed function per operation; undefined if the types cannot represent the arguments. */
function versionTwo({ name }: Method, values: Values): string | undefined {
  const found = Object.entries(functions).find(([, { operation }]) => operation === name);
  if (!found) return undefined;
  const [called, { rpc }] = found;
  const known: string[] = [];
  for (const part of rpc.parts) {
    const value = values.get(part.param ?? part.name);
    if (value === undefined) continue;
    const typed = typedElement(part.name, value, part.type);
    if (!typed) return undefined;
    known.push(typedXml(typed, 1));
  }
  return envelope("/api/v2_soap", [
    `<ns1:${called}>`,
    '  <sessionId xsi:type="xsd:string">&lt;session&gt;</sessionId>',
    ...known,
    `</ns1:${called}>`,
  ]);
}

function typedXml({ name, type, content }: TypedElement, depth: number): string {
  const space = "  ".repeat(depth);
  if (content === null) return `${space}<${name} xsi:nil="true"/>`;
  if (typeof content === "string")
    return `${space}<${name} xsi:type="xsd:${type}">${escapeHtml(content)}</${name}>`;
  const inside = content.map((one) => typedXml(one, depth + 1));
  return nested(name, `xsi:type="ns1:${type}"`, inside, space);
}

const namespaces = {
  "SOAP-ENV": "http://schemas.xmlsoap.org/soap/envelope/",
  "SOAP-ENC": "http://schemas.xmlsoap.org/soap/encoding/",
  xsd: "http://www.w3.org/2001/XMLSchema",
  xsi: "http://www.w3.org/2001/XMLSchema-instance",
  ns1: "urn:Magento",
  ns2: "http://xml.apache.org/xml-soap",
};

function envelope(address: string, lines: readonly string[]): string {
  const declared = Object.entries(namespaces).map(([prefix, uri]) => `\n  xmlns:${prefix}="${uri}"`);
  return `POST ${address}
Content-Type: text/xml

<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope${declared.join("")}>
  <SOAP-ENV:Body>
${lines.map((line) => line.replace(/^/gm, "    ")).join("\n")}
  </SOAP-ENV:Body>
</SOAP-ENV:Envelope>`;
}

function element(name: string, value: unknown, depth: number): string {
  const space = "  ".repeat(depth);
  if (value === null) return `${space}<${name} xsi:nil="true"/>`;
  if (Array.isArray(value)) {
    const type = `SOAP-ENC:arrayType="xsd:ur-type[${value.length}]" xsi:type="SOAP-ENC:Array"`;
    return nested(
      name,
      type,
      value.map((one) => element("item", one, depth + 1)),
      space,
    );
  }
  if (typeof value === "object") {
    const items = Object.entries(value).map(([key, one]) =>
      nested("item", "", [element("key", key, depth + 2), element("value", one, depth + 2)], `${space}  `),
    );
    return nested(name, 'xsi:type="ns2:Map"', items, space);
  }
  const text = typeof value === "string" ? escapeHtml(value) : JSON.stringify(value);
  return `${space}<${name} xsi:type="xsd:${typeOf(value)}">${text}</${name}>`;
}

function nested(name: string, attributes: string, inside: readonly string[], space: string): string {
  const start = `<${name}${attributes === "" ? "" : ` ${attributes}`}`;
  if (inside.length === 0) return `${space}${start}/>`;
  return `${space}${start}>\n${inside.join("\n")}\n${space}</${name}>`;
}

function typeOf(value: unknown): string {
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "double";
  return "string";
}
