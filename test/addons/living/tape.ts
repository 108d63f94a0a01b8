/**
 * A stand-in for the living shop of `test/recordings/reads-*.jsonl.gz`. By XML-RPC and SOAP v2 it sends the recorded bytes; by
 * SOAP v1 and JSON-RPC, the results recorded by XML-RPC in the form of these doors.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { types } from "../../../generated/doors/soap-v2.js";
import { elementXml } from "../../../src/engine/doors/soap/encoding.js";
import { encoded, typedElementXml } from "../../../src/engine/doors/soap/encoding-v2.js";
import { readMethodCall } from "../../../src/engine/doors/xml-rpc/reading.js";
import { faultValueXml, valueXml } from "../../../src/engine/doors/xml-rpc/writing.js";
import { isObject } from "../../../src/engine/values/coercion.js";
import { parseXmlDocument } from "../../../src/addons/living/doors/xml-document.js";
import type { XmlElement } from "../../../src/engine/xml/reading.js";
import { listening, type Listening } from "./servers.js";

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

const read = new Map<string, unknown[]>();

/** The lines of a recording, which is read once. */
function linesOf<Line>(name: string): Line[] {
  const known = read.get(name) as Line[] | undefined;
  if (known) return known;
  const path = fileURLToPath(new URL(`../../recordings/${name}.jsonl.gz`, import.meta.url));
  const text = gunzipSync(readFileSync(path)).toString();
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  read.set(name, lines);
  return lines;
}

let answersOfSoapV2: ReadonlyMap<string, string> | undefined;

/** The recorded answers of SOAP v2 by function and arguments. */
function soapV2Answers(): ReadonlyMap<string, string> {
  answersOfSoapV2 ??= new Map(
    linesOf<SoapLine>("reads-soap2").map((line) => [soapKey(line.request), line.response]),
  );
  return answersOfSoapV2;
}

export interface Tape extends Listening {
  /** Requests, by name of the method or function. A `multiCall` is one request. */
  readonly requests: readonly string[];
  /** Operations and functions with their arguments, in the order of the calls. */
  readonly calls: readonly string[];
  /** Calls that the recording has no answer to. */
  readonly unknown: readonly string[];
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

/** Thrown by an answer where PHP ends with an error: status 500 without a body; by SOAP, a fault. */
export class TapeCrash extends Error {}

/** The result of an operation without arguments, as it was recorded. */
function tapedResult(operation: string, ...args: readonly unknown[]): unknown {
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
  /** Called for every answer by JSON-RPC, which it may change. */
  readonly jsonText?: (text: string) => string;
  /** Called before an answer. */
  readonly onRequest?: (tape: Pick<Tape, "requests" | "calls">) => void;
}

export async function startTape(options: TapeOptions = {}): Promise<Tape> {
  const requests: string[] = [];
  const calls: string[] = [];
  const unknown: string[] = [];
  const noted = { requests, calls, unknown };
  const answers = xmlAnswers(options, noted);
  const doors: readonly (readonly [path: RegExp, door: (body: Buffer) => string])[] = [
    [/v2_soap/, soapV2Door(noted)],
    [/\/api\/soap/, soapV1Door(answers, noted)],
    [/jsonrpc/, jsonRpcDoor(answers, noted, options)],
    [/xmlrpc/, xmlRpcDoor(answers, noted, options)],
  ];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      if (requests.length >= (options.hangsAfter ?? Infinity)) return;
      options.onRequest?.({ requests, calls });
      const door = doors.find(([path]) => path.test(request.url ?? ""))?.[1];
      if (request.method !== "POST" || !door) return void response.writeHead(404).end();
      const before = unknown.length;
      try {
        const text = door(Buffer.concat(chunks));
        const type = request.url?.includes("jsonrpc") ? "application/json" : "text/xml; charset=utf-8";
        if (options.hasNoAnswer && unknown.length > before) response.writeHead(501).end();
        else response.writeHead(200, { "Content-Type": type }).end(text);
      } catch (error) {
        if (!(error instanceof TapeCrash)) throw error;
        response.writeHead(500).end();
      }
    });
  });
  return { ...(await listening(server)), requests, calls, unknown };
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

interface Answer {
  readonly value: unknown;
  /** The recorded bytes. */
  readonly xml?: string;
}

/** Finds the answer to an operation. Throws a `TapeFault` or a `TapeCrash`. */
type Answers = (operation: string, args: readonly unknown[]) => Answer;

function xmlAnswers({ instead = {}, hasNoAnswer }: TapeOptions, noted: Noted): Answers {
  const rows = linesOf<XmlRpcLine>("reads-xmlrpc");
  const lines = new Map(rows.map((line) => [keyOf(line.method, line.args), line]));
  const attributes = rows
    .filter(({ method }) => method === "catalog_product_attribute.list")
    .flatMap(({ result }) => result as { code: string; attribute_id: number }[]);
  return (operation, given) => {
    noted.calls.push(`${operation} ${JSON.stringify(given)}`);
    const own = instead[operation];
    if (own) return { value: own(given) };
    let args = [...given];
    if (/^catalog_product_attribute\.(info|options)$/.test(operation))
      args[0] = attributes.find(({ code }) => code === args[0])?.attribute_id ?? args[0];
    if (operation === "catalog_product.info") args = args.slice(0, 2);
    // Lists of the recording have no filter, as those of a shop that ignores it.
    if (operation.endsWith(".list") && typeof args[0] === "object" && !Array.isArray(args[0]))
      args = hasNoAnswer ? args.slice(1) : [];
    if (operation === "cataloginventory_stock_item.list") {
      const ids = [args[0]].flat();
      return { value: ids.flatMap((id) => found(lines, operation, [[String(id)]])?.result ?? []) };
    }
    const line =
      (hasNoAnswer ? lines.get(keyOf(operation, args)) : found(lines, operation, args)) ??
      rows.find(({ method }) => method === operation && args.length === 0);
    if (line) return { value: line.result, xml: line.xml };
    noted.unknown.push(`${operation} ${JSON.stringify(given)}`);
    throw new TapeFault(101, "Requested object not found.");
  };
}

/** The arguments of `call`: PHP takes the members of a map as positions. */
function listOf(args: unknown): readonly unknown[] {
  return args === undefined ? [] : isObject(args) ? Object.values(args) : [args].flat(1);
}

/** The answers of a `multiCall`; a fault is an entry of its own. */
function answersOfMany(answers: Answers, calls: unknown): unknown[] {
  return (calls as [string, unknown][]).map(([operation, args]) => {
    try {
      return answers(operation, listOf(args)).value;
    } catch (error) {
      if (!(error instanceof TapeFault)) throw error;
      return { isFault: true, faultCode: String(error.code), faultMessage: error.message };
    }
  });
}

function xmlRpcDoor(answers: Answers, noted: Noted, { hasMultiCall = true }: TapeOptions) {
  const wrapped = (value: string) =>
    `<methodResponse><params><param>${value}</param></params></methodResponse>`;
  const fault = (code: number, text: string) =>
    `<methodResponse><fault>${faultValueXml(code, text)}</fault></methodResponse>`;
  const valueIn = (xml: string) => /<param>([\s\S]*)<\/param>/.exec(xml)?.[1];
  const builtins = new Map(
    linesOf<XmlRpcLine>("reads-xmlrpc").map((line) => [keyOf(line.method, line.args), line]),
  );
  const lookUp = (operation: string, args: unknown): string => {
    try {
      const { value, xml } = answers(operation, listOf(args));
      return xml ?? wrapped(valueXml(value));
    } catch (error) {
      if (error instanceof TapeFault) return fault(error.code, error.message);
      throw error;
    }
  };
  return (body: Buffer): string => {
    const { method, params } = readMethodCall(body);
    noted.requests.push(method === "call" ? String(params[1]) : method);
    switch (method) {
      case "login":
        return wrapped(valueXml(session));
      case "endSession":
        return wrapped(valueXml(true));
      case "call":
        return lookUp(String(params[1]), params[2]);
      case "multiCall": {
        if (!hasMultiCall) return fault(623, "Calling parameters do not match signature");
        const entries = (params[1] as [string, unknown][]).map(
          ([operation, args]) =>
            valueIn(lookUp(operation, args)) ??
            valueXml({ isFault: true, faultCode: "101", faultMessage: "Not found." }),
        );
        return wrapped(`<value><array><data>${entries.join("")}</data></array></value>`);
      }
      default:
        return found(builtins, method, params.slice(1))?.xml ?? fault(3, "Invalid api path.");
    }
  };
}

/** Its faults have no numbers, as those of OpenMage by this door. */
function jsonRpcDoor(answers: Answers, noted: Noted, { jsonText = (text) => text }: TapeOptions) {
  return (body: Buffer): string => {
    const { method, params, id } = JSON.parse(body.toString()) as {
      method: string;
      params: readonly unknown[];
      id: unknown;
    };
    noted.requests.push(method === "call" ? String(params[1]) : method);
    const sent = (answer: object) => jsonText(JSON.stringify({ ...answer, id: String(id), jsonrpc: "2.0" }));
    if (method === "login") return sent({ result: session });
    if (method === "endSession") return sent({ result: true });
    try {
      if (method === "call") return sent({ result: answers(String(params[1]), listOf(params[2])).value });
      if (method === "multiCall") return sent({ result: answersOfMany(answers, params[1]) });
      return sent({ result: answers(method, params.slice(1)).value });
    } catch (error) {
      if (error instanceof TapeFault)
        return sent({ error: { code: -32000, message: error.message, data: {} } });
      throw error;
    }
  };
}

function soapV1Door(answers: Answers, noted: Noted) {
  return (body: Buffer): string => {
    const { name, args } = soapCall(parseXmlDocument(body));
    noted.requests.push(name === "call" ? String(args[0]) : name);
    const sent = (value: unknown) =>
      envelope(`<ns1:${name}Response>${elementXml(`${name}Return`, value)}</ns1:${name}Response>`);
    if (name === "login") return sent(session);
    if (name === "endSession") return sent(true);
    try {
      if (name === "call") return sent(answers(String(args[0]), listOf(args[1] ?? undefined)).value);
      if (name === "multiCall") return sent(answersOfMany(answers, args[0]));
      return sent(answers(name, args).value);
    } catch (error) {
      return soapFaultOf(error);
    }
  };
}

/** PHP's errors are faults by SOAP. */
function soapFaultOf(error: unknown): string {
  if (error instanceof TapeFault) return soapFault(String(error.code), error.message);
  if (error instanceof TapeCrash)
    return soapFault("SOAP-ENV:Server", "Too few arguments to function, 1 passed and 2 expected");
  throw error;
}

function soapFault(code: string, text: string): string {
  const parts = `<faultcode>${code}</faultcode>${elementXml("faultstring", text).replace(/ xsi:type="[^"]*"/, "")}`;
  return envelope(`<SOAP-ENV:Fault>${parts}</SOAP-ENV:Fault>`);
}

/** The types of Magento's WSDL, without our additions. */
const wsdl = encoded(
  Object.fromEntries(
    Object.entries(types.rpc).map(([name, type]) => [
      name,
      "members" in type ? { members: type.members.filter(({ isExtra }) => !isExtra) } : type,
    ]),
  ),
);

function soapV2Door(noted: Noted) {
  const rows = linesOf<SoapLine>("reads-soap2");
  const lines = soapV2Answers();
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
    if (name === "endSession")
      return envelope(
        `<ns1:endSessionResponse><endSessionReturn xsi:type="xsd:boolean">true</endSessionReturn></ns1:endSessionResponse>`,
      );
    if (name === "catalogInventoryStockItemList") return stockOf(lines, args[0] as readonly string[]);
    const answer =
      found(lines, name, args) ??
      // Views that the recording did not ask about.
      [...lines].find(([key]) => key.startsWith(keyOf(name, args.slice(0, 1)).slice(0, -1)))?.[1] ??
      // Lists of the recording have no filter, as those of a shop that ignores it.
      (args.some(Array.isArray) ? rows.find(({ method }) => method === name)?.response : undefined);
    if (answer !== undefined) return name === "catalogProductInfo" ? withAdditional(answer, args) : answer;
    noted.unknown.push(`${name} ${JSON.stringify(args)}`);
    return soapFault("101", "Requested object not found.");
  };
}

/**
 * Adds the attributes that the request names in `additional_attributes`, which the recorded requests do not, with the values
 * that were read by XML-RPC (doors 4.3).
 */
function withAdditional(answer: string, [id, view, attributes]: readonly unknown[]): string {
  const [, codes] = (attributes ?? []) as string[][];
  const args = ["", "0", "null", "undefined"].includes(String(view)) ? [id] : [id, view];
  const info = tapedResult("catalog_product.info", ...args);
  if (!codes || !isObject(info)) return answer;
  const pairs = codes.flatMap((key) =>
    typeof info[key] === "string" || typeof info[key] === "number" ? [{ key, value: String(info[key]) }] : [],
  );
  const given = typedElementXml("additional_attributes", pairs, "associativeArray", wsdl);
  return answer.replace("</info>", `${given}</info>`);
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
    const type = element.attributes["xsi:type"] ?? "";
    if (type.endsWith(":Map"))
      return Object.fromEntries(
        element.children.map(({ children: [key, value] }) => [key?.text ?? "", value && valueOf(value)]),
      );
    if (element.children.length === 0) {
      if (element.attributes["SOAP-ENC:arrayType"] !== undefined && !type.startsWith("ns1:")) return [];
      if (type.endsWith(":boolean")) return element.text === "true";
      return type.startsWith("ns1:") ? null : element.text;
    }
    return element.children.map(valueOf);
  };
  const name = (call?.name ?? "").replace(/^.*:/, "");
  return { name, args: (call?.children ?? []).slice(name === "login" ? 0 : 1).map(valueOf) };
}
