/** SOAP requests for tests, and their answers, parsed by another parser. */
import { XMLParser } from "fast-xml-parser";
import { xmlText } from "../../../src/engine/xml/text.js";
import type { HttpAnswer, Shop } from "../../support/shop.js";
import { postXml, type Posting } from "./xml-rpc-client.js";

const namespaces =
  'xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" ' +
  'xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"';

/** @param content elements of the body */
export function envelope(content: string): string {
  return `<?xml version="1.0"?><SOAP-ENV:Envelope ${namespaces}><SOAP-ENV:Body>${content}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
}

/** @param parts elements, or text for parts of text */
export function operation(name: string, parts: Readonly<Record<string, string>>): string {
  const content = Object.entries(parts).map(([part, value]) =>
    value.startsWith("<") ? value : `<${part} xsi:type="xsd:string">${xmlText(value)}</${part}>`,
  );
  return `<ns1:${name}>${content.join("")}</ns1:${name}>`;
}

export class SoapFault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly faultName: unknown,
  ) {
    super(message);
  }
}

/** The first element of the answer to an operation. Rejects with a `SoapFault`. */
export async function soap(
  shop: Shop,
  path: string,
  content: string,
  posting: Posting = {},
): Promise<unknown> {
  return readSoap(await postXml(shop, envelope(content), { path, ...posting }));
}

/** The content of an answer. Throws a `SoapFault`. */
export function readSoap({ status, text }: HttpAnswer): unknown {
  const document = parser.parse(text) as { Envelope?: { Body?: Record<string, Json> } };
  const [[name, content] = ["", undefined]] = Object.entries(document.Envelope?.Body ?? {});
  if (name === "Fault") throw faultOf(status, content);
  return content;
}

type Json = Record<string, unknown> | undefined;

function faultOf(status: number, fault: Json): SoapFault {
  const code = (fault?.faultcode ?? (fault?.Code as Json)?.Value) as string;
  const reason = (fault?.Reason as Json)?.Text as { "#text"?: string } | undefined;
  const message = (fault?.faultstring ?? reason?.["#text"]) as string;
  const detail = (fault?.detail ?? fault?.Detail) as Json;
  return new SoapFault(status, code, message, detail?.fault);
}

const parser = new XMLParser({
  ...{ removeNSPrefix: true, ignoreAttributes: false, attributeNamePrefix: "@", parseTagValue: false },
  ...{ ignoreDeclaration: true, processEntities: true, trimValues: false },
});
