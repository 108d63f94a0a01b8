/** A stand-in for the living shop of `test/recordings/reads-*.jsonl.gz`: answers by XML-RPC and SOAP v2 what it answered. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { readMethodCall } from "../../../src/engine/doors/xml-rpc/reading.js";
import { faultValueXml, valueXml } from "../../../src/engine/doors/xml-rpc/writing.js";
import { isObject } from "../../../src/engine/values/coercion.js";
import { parseXmlDocument } from "../../../src/addons/living/doors/xml-document.js";
import type { XmlElement } from "../../../src/engine/xml/reading.js";

interface XmlRpcLine {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
  readonly xml: string;
}

interface SoapLine {
  readonly method: string;
  readonly request: string;
  readonly response: string;
}

function linesOf<Line>(name: string): Line[] {
  const path = fileURLToPath(new URL(`../../recordings/${name}.jsonl.gz`, import.meta.url));
  const text = gunzipSync(readFileSync(path)).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

export interface Tape {
  readonly url: string;
  /** Requests, by name of the method or function. A `multiCall` is one request. */
  readonly requests: readonly string[];
  /** Operations and functions with their arguments, in the order of the calls. */
  readonly calls: readonly string[];
  /** Calls that the recording has no answer to. */
  readonly unknown: readonly string[];
  close(): void;
}

/** Thrown by an answer instead of the recording. */
export class TapeFault extends Error {
  constructor(
    readonly code: number,
    text: string,
  ) {
    super(text);
  }
}

/** The result of an operation without arguments, as it was recorded. */
export function tapedResult(operation: string, ...args: readonly unknown[]): unknown {
  const lines = linesOf<XmlRpcLine>("reads-xmlrpc");
  return lines.find((line) => keyOf(line.method, line.args) === keyOf(operation, args))?.result;
}

export interface TapeOptions {
  /** Answers instead of the recording, by operation. */
  readonly instead?: Readonly<Record<string, (args: readonly unknown[]) => unknown>>;
  /** False = fault 623, as OpenMage 20.16 answers. */
  readonly hasMultiCall?: boolean;
  /** The number of requests after which the shop does not answer any more. */
  readonly hangsAfter?: number;
  /** Whether a call that the recording has no answer to gets status 501 instead of fault 101. */
  readonly hasNoAnswer?: boolean;
  /** Called before an answer. */
  readonly onRequest?: (tape: Pick<Tape, "requests" | "calls">) => void;
}

export async function startTape(options: TapeOptions = {}): Promise<Tape> {
  const requests: string[] = [];
  const calls: string[] = [];
  const unknown: string[] = [];
  const xmlRpc = xmlRpcAnswers(options, { requests, calls, unknown });
  const soap = soapAnswers({ requests, calls, unknown });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      if (requests.length >= (options.hangsAfter ?? Infinity)) return;
      options.onRequest?.({ requests, calls });
      const isSoap = request.url?.includes("v2_soap") ?? false;
      if (request.method !== "POST") return void response.writeHead(404).end();
      const before = unknown.length;
      const text = (isSoap ? soap : xmlRpc)(Buffer.concat(chunks));
      if (options.hasNoAnswer && unknown.length > before) response.writeHead(501).end();
      else response.writeHead(200, { "Content-Type": "text/xml; charset=utf-8" }).end(text);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, calls, unknown },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Noted {
  readonly requests: string[];
  readonly calls: string[];
  readonly unknown: string[];
}

const session = "0123456789abcdef0123456789abcdef";

/** Trailing nulls, and IDs as text or number, make no difference. */
function keyOf(method: string, args: readonly unknown[]): string {
  const given = args.map((one) => (typeof one === "number" ? String(one) : one));
  while (given.length > 0 && (given.at(-1) === null || given.at(-1) === "")) given.pop();
  return method + JSON.stringify(given);
}

/** The answer to the same arguments, or to fewer of them: what the recording does not ask for makes no difference. */
function found<Line>(
  lines: ReadonlyMap<string, Line>,
  method: string,
  args: readonly unknown[],
): Line | undefined {
  for (let length = args.length; length >= 0; length -= 1) {
    const line = lines.get(keyOf(method, args.slice(0, length)));
    if (line !== undefined) return line;
  }
  return undefined;
}

function xmlRpcAnswers({ instead = {}, hasMultiCall = true, hasNoAnswer }: TapeOptions, noted: Noted) {
  const rows = linesOf<XmlRpcLine>("reads-xmlrpc");
  const lines = new Map(rows.map((line) => [keyOf(line.method, line.args), line]));
  const attributes = rows
    .filter(({ method }) => method === "catalog_product_attribute.list")
    .flatMap(({ result }) => result as { code: string; attribute_id: number }[]);
  const wrapped = (value: string) =>
    `<methodResponse><params><param>${value}</param></params></methodResponse>`;
  const fault = (code: number, text: string) =>
    `<methodResponse><fault>${faultValueXml(code, text)}</fault></methodResponse>`;
  const valueIn = (xml: string) => /<param>([\s\S]*)<\/param>/.exec(xml)?.[1];

  const lookUp = (operation: string, given: readonly unknown[]): string => {
    noted.calls.push(`${operation} ${JSON.stringify(given)}`);
    const own = instead[operation];
    if (own)
      try {
        return wrapped(valueXml(own(given)));
      } catch (error) {
        if (error instanceof TapeFault) return fault(error.code, error.message);
        throw error;
      }
    let args = [...given];
    if (/^catalog_product_attribute\.(info|options)$/.test(operation))
      args[0] = attributes.find(({ code }) => code === args[0])?.attribute_id ?? args[0];
    if (operation === "catalog_product.info") args = args.slice(0, 2);
    // Lists of the recording have no filter, as those of a shop that ignores it.
    if (operation.endsWith(".list") && typeof args[0] === "object" && !Array.isArray(args[0]))
      args = hasNoAnswer ? args.slice(1) : [];
    if (operation === "cataloginventory_stock_item.list") {
      const items = [args[0]].flat().flatMap((id) => found(lines, operation, [[String(id)]])?.result ?? []);
      return wrapped(valueXml(items));
    }
    const line =
      (hasNoAnswer ? lines.get(keyOf(operation, args)) : found(lines, operation, args)) ??
      rows.find(({ method }) => method === operation && args.length === 0);
    if (line) return line.xml;
    noted.unknown.push(`${operation} ${JSON.stringify(given)}`);
    return fault(101, "Requested object not found.");
  };

  return (body: Buffer): string => {
    const { method, params } = readMethodCall(body);
    noted.requests.push(method === "call" ? String(params[1]) : method);
    // PHP takes the members of a map as positions.
    const listOf = (args: unknown) =>
      args === undefined ? [] : isObject(args) ? Object.values(args) : [args].flat(1);
    switch (method) {
      case "login":
        return wrapped(valueXml(session));
      case "call":
        return lookUp(String(params[1]), listOf(params[2]));
      case "multiCall": {
        if (!hasMultiCall) return fault(623, "Calling parameters do not match signature");
        const entries = (params[1] as [string, unknown][]).map(([operation, args]) => {
          const answer = lookUp(operation, listOf(args));
          return valueIn(answer) ?? valueXml({ isFault: true, faultCode: "101", faultMessage: "Not found." });
        });
        return wrapped(`<value><array><data>${entries.join("")}</data></array></value>`);
      }
      default:
        return found(lines, method, params.slice(1))?.xml ?? fault(3, "Invalid api path.");
    }
  };
}

function soapAnswers(noted: Noted) {
  const rows = linesOf<SoapLine>("reads-soap2");
  const lines = new Map(rows.map((line) => [soapKey(line.request), line.response]));
  const lists = rows.filter(({ method }) => method === "catalogProductAttributeList");
  const listed = /<attribute_id [^>]*>(\d+)<\/attribute_id>\s*<code [^>]*>(\w+)</g;
  const ids = new Map(
    lists.flatMap(({ response }) =>
      [...response.matchAll(listed)].map(([, id, code]) => [code as string, id as string]),
    ),
  );
  return (body: Buffer): string => {
    const { name, args: given } = soapCall(parseXmlDocument(body));
    const args = given.map((one, at) =>
      at === 0 && /AttributeOptions|AttributeInfo/.test(name) ? (ids.get(String(one)) ?? one) : one,
    );
    noted.requests.push(name);
    noted.calls.push(`${name} ${JSON.stringify(args)}`);
    if (name === "login")
      return envelope(
        `<ns1:loginResponse><loginReturn xsi:type="xsd:string">${session}</loginReturn></ns1:loginResponse>`,
      );
    if (name === "catalogInventoryStockItemList") return stockOf(lines, args[0] as readonly string[]);
    const answer =
      found(lines, name, args) ??
      // Views that the recording did not ask about.
      [...lines].find(([key]) => key.startsWith(keyOf(name, args.slice(0, 1)).slice(0, -1)))?.[1] ??
      // Lists of the recording have no filter, as those of a shop that ignores it.
      (args.some(Array.isArray) ? rows.find(({ method }) => method === name)?.response : undefined);
    if (answer !== undefined) return answer;
    noted.unknown.push(`${name} ${JSON.stringify(args)}`);
    return envelope(
      `<SOAP-ENV:Fault><faultcode>101</faultcode><faultstring>Requested object not found.</faultstring></SOAP-ENV:Fault>`,
    );
  };
}

function stockOf(lines: ReadonlyMap<string, string>, ids: readonly string[]): string {
  const items = ids.map((id) => {
    const answer = found(lines, "catalogInventoryStockItemList", [[id]]) ?? "";
    return /<item [\s\S]*<\/item>/.exec(answer)?.[0] ?? "";
  });
  const type = `SOAP-ENC:arrayType="ns1:catalogInventoryStockItemEntity[${ids.length}]"`;
  return envelope(
    `<ns1:catalogInventoryStockItemListResponse><result ${type} xsi:type="ns1:catalogInventoryStockItemEntityArray">` +
      `${items.join("")}</result></ns1:catalogInventoryStockItemListResponse>`,
  );
}

function envelope(content: string): string {
  const spaces = [
    'xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:OpenMage"',
    'xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"',
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  ];
  return `<SOAP-ENV:Envelope ${spaces.join(" ")}><SOAP-ENV:Body>${content}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
}

function soapKey(request: string): string {
  const { name, args } = soapCall(parseXmlDocument(Buffer.from(request)));
  return keyOf(name, args);
}

/** The function, and its arguments without the session: texts, lists and null. */
function soapCall(root: XmlElement): { readonly name: string; readonly args: readonly unknown[] } {
  const body = root.children.find(({ name }) => name.endsWith("Body"));
  const call = body?.children[0];
  const valueOf = (element: XmlElement): unknown => {
    if (element.attributes["xsi:nil"] === "true") return null;
    if (element.children.length === 0)
      return element.attributes["xsi:type"]?.startsWith("ns1:") ? null : element.text;
    return element.children.map(valueOf);
  };
  const name = (call?.name ?? "").replace(/^.*:/, "");
  return { name, args: (call?.children ?? []).slice(name === "login" ? 0 : 1).map(valueOf) };
}
