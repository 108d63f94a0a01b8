/** Calls operations of any server, in the same way by every door. */
import type { Contract } from "../../../engine/contract/contract.js";
import { SoapError } from "../../../engine/doors/soap/reading.js";
import { XmlError } from "../../../engine/xml/errors.js";
import { doorPaths, type CallDoor } from "./addresses.js";
import { withText } from "./binary-text.js";
import { jsonRpcBody, readJsonRpcAnswer } from "./json-rpc.js";
import type { CallAnswer, CallOutcome } from "./outcome.js";
import { answerTypeOf, builtinXml, functionOf, functionXml, outcomeOfEnvelope } from "./soap.js";
import {
  BrokenExchange,
  sendRequest,
  type HttpAnswer,
  type OutgoingRequest,
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
  const { door, contract, isDocument } = target;
  const params = args === undefined ? [session, path] : [session, path, args];
  if (door !== "soap_v2") return callBuiltin(target, "call", params);
  const [, known] = functionOf(contract, contract.operationNames.get(path), isDocument) ?? [];
  return post(target, functionXml(contract, session, path, args, isDocument), known?.answers.type);
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
  const { door } = target;
  if (door === "jsonrpc") return post(target, jsonRpcBody(method, withText(params)));
  if (door === "xmlrpc") return post(target, methodCallXml(method, params));
  const type = door === "soap_v2" ? answerTypeOf(method) : undefined;
  return post(target, builtinXml(method, params, target.isDocument), type);
}

/** Whether the server's SOAP v2 is document/literal (WS-I), according to its WSDL; false if there is no WSDL. */
export async function isDocumentStyle({ url, bounds }: DoorTarget): Promise<boolean> {
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

function post(target: DoorTarget, text: string, answerType?: string): Promise<CallAnswer> {
  const { door, url, bounds, headers } = target;
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
  return exchange(posting, bounds, (answer) => interpretAnswer(answer, target, answerType));
}

/** Sends a request and interprets the answer. Without a complete answer, the outcome is `broken`. */
export async function exchange(
  request: OutgoingRequest,
  bounds: TransportBounds | undefined,
  interpret: (answer: HttpAnswer) => CallAnswer,
): Promise<CallAnswer> {
  try {
    return interpret(await sendRequest(request, bounds));
  } catch (error) {
    if (error instanceof BrokenExchange)
      return { outcome: "broken", reason: error.message, kind: error.kind };
    throw error;
  }
}

/**
 * Interprets an HTTP answer; anything but an answer of the door (HTML, half a document) has the outcome `http`.
 * @param type of the result, if the answer does not contain it (SOAP v2)
 */
export function interpretAnswer(
  { status, headers, body }: HttpAnswer,
  { door, contract }: Pick<DoorTarget, "door" | "contract">,
  type?: string,
): CallAnswer {
  const http = { status, headers };
  const charset = charsetOf(headers["content-type"]);
  const read = (): CallOutcome | undefined => {
    if (door === "jsonrpc") return readJsonRpcAnswer(body);
    const root = parseXmlDocument(body, charset);
    return door === "xmlrpc" ? outcomeOfMethodResponse(root) : outcomeOfEnvelope(root, contract, type);
  };
  const isRedirect = status >= 300 && status < 400;
  const outcome = isRedirect ? undefined : readable(read);
  return outcome ? { ...outcome, http } : { outcome: "http", status, text: body.toString(), http };
}

/** The charset that a `Content-Type` names. */
export function charsetOf(type: string | undefined): string | undefined {
  return /charset=["']?([\w.:-]+)/i.exec(type ?? "")?.[1];
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
