/** Writes values and responses of XML-RPC like Magento 1 (doors 2.4). */
import { XmlDouble } from "../../values/xml-double.js";
import { joinTexts, wire, type Wire, type WireParts } from "../../values/text.js";
import { visibleXmlText } from "../../xml/text.js";
import { xmlRows } from "../../http/responses.js";
import type { StreamedList } from "../door.js";
import { isLarge, resultWriter } from "../result-writer.js";

const head = '<?xml version="1.0" encoding="UTF-8"?>\n<methodResponse>';
const beforeResult = `${head}<params><param>`;
const afterResult = "</param></params></methodResponse>";

/** The response with a result. */
export const responseXml = resultWriter(beforeResult, valuePieces, afterResult);

/** The response with a list whose elements are already written. */
export function joinResponse(elements: readonly (Wire | WireParts)[]): Wire | WireParts {
  return joinTexts([beforeResult + startOfList, ...elements, endOfList + afterResult]);
}

const startOfList = "<value><array><data>";
const endOfList = "</data></array></value>";

/** A list whose elements are written one by one. */
export const streamedList: StreamedList = {
  rows: xmlRows(() => beforeResult + startOfList, valueXml),
  rest: (endOfList + afterResult) as Wire,
};

/** A list that contains only this value, as in the response to `system.multicall`. */
export async function listOfXml(value: unknown): Promise<Wire> {
  const text = (await responseXml(value)).toString();
  return `${startOfList}${text.slice(beforeResult.length, -afterResult.length)}${endOfList}` as Wire;
}

/** The response with a fault. */
export function faultXml(code: number, message: string): Wire {
  return wire(`${head}<fault>${faultValueXml(code, message)}</fault></methodResponse>`);
}

/** Libraries of Ruby and Perl refuse a fault with more than these two members. */
export function faultValueXml(code: number, message: string): string {
  return valueXml({ faultCode: code, faultString: message });
}

/** The text of `valueXml` in pieces if the value is large, otherwise as one piece. */
function* valuePieces(value: unknown): Generator<string> {
  if (!isLarge(value)) {
    yield valueXml(value);
  } else if (Array.isArray(value)) {
    yield startOfList;
    for (const element of value as unknown[]) yield* valuePieces(element);
    yield endOfList;
  } else {
    yield "<value><struct>";
    for (const [name, member] of Object.entries(value as object)) {
      yield `<member><name>${visibleXmlText(name)}</name>`;
      yield* valuePieces(member);
      yield "</member>";
    }
    yield "</struct></value>";
  }
}

export function valueXml(value: unknown): string {
  if (typeof value === "string") return `<value><string>${visibleXmlText(value)}</string></value>`;
  if (typeof value === "number") return `<value>${numberXml(value)}</value>`;
  if (typeof value === "boolean") return `<value><boolean>${value ? 1 : 0}</boolean></value>`;
  if (typeof value !== "object" || value === null) return "<value><nil/></value>";
  if (value instanceof XmlDouble) return `<value>${doubleXml(value.value)}</value>`;
  return `<value>${Array.isArray(value) ? listXml(value) : structXml(value)}</value>`;
}

function numberXml(value: number): string {
  return Number.isSafeInteger(value) ? `<int>${value}</int>` : doubleXml(value);
}

function doubleXml(value: number): string {
  return `<double>${Number.isInteger(value) ? `${BigInt(value)}.0` : decimals(value)}</double>`;
}

/** Without an exponent: XML-RPC does not allow one. */
function decimals(value: number): string {
  const [digits = "", exponent] = String(value).split("e-");
  if (exponent === undefined) return digits;
  const sign = value < 0 ? "-" : "";
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, "")}`;
}

function listXml(list: readonly unknown[]): string {
  if (list.length === 0) return "<array><data/></array>";
  let elements = "";
  for (const element of list) elements += valueXml(element);
  return `<array><data>${elements}</data></array>`;
}

function structXml(struct: object): string {
  let members = "";
  for (const [name, value] of Object.entries(struct)) {
    members += `<member><name>${visibleXmlText(name)}</name>${valueXml(value)}</member>`;
  }
  // PHP has one empty array, which Magento 1 writes as a list.
  return members === "" ? "<array><data/></array>" : `<struct>${members}</struct>`;
}
