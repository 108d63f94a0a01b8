/** Calls by XML-RPC. */
import { valueXml } from "../../../engine/doors/xml-rpc/writing.js";
import type { XmlElement } from "../../../engine/xml/reading.js";
import { XmlError } from "../../../engine/xml/errors.js";
import { readDouble, readInteger, setMember } from "../../../engine/doors/request-values.js";
import { BinaryText } from "./binary-text.js";
import { isObject } from "../../../engine/values/coercion.js";
import type { CallOutcome } from "./outcome.js";

export function methodCallXml(method: string, params: readonly unknown[]): string {
  const elements = params.map((param) => `<param>${sentXml(param)}</param>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<methodCall><methodName>${method}</methodName><params>${elements}</params></methodCall>`;
}

/** Writes values like the answers of our server, except for bytes. */
function sentXml(value: unknown): string {
  if (value instanceof BinaryText) return `<value><base64>${value.base64}</base64></value>`;
  if (typeof value !== "object" || value === null) return valueXml(value ?? null);
  if (Array.isArray(value))
    return `<value><array><data>${value.map(sentXml).join("")}</data></array></value>`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const written = members.map(([name, member]) => `<member>${nameXml(name)}${sentXml(member)}</member>`);
  return `<value><struct>${written.join("")}</struct></value>`;
}

function nameXml(name: string): string {
  return valueXml(name).replace("<value><string>", "<name>").replace("</string></value>", "</name>");
}

/** Undefined for a document that is not an XML-RPC answer. */
export function outcomeOfMethodResponse(root: XmlElement): CallOutcome | undefined {
  if (root.name !== "methodResponse") return undefined;
  const fault = child(root, "fault");
  if (fault) {
    const value = xmlRpcValue(child(fault, "value"));
    const { faultCode, faultString } = isObject(value) ? value : {};
    return { outcome: "fault", fault: { code: textOf(faultCode), message: textOf(faultString) ?? "" } };
  }
  const param = child(root, "params")?.children[0];
  return param ? { outcome: "result", value: xmlRpcValue(child(param, "value")) } : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Decodes a `<value>`. Throws an `XmlProblem` if it is missing. */
export function xmlRpcValue(element: XmlElement | undefined): unknown {
  if (!element) throw new XmlError("A value is missing.");
  const [typed] = element.children;
  if (!typed) return element.text;
  switch (typed.name) {
    case "array":
      return (child(typed, "data")?.children ?? []).map(xmlRpcValue);
    case "struct":
      return structOf(typed);
    case "nil":
    case "ex:nil":
      return null;
    case "boolean":
      return typed.text.trim() === "1" || typed.text.trim() === "true";
    case "base64":
      return new BinaryText(typed.text.replace(/\s+/g, ""));
    case "double":
      return readDouble(typed.text) ?? typed.text;
    case "int":
    case "i4":
    case "i8":
    case "ex:i8":
      return readInteger(typed.text) ?? typed.text;
    default:
      return typed.text;
  }
}

function structOf({ children }: XmlElement): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const member of children) {
    const value = child(member, "value");
    if (value) setMember(members, child(member, "name")?.text ?? "", xmlRpcValue(value));
  }
  return members;
}

function child({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((one) => one.name === name);
}
