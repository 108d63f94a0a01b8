/** Values as elements of SOAP v1, each with its type, as the living system writes them (doors 3.3). */
import { visibleXmlText } from "../../xml/text.js";

/** An element with a value. */
export function elementXml(name: string, value: unknown): string {
  if (typeof value === "string") return `<${name} xsi:type="xsd:string">${visibleXmlText(value)}</${name}>`;
  if (typeof value === "number") return `<${name} xsi:type="xsd:${numberType(value)}">${value}</${name}>`;
  if (typeof value === "boolean") return `<${name} xsi:type="xsd:boolean">${value}</${name}>`;
  if (typeof value !== "object" || value === null) return `<${name} xsi:nil="true"/>`;
  return Array.isArray(value) ? listXml(name, value) : mapXml(name, value);
}

/** A list by the type of the WSDL. */
export function fixedArrayXml(name: string, list: readonly string[]): string {
  const attributes = `SOAP-ENC:arrayType="xsd:ur-type[${list.length}]" xsi:type="ns1:FixedArray"`;
  return `<${name} ${attributes}>${list.join("")}</${name}>`;
}

function listXml(name: string, list: readonly unknown[]): string {
  if (list.length === 0) {
    return `<${name} SOAP-ENC:arrayType="xsd:ur-type[0]" xsi:type="SOAP-ENC:Array"/>`;
  }
  return `${listStart(name, list)}${itemsXml(list)}</${name}>`;
}

/** The start tag of a list that has elements. */
export function listStart(name: string, list: readonly unknown[]): string {
  return `<${name} SOAP-ENC:arrayType="${commonType(list)}[${list.length}]" xsi:type="SOAP-ENC:Array">`;
}

export function itemsXml(list: readonly unknown[]): string {
  let items = "";
  for (const element of list) items += elementXml("item", element);
  return items;
}

function commonType(list: readonly unknown[]): string {
  const [first = "xsd:ur-type", ...others] = new Set(list.map(typeOf));
  return others.length === 0 ? first : "xsd:ur-type";
}

function typeOf(value: unknown): string {
  if (typeof value === "number") return `xsd:${numberType(value)}`;
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" || typeof value === "boolean" ? `xsd:${typeof value}` : "xsd:ur-type";
  }
  return Array.isArray(value) ? "SOAP-ENC:Array" : "ns2:Map";
}

/** Whole numbers of up to 64 bits are `int` to the living system. */
function numberType(value: number): string {
  return Number.isSafeInteger(value) ? "int" : "float";
}

function mapXml(name: string, map: object): string {
  let items = "";
  for (const [key, value] of Object.entries(map)) {
    const type = /^(0|-?[1-9]\d{0,15})$/.test(key) ? "xsd:int" : "xsd:string";
    items += `<item><key xsi:type="${type}">${visibleXmlText(key)}</key>${elementXml("value", value)}</item>`;
  }
  // There is one empty collection in the living system.
  return items === "" ? listXml(name, []) : `<${name} xsi:type="ns2:Map">${items}</${name}>`;
}
