/** An XML-RPC client for tests. It uses another parser than the door. */
import { XMLParser } from "fast-xml-parser";
import { valueXml } from "../../../src/engine/doors/xml-rpc/writing.js";
import type { HttpAnswer, Shop } from "../../support/shop.js";

export class XmlRpcFault extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly faultName: unknown,
  ) {
    super(message);
  }
}

export function methodCall(method: string, params: readonly unknown[]): string {
  const elements = params.map((param) => `<param>${valueXml(param)}</param>`).join("");
  return `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${elements}</params></methodCall>`;
}

export interface Posting {
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

/** The raw answer to a body. */
export function postXml(
  shop: Shop,
  body: string | Buffer,
  { path = "/api/xmlrpc", headers = {} }: Posting = {},
) {
  return shop.http("POST", path, { body, headers: { "Content-Type": "text/xml", ...headers } });
}

/** The result of a method. Rejects with an `XmlRpcFault`. */
export async function xmlRpc(
  shop: Shop,
  method: string,
  params: readonly unknown[] = [],
  posting?: Posting,
): Promise<unknown> {
  return readAnswer(await postXml(shop, methodCall(method, params), posting));
}

/** The result of an operation, called by the first API user. Rejects with an `XmlRpcFault`. */
export async function xmlRpcCall(shop: Shop, path: string, args: readonly unknown[] = []): Promise<unknown> {
  return xmlRpc(shop, "call", [await shop.session(), path, args]);
}

/** The content of an answer. Throws an `XmlRpcFault`. */
export function readAnswer({ status, text, headers }: HttpAnswer): unknown {
  if (status !== 200) throw new Error(`XML-RPC answered with status ${status}: ${text}`);
  const response = child(parser.parse(text) as Element[], "methodResponse");
  const fault = find(response, "fault");
  if (fault) {
    const { faultCode, faultString, ...others } = valueOf(child(fault, "value")) as Record<string, unknown>;
    if (Object.keys(others).length > 0) throw new Error(`a fault has members beyond its two: ${text}`);
    throw new XmlRpcFault(faultCode as number, faultString as string, headers.get("x-fault-name"));
  }
  return valueOf(child(child(child(response, "params"), "param"), "value"));
}

const parser = new XMLParser({
  preserveOrder: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
});

type Element = Record<string, unknown>;

function valueOf(content: readonly Element[]): unknown {
  const [element] = content;
  const [type = ""] = Object.keys(element ?? {});
  const inner = element?.[type] as Element[];
  switch (type) {
    case "string":
      return textOf(inner);
    case "int":
    case "double":
      return Number(textOf(inner));
    case "boolean":
      return textOf(inner) === "1";
    case "nil":
      return null;
    case "array":
      return child(inner, "data").map((value) => valueOf(value.value as Element[]));
    case "struct":
      return Object.fromEntries(inner.map((member) => memberOf(member.member as Element[])));
    default:
      throw new Error(`${type} is not a type of XML-RPC`);
  }
}

function memberOf(content: readonly Element[]): [string, unknown] {
  return [textOf(child(content, "name")), valueOf(child(content, "value"))];
}

function textOf(content: readonly Element[]): string {
  return content.map((piece) => String(piece["#text"])).join("");
}

function find(content: readonly Element[], name: string): Element[] | undefined {
  return content.find((element) => name in element)?.[name] as Element[] | undefined;
}

function child(content: readonly Element[], name: string): Element[] {
  const found = find(content, name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}
