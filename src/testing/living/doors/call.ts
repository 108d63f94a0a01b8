/** Calls of operations at a server that may be anybody's, by each door in the same way. */
import type { Contract } from "../../../engine/contract/contract.js";
import { EnvelopeProblem } from "../../../engine/doors/soap/reading.js";
import { XmlProblem } from "../../../engine/xml/problems.js";
import { doorPaths, type CallDoor } from "./addresses.js";
import { withText } from "./binary-text.js";
import { jsonRpcBody, readJsonRpcAnswer } from "./json-rpc.js";
import type { Answer, Outcome } from "./outcome.js";
import { answerOfBuiltin, builtinXml, functionXml, outcomeOfEnvelope } from "./soap.js";
import { BrokenExchange, send, usualBounds, type Received, type TransportBounds } from "./transport.js";
import { readDocument } from "./xml-document.js";
import { methodCallXml, outcomeOfMethodResponse } from "./xml-rpc.js";

/** A server and how it is spoken to. */
export interface DoorTarget {
  readonly door: CallDoor;
  /** The base address, without a slash at the end (`baseAddress`). */
  readonly url: string;
  /** What SOAP v2 is typed by. */
  readonly contract: Contract;
  readonly bounds?: TransportBounds | undefined;
  /** Whether SOAP v2 is document/literal there (`isDocumentStyle`); default rpc/encoded. */
  readonly isDocument?: boolean | undefined;
  /** Beside those that the door needs. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Calls an operation. Resolves with whatever came of it. @param args a list, an object by names, or the only argument */
export function call(
  target: DoorTarget,
  session: string | null,
  path: string,
  args?: unknown,
): Promise<Answer> {
  const { door, contract } = target;
  const params = args === undefined ? [session, path] : [session, path, args];
  if (door !== "soap_v2") return builtin(target, "call", params);
  const known = Object.values(contract.tables.soapFunctions).find(
    ({ operation }) => operation === contract.operationNames.get(path),
  );
  return post(target, functionXml(contract, session, path, args, target.isDocument), (body, charset) =>
    outcomeOfEnvelope(readDocument(body, charset), contract, known),
  );
}

/** A new session is the value of the result. */
export function login(target: DoorTarget, username: string, apiKey: string): Promise<Answer> {
  return builtin(target, "login", [username, apiKey]);
}

/** A method of the protocol: `login`, `endSession`, `call`, `multiCall`, `resources`, … */
export function builtin(target: DoorTarget, method: string, params: readonly unknown[]): Promise<Answer> {
  const { door, contract } = target;
  if (door === "jsonrpc") return post(target, jsonRpcBody(method, withText(params)), readJsonRpcAnswer);
  if (door === "xmlrpc")
    return post(target, methodCallXml(method, params), (body, charset) =>
      outcomeOfMethodResponse(readDocument(body, charset)),
    );
  const known = door === "soap_v2" ? answerOfBuiltin(method) : undefined;
  return post(target, builtinXml(method, params, target.isDocument), (body, charset) =>
    outcomeOfEnvelope(readDocument(body, charset), contract, known),
  );
}

/** Whether a server's SOAP v2 is document/literal (WS-I), by its WSDL; false where that cannot be had. */
export async function isDocumentStyle({ url, bounds = usualBounds }: DoorTarget): Promise<boolean> {
  try {
    const wsdl = await send({ method: "GET", url: `${url}${doorPaths.soap_v2}?wsdl=1`, headers: {} }, bounds);
    return /<(?:\w+:)?binding\b[^>]*\bstyle="document"/.test(wsdl.body.toString());
  } catch (error) {
    if (error instanceof BrokenExchange) return false;
    throw error;
  }
}

type ReadAnswer = (body: Buffer, charset: string | undefined) => Outcome | undefined;

async function post(target: DoorTarget, text: string, read: ReadAnswer): Promise<Answer> {
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
    return answerOf(await send(posting, bounds), read);
  } catch (error) {
    if (error instanceof BrokenExchange) return { outcome: "broken", reason: error.message };
    throw error;
  }
}

/** What an answer says, HTML and half documents included. */
export function answerOf({ status, headers, body }: Received, read: ReadAnswer): Answer {
  const http = { status, headers };
  const charset = /charset=["']?([\w.:-]+)/i.exec(headers["content-type"] ?? "")?.[1];
  const isMeant = status < 300 || status >= 400;
  const outcome = isMeant ? readable(() => read(body, charset)) : undefined;
  return outcome ? { ...outcome, http } : { outcome: "http", status, text: body.toString(), http };
}

/** Undefined for a body that is not what its door answers. */
function readable(read: () => Outcome | undefined): Outcome | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlProblem || error instanceof EnvelopeProblem) return undefined;
    throw error;
  }
}
