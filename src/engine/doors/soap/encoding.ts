/** Writes values as elements of SOAP v1, each with its type, like Magento 1 (doors 3.3). */
import { XmlDouble } from "../../values/xml-double.js";
import { visibleXmlText } from "../../xml/text.js";
import { isLarge } from "../result-writer.js";

export function elementXml(name: string, value: unknown): string {
  if (typeof value === "string") return `<${name} xsi:type="xsd:string">${visibleXmlText(value)}</${name}>`;
  if (typeof value === "number") return `<${name} xsi:type="xsd:${numberType(value)}">${value}</${name}>`;
  if (typeof value === "boolean") return `<${name} xsi:type="xsd:boolean">${value}</${name}>`;
  if (typeof value !== "object" || value === null) return `<${name} xsi:nil="true"/>`;
  if (value instanceof XmlDouble) return `<${name} xsi:type="xsd:float">${value.value}</${name}>`;
  return Array.isArray(value) ? listXml(name, value) : mapXml(name, value);
}

/** The text of `elementXml` in pieces if the value is large, otherwise as one piece. */
export function* elementPieces(name: string, value: unknown): Generator<string> {
  if (!isLarge(value)) {
    yield elementXml(name, value);
  } else if (Array.isArray(value)) {
    yield listStartTag(name, value);
    for (const element of value as unknown[]) yield* elementPieces("item", element);
    yield `</${name}>`;
  } else {
    yield `<${name} xsi:type="ns2:Map">`;
    for (const [key, member] of Object.entries(value as object)) {
      yield `<item>${keyXml(key)}`;
      yield* elementPieces("value", member);
      yield "</item>";
    }
    yield `</${name}>`;
  }
}

/** A list with the type `FixedArray` of the WSDL, in pieces. */
export function* fixedArrayPieces(name: string, list: readonly unknown[]): Generator<string> {
  yield `<${name} SOAP-ENC:arrayType="xsd:ur-type[${list.length}]" xsi:type="ns1:FixedArray">`;
  for (const element of list) yield* elementPieces("item", element);
  yield `</${name}>`;
}

function listXml(name: string, list: readonly unknown[]): string {
  if (list.length === 0) {
    return `<${name} SOAP-ENC:arrayType="xsd:ur-type[0]" xsi:type="SOAP-ENC:Array"/>`;
  }
  return `${listStartTag(name, list)}${itemsXml(list)}</${name}>`;
}

/** The start tag of a list that is not empty. */
function listStartTag(name: string, list: readonly unknown[]): string {
  return listTag(name, commonType(list), list.length);
}

/** The start tag of a list with this many maps. */
export function mapListStartTag(name: string, count: number): string {
  return listTag(name, "ns2:Map", count);
}

function listTag(name: string, type: string, count: number): string {
  return `<${name} SOAP-ENC:arrayType="${type}[${count}]" xsi:type="SOAP-ENC:Array">`;
}

function itemsXml(list: readonly unknown[]): string {
  let items = "";
  for (const element of list) items += elementXml("item", element);
  return items;
}

function commonType(list: readonly unknown[]): string {
  const [first = "xsd:ur-type", ...others] = new Set(list.map(xsiType));
  return others.length === 0 ? first : "xsd:ur-type";
}

function xsiType(value: unknown): string {
  if (typeof value === "number") return `xsd:${numberType(value)}`;
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" || typeof value === "boolean" ? `xsd:${typeof value}` : "xsd:ur-type";
  }
  return Array.isArray(value) ? "SOAP-ENC:Array" : "ns2:Map";
}

/** Magento 1 writes every whole number as `int`. */
function numberType(value: number): string {
  return Number.isSafeInteger(value) ? "int" : "float";
}

function mapXml(name: string, map: object): string {
  let items = "";
  for (const [key, value] of Object.entries(map)) {
    items += `<item>${keyXml(key)}${elementXml("value", value)}</item>`;
  }
  // PHP has one empty array, which Magento 1 writes as a list.
  return items === "" ? listXml(name, []) : `<${name} xsi:type="ns2:Map">${items}</${name}>`;
}

function keyXml(key: string): string {
  const type = /^(0|-?[1-9]\d{0,15})$/.test(key) ? "xsd:int" : "xsd:string";
  return `<key xsi:type="${type}">${visibleXmlText(key)}</key>`;
}
