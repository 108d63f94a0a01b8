/** Calls operations of any server, in the same way by every door. */
import type { Contract } from "../../../engine/contract/contract.js";
import { SoapError } from "../../../engine/doors/soap/reading.js";
import { XmlError } from "../../../engine/xml/errors.js";
import { doorPaths, type CallDoor } from "./addresses.js";
import { withText } from "./binary-text.js";
import { jsonRpcBody, readJsonRpcAnswer } from "./json-rpc.js";
import type { CallAnswer, CallOutcome } from "./outcome.js";
import { answerOfBuiltin, builtinXml, functionOf, functionXml, outcomeOfEnvelope } from "./soap.js";
import {
  BrokenExchange,
  sendRequest,
  usualBounds,
  type HttpAnswer,
  type TransportBounds,
} from "./transport.js";
import { parseXmlDocument } from "./xml-document.js";
import { methodCallXml, outcomeOfMethodResponse } from "./xml-rpc.js";

/** A server and the door by which it is called. */
export interface DoorTarget {
  readonly door: CallDoor;
  /** The base address, without a slash at the end (`baseAddress`). */
  readonly url: string;
  /** Gives the types of SOAP v2. */
  readonly contract: Contract;
  readonly bounds?: TransportBounds | undefined;
  /** Whether the server's SOAP v2 is document/literal (`isDocumentStyle`); default: rpc/encoded. */
  readonly isDocument?: boolean | undefined;
  /** Headers in addition to those of the door. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Calls an operation and resolves for every outcome. @param args a list, an object by names, or the only argument */
export function callOperation(
  target: DoorTarget,
  session: string | null,
  path: string,
  args?: unknown,
): Promise<CallAnswer> {
  const { door, contract } = target;
  const params = args === undefined ? [session, path] : [session, path, args];
  if (door !== "soap_v2") return callBuiltin(target, "call", params);
  const [, known] = functionOf(contract, contract.operationNames.get(path), target.isDocument) ?? [];
  return post(target, functionXml(contract, session, path, args, target.isDocument), (body, charset) =>
    outcomeOfEnvelope(parseXmlDocument(body, charset), contract, known),
  );
}

/** Logs in; the value of the result is the session. */
export function login(target: DoorTarget, username: string, apiKey: string): Promise<CallAnswer> {
  return callBuiltin(target, "login", [username, apiKey]);
}

/** Calls a method of the protocol: `login`, `endSession`, `call`, `multiCall`, `resources`, … */
export function callBuiltin(
  target: DoorTarget,
  method: string,
  params: readonly unknown[],
): Promise<CallAnswer> {
  const { door, contract } = target;
  if (door === "jsonrpc") return post(target, jsonRpcBody(method, withText(params)), readJsonRpcAnswer);
  if (door === "xmlrpc")
    return post(target, methodCallXml(method, params), (body, charset) =>
      outcomeOfMethodResponse(parseXmlDocument(body, charset)),
    );
  const known = door === "soap_v2" ? answerOfBuiltin(method) : undefined;
  return post(target, builtinXml(method, params, target.isDocument), (body, charset) =>
    outcomeOfEnvelope(parseXmlDocument(body, charset), contract, known),
  );
}

/** Whether the server's SOAP v2 is document/literal (WS-I), according to its WSDL; false if there is no WSDL. */
export async function isDocumentStyle({ url, bounds = usualBounds }: DoorTarget): Promise<boolean> {
  try {
    const wsdl = await sendRequest(
      { method: "GET", url: `${url}${doorPaths.soap_v2}?wsdl=1`, headers: {} },
      bounds,
    );
    return /<(?:\w+:)?binding\b[^>]*\bstyle="document"/.test(wsdl.body.toString());
  } catch (error) {
    if (error instanceof BrokenExchange) return false;
    throw error;
  }
}

type ReadAnswer = (body: Buffer, charset: string | undefined) => CallOutcome | undefined;

async function post(target: DoorTarget, text: string, read: ReadAnswer): Promise<CallAnswer> {
  const { door, url, bounds = usualBounds, headers } = target;
  const type =
    door === "jsonrpc"
      ? { "Content-Type": "application/json" }
      : { "Content-Type": "text/xml; charset=utf-8" };
  const action = door === "soap" || door === "soap_v2" ? { SOAPAction: '"urn:Action"' } : {};
  const posting = {
    method: "POST",
    url: url + doorPaths[door],
    headers: { ...type, ...action, ...headers },
    body: Buffer.from(text),
  };
  try {
    return interpretAnswer(await sendRequest(posting, bounds), read);
  } catch (error) {
    if (error instanceof BrokenExchange)
      return { outcome: "broken", reason: error.message, kind: error.kind };
    throw error;
  }
}

/** Interprets an HTTP answer; anything but an answer of the door (HTML, half a document) has the outcome `http`. */
export function interpretAnswer({ status, headers, body }: HttpAnswer, read: ReadAnswer): CallAnswer {
  const http = { status, headers };
  const charset = /charset=["']?([\w.:-]+)/i.exec(headers["content-type"] ?? "")?.[1];
  const isRedirect = status >= 300 && status < 400;
  const outcome = isRedirect ? undefined : readable(() => read(body, charset));
  return outcome ? { ...outcome, http } : { outcome: "http", status, text: body.toString(), http };
}

/** Undefined for a body that is not an answer of the door. */
function readable(read: () => CallOutcome | undefined): CallOutcome | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlError || error instanceof SoapError) return undefined;
    throw error;
  }
}
