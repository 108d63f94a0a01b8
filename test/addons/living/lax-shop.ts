/**
 * A shop of ours behind a proxy that answers as laxly as a living OpenMage did: it accepts what this service refuses, checks in
 * another order, crashes with PHP 8, or keeps a value as it was sent.
 */
import { createServer } from "node:http";
import { functions } from "../../../generated/doors/soap-v2.js";
import { elementXml } from "../../../src/engine/doors/soap/encoding.js";
import { faultXml } from "../../../src/engine/doors/xml-rpc/writing.js";
import { listening, type Listening } from "./servers.js";

/** What the living shop answers to an operation where this service answers a fault, or a part of its result. */
export type LaxAnswer = {
  /** A request with this text is answered as here. */
  readonly unless?: RegExp | undefined;
} & (
  | { readonly operation: string; readonly fault: number; readonly instead: LaxFault | "result" }
  | { readonly operation: string; readonly result: "any"; readonly instead: LaxFault }
  | { readonly operation: string; readonly result: RegExp; readonly instead: string }
);

/** Without a number: an error of PHP, which SOAP names `SOAP-ENV:Server`; by the other doors, status 500 without a body. */
export interface LaxFault {
  readonly code?: number;
  readonly text: string;
}

export interface LaxShop extends Listening {
  /** The answers from now on; how many of them have been given. */
  answers: readonly LaxAnswer[];
  given: number;
}

/** @param url of the shop of ours */
export async function startLaxShop(url: string): Promise<LaxShop> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const headers = { "content-type": request.headers["content-type"] ?? "", soapaction: "urn:Action" };
      const sent = { method: request.method ?? "", headers, ...(body === "" ? {} : { body }) };
      void fetch(url + request.url, sent).then(async (answer) => {
        const text = laxText(shop, body, await answer.text());
        const status = text === "" ? 500 : answer.status;
        response.writeHead(status, { "Content-Type": answer.headers.get("content-type") ?? "" });
        response.end(text);
      });
    });
  });
  const shop: LaxShop = { ...(await listening(server)), answers: [], given: 0 };
  return shop;
}

function laxText(shop: LaxShop, request: string, answer: string): string {
  for (const lax of shop.answers) {
    if (!isCallOf(lax.operation, request) || lax.unless?.test(request)) continue;
    const changed = changedText(lax, request, answer);
    if (changed === undefined) continue;
    shop.given += 1;
    return changed;
  }
  return answer;
}

/** Undefined if the answer stays. */
function changedText(lax: LaxAnswer, request: string, answer: string): string | undefined {
  const fault = faultOf(answer);
  if ("fault" in lax) {
    if (fault !== lax.fault) return undefined;
    return lax.instead === "result" ? resultText(request) : faultText(request, lax.instead);
  }
  if (lax.result === "any") return fault === undefined ? faultText(request, lax.instead) : undefined;
  return lax.result.test(answer) ? answer.replace(lax.result, lax.instead) : undefined;
}

function isCallOf(operation: string, request: string): boolean {
  const name = Object.entries(functions).find(([, form]) => form.operation === operation)?.[0];
  return new RegExp(`[>"]${operation}[<"]|:${name}[ >]`).test(request);
}

function faultOf(answer: string): number | undefined {
  const code = /"error":\{"code":(\d+)|faultCode<\/name><value><int>(\d+)|<faultcode>(\d+)/.exec(answer);
  return code ? Number(code.slice(1).find(Boolean)) : undefined;
}

const isJson = (request: string) => request.startsWith("{");
const isXmlRpc = (request: string) => request.includes("<methodCall>");
const envelope = (content: string) =>
  `<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body>${content}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;

function resultText(request: string): string {
  if (isJson(request)) return '{"jsonrpc":"2.0","id":"1","result":true}';
  if (isXmlRpc(request))
    return "<methodResponse><params><param><value><boolean>1</boolean></value></param></params></methodResponse>";
  const typed =
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  return envelope(
    `<callResponse ${typed}><callReturn xsi:type="xsd:boolean">true</callReturn></callResponse>`,
  );
}

/** Faults of JSON-RPC have no number of Magento's. */
function faultText(request: string, { code, text }: LaxFault): string {
  if (code === undefined && (isJson(request) || isXmlRpc(request))) return "";
  if (isJson(request))
    return JSON.stringify({ jsonrpc: "2.0", id: "1", error: { code: -32000, message: text, data: {} } });
  if (isXmlRpc(request)) return faultXml(Number(code), text);
  const number = code ?? "SOAP-ENV:Server";
  return envelope(
    `<SOAP-ENV:Fault><faultcode>${number}</faultcode>${elementXml("faultstring", text)}</SOAP-ENV:Fault>`,
  );
}
