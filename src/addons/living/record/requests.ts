/** Reads the call from the body of a request, for each door. */
import type { Contract } from "../../../engine/contract/contract.js";
import { builtinSignatures } from "../../../engine/doors/soap/builtins.js";
import { isBuiltinName } from "../../../engine/doors/builtin-calls.js";
import { functionParts, partsByName, sessionPart } from "../../../engine/doors/soap/parts.js";
import { soapElement, type SoapElement } from "../../../engine/doors/soap/reading.js";
import { functionOfStem, stemOf } from "../../../engine/doors/soap/wsi-elements.js";
import { isObject } from "../../../engine/values/coercion.js";
import type { CallDoor } from "../doors/addresses.js";
import { parseJsonDocument } from "../doors/json-document.js";
import { answerTypeOf, soapArgument, soapValue } from "../doors/soap.js";
import { parseXmlDocument } from "../doors/xml-document.js";
import { xmlRpcValue } from "../doors/xml-rpc.js";

export interface ReadCall {
  /** An operation, or a method of the protocol. */
  readonly operation: string;
  /** Undefined if the call has none. */
  readonly args?: unknown;
  /** Null = none was sent. */
  readonly session?: string | null;
  /** The type of the answer, for responses that do not contain it (SOAP v2). */
  readonly answerType?: string;
}

/** A request that cannot be represented as one call. */
export interface UnreadCall {
  readonly operation: string | null;
}

/** Throws if the body cannot be parsed. */
export function readCall(
  door: CallDoor,
  body: Buffer,
  charset: string | undefined,
  contract: Contract,
): ReadCall | UnreadCall {
  if (door === "jsonrpc") return jsonCall(parseJsonDocument(body.toString()), contract);
  // Servers refuse a document after white space; as a call it would be replayed without the white space.
  if (/^\s/.test(body.toString("latin1", 0, 1))) return { operation: null };
  const root = parseXmlDocument(body, charset);
  if (door === "xmlrpc") {
    const method = root.children.find(({ name }) => name === "methodName")?.text ?? "";
    const params = root.children.find(({ name }) => name === "params")?.children ?? [];
    if (root.name !== "methodCall" || !isBuiltinName(method)) return { operation: method || null };
    return builtinCall(
      method,
      params.map((param) => xmlRpcValue(param.children[0])),
      contract,
    );
  }
  const byId = new Map<string, SoapElement>();
  const envelope = soapElement(root, byId);
  const operation = envelope.children.find(({ name }) => name === "Body")?.children[0];
  if (!operation) return { operation: null };
  return soapCall(door, operation, byId, contract);
}

function jsonCall(request: unknown, contract: Contract): ReadCall | UnreadCall {
  if (Array.isArray(request)) return { operation: "batch" };
  if (!isObject(request) || typeof request.method !== "string") return { operation: null };
  const { method, params = [] } = request;
  if (!("id" in request) || (!Array.isArray(params) && !isObject(params))) return { operation: method };
  if (isBuiltinName(method)) {
    const names = jsonNames[method] ?? [];
    const values = Array.isArray(params) ? (params as unknown[]) : names.map((name) => params[name]);
    while (values.at(-1) === undefined && values.length > 0) values.pop();
    return builtinCall(method, values, contract);
  }
  // The direct form: the session is the first parameter.
  const operation = contract.operationNames.get(method);
  if (operation === undefined || !Array.isArray(params)) return { operation: operation ?? method };
  const [session, ...args] = params as unknown[];
  return typeof session === "string" ? { operation, session, args } : { operation };
}

const jsonNames: Readonly<Record<string, readonly string[]>> = {
  login: ["username", "apiKey"],
  endSession: ["sessionId"],
  call: ["sessionId", "apiPath", "args"],
  multiCall: ["sessionId", "calls", "options"],
  resources: ["sessionId"],
  globalFaults: ["sessionId"],
  resourceFaults: ["sessionId", "resourceName"],
};

function builtinCall(method: string, params: readonly unknown[], contract: Contract): ReadCall | UnreadCall {
  if (method === "login" || method === "startSession") return { operation: method, args: params };
  const [session = null, ...rest] = params;
  if (session !== null && typeof session !== "string") return { operation: method };
  if (method !== "call") return { operation: method, session, args: rest };
  const [path, args] = rest;
  if (typeof path !== "string" || rest.length > 2) return { operation: "call" };
  const operation = contract.operationNames.get(path) ?? path;
  return { operation, session, ...(rest.length > 1 ? { args } : {}) };
}

function looksLikeSession(value: unknown): boolean {
  return typeof value === "string" && /^([0-9a-f]{32}|[0-9a-f]{64})$/.test(value);
}

function soapCall(
  door: CallDoor,
  element: SoapElement,
  byId: ReadonlyMap<string, SoapElement>,
  contract: Contract,
): ReadCall | UnreadCall {
  // Document/literal (WS-I) has suffixes, and sometimes names of its own.
  const { soapFunctions } = contract.tables;
  const name = door === "soap_v2" ? functionOfStem(soapFunctions, stemOf(element.name)) : element.name;
  if (isBuiltinName(name)) {
    const { parts } = builtinSignatures[name];
    const given = partsByName(
      element,
      parts.map(([part]) => part),
    );
    const values = parts.map(([part]) => {
      const [one, ...others] = given.get(part) ?? [];
      if (others.length > 0)
        return [one, ...others].map((each) => soapValue(each as SoapElement, byId, contract));
      return one && soapValue(one, byId, contract);
    });
    while (values.at(-1) === undefined && values.length > 0) values.pop();
    // The living system expects the session in the part named resourceName; clients send both orders.
    if (name === "resourceFaults" && !looksLikeSession(values[0])) values.reverse();
    const answerType = door === "soap_v2" ? answerTypeOf(name) : undefined;
    return { ...builtinCall(name, values, contract), ...(answerType === undefined ? {} : { answerType }) };
  }
  const known = soapFunctions[name];
  if (door !== "soap_v2" || !known) return { operation: known?.operation ?? name };
  const binding = name === element.name ? "rpc" : "wsi";
  const { given } = functionParts(known, element, binding);
  const session = given.get(sessionPart);
  const args: Record<string, unknown> = {};
  for (const [{ name: part, type, param }, value] of given) {
    if (part === sessionPart.name || value.isNil) continue;
    args[param ?? part] = soapArgument(value, byId, contract.tables.soapTypes[binding], type);
  }
  return {
    operation: known.operation,
    session: session && !session.isNil ? session.text : null,
    args,
    answerType: known[binding].answers.type,
  };
}
