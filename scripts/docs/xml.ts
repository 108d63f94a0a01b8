/** Examples of calls by the XML doors, written by the code that calls other shops (addons/living). */
import type { Example } from "../../src/addons/pages/first-calls.js";
import { builtinXml, functionXml } from "../../src/addons/living/doors/soap.js";
import { methodCallXml } from "../../src/addons/living/doors/xml-rpc.js";
import { isObject } from "../../src/engine/values/coercion.js";
import { shopContract } from "../../src/shop/contract.js";
import { isOperation, type Method, type NamedValue } from "./sources.js";

const session = "<session>";

/** @param params of the example; omitted positions in between become nil */
export function xmlRpcCall(method: Method, params: readonly NamedValue[]): string {
  const values = positional(method, params);
  const xml = isOperation(method)
    ? methodCallXml("call", [session, method.name, values])
    : methodCallXml(method.name, values);
  return posted("/api/xmlrpc", xml);
}

export function soapExamples(method: Method, params: readonly NamedValue[]): readonly Example[] {
  if (!isOperation(method)) return [];
  const { name } = method;
  const first = posted("/api/soap", builtinXml("call", [session, name, positional(method, params)]));
  const byName = Object.fromEntries(params.map((one) => [one.name, one.value]));
  return [
    { language: "SOAP v1", code: first },
    ...(hasTypes(name, byName)
      ? [
          {
            language: "SOAP v2",
            code: posted("/api/v2_soap", functionXml(shopContract, session, name, byName)),
          },
        ]
      : []),
  ];
}

function positional({ params }: Method, given: readonly NamedValue[]): readonly unknown[] {
  const known = new Map(given.map(({ name, value }) => [name, value]));
  const last = params.findLastIndex(({ name }) => known.has(name));
  return params.slice(0, last + 1).map(({ name }) => known.get(name));
}

/** Whether the WSDL has a function for the operation, and types for these arguments: others would be missing in the request. */
function hasTypes(operation: string, given: Readonly<Record<string, unknown>>): boolean {
  const { soapFunctions, soapTypes } = shopContract.tables;
  const found = Object.values(soapFunctions).find((one) => one.operation === operation);
  // customer.info has `attributes` in the position of `store`.
  const isLost = (name: string, param: string) => name === "attributes" && param === "store";
  return (
    found?.rpc.parts.every(
      ({ name, param = name, type }) =>
        given[param] === undefined || (!isLost(name, param) && fits(given[param], type)),
    ) ?? false
  );

  function fits(value: unknown, type: string): boolean {
    const form = soapTypes.rpc[type];
    if (value === null || converted.includes(type)) return true;
    if (!form) return typeof value !== "object";
    if ("list" in form) return !isObject(value) && [value].flat().every((one) => fits(one, form.list));
    const types = new Map(form.members.map((member) => [member.name, member.type]));
    return (
      isObject(value) &&
      Object.entries(value).every(([name, one]) => types.has(name) && fits(one, types.get(name) ?? ""))
    );
  }
}

/** Types of the WSDL into which any argument is converted. */
const converted = ["associativeArray", "catalogProductRequestAttributes", "filters"];

function posted(path: string, xml: string): string {
  return `POST ${path}\nContent-Type: text/xml\n\n${indented(xml)}`;
}

/** Where a line ends: not beside a text, and not inside of a `<value>` of XML-RPC, whose white space would be a part of the text. */
const lineEnd =
  /(?<=(?<!<value)>)\n?(?=<[^/])|(?<=\/[^<>]*>)(?=<\/(?!value>))|(?<=<\/(?:item|value)>|true"\/>)(?=<\/value>)/;

function indented(xml: string): string {
  let depth = 0;
  const lines = xml.split(lineEnd).map((line) => {
    if (line.startsWith("</")) depth -= 1;
    const text = "  ".repeat(depth) + line;
    if (!/^<\?|<\/|\/>$/.test(line)) depth += 1;
    return text;
  });
  return lines.join("\n").replaceAll(" xmlns:", "\n  xmlns:");
}
