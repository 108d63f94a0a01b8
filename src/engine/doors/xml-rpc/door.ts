/** The XML-RPC door: the built-in methods and the `system.` methods (doors 2). */
import { wire, type Wire } from "../../values/text.js";
import type { Contract } from "../../contract/contract.js";
import { Fault, globalFault } from "../../contract/faults.js";
import type { RequestedCall } from "../../calls/envelopes.js";
import { isRefusal } from "../../calls/outcome.js";
import { isObject } from "../../values/coercion.js";
import { quote } from "../../values/messages.js";
import { builtinCall, builtinResult, isBuiltinName } from "../builtin-calls.js";
import type {
  CallOutcome,
  Door,
  ReadCall,
  ReadCalls,
  Reading,
  RequestHead,
  WrittenResponse,
} from "../door.js";
import { dressOf } from "../dress.js";
import { faultNameHeader } from "../xml-fault.js";
import { protocolFaults, type ProtocolFault } from "./faults.js";
import { methodNames, methodNotes } from "./introspection.js";
import { readMethodCall, XmlRpcError, type MethodCall } from "./reading.js";
import { faultValueXml, faultXml, joinResponse, listOfXml, responseXml, streamedList } from "./writing.js";

/** Maximum number of calls in one `system.multicall`. */
const maxCalls = 100;

interface XmlRpcCall extends ReadCall {
  readonly method: string;
  /** Of `system.multicall`: its result is wrapped in a list of one element by convention, and a fault is not. */
  readonly isElement: boolean;
}

export class XmlRpcDoor implements Door<XmlRpcCall> {
  readonly name = "xmlrpc";
  readonly media = "xml";
  readonly allow = "OPTIONS, POST";
  readonly dress: Door["dress"];

  constructor(private readonly contract: Contract) {
    this.dress = dressOf(contract);
  }

  read(body: Buffer, { form }: RequestHead): Reading<XmlRpcCall> {
    try {
      const { method, params } = readMethodCall(body, form.charset);
      return method === "system.multicall"
        ? this.elements(params[0])
        : this.callOf({ method, params }, false);
    } catch (error) {
      return { response: faultResponse(refusalOf(error)) };
    }
  }

  async write({ call, method, isElement }: XmlRpcCall, outcome: CallOutcome): Promise<WrittenResponse> {
    if (isRefusal(outcome)) {
      const { fault } = outcome;
      const refusal = "unknown" in call ? unknownMethod(method) : refusalOf(fault);
      if (isElement) return { text: elementFault(refusal) };
      return { ...faultResponse(refusal), ownText: fault.ownText };
    }
    const { result } = outcome;
    const written = isBuiltinName(method) ? await builtinResult(method, result) : result;
    return { text: await (isElement ? listOfXml : responseXml)(written) };
  }

  /** Throws a `Fault` or an `XmlRpcError`. */
  private elements(calls: unknown): ReadCalls<XmlRpcCall> {
    if (!Array.isArray(calls)) throw new XmlRpcError(protocolFaults.parameters);
    if (calls.length > maxCalls) {
      throw globalFault("invalid_request_param", `system.multicall takes at most ${maxCalls} calls.`);
    }
    return { calls: (calls as unknown[]).map((call) => this.element(call)), join: joinResponse };
  }

  private element(given: unknown): XmlRpcCall | Wire {
    try {
      const { methodName: method, params = [] } = isObject(given) ? given : {};
      if (typeof method !== "string" || !Array.isArray(params))
        throw new XmlRpcError(protocolFaults.parameters);
      if (method === "system.multicall") throw new XmlRpcError(protocolFaults.recursion);
      return this.callOf({ method, params }, true);
    } catch (error) {
      return elementFault(refusalOf(error));
    }
  }

  private callOf({ method, params }: MethodCall, isElement: boolean): XmlRpcCall {
    const call = this.requested(method, params);
    const list = method === "call" && !isElement ? () => streamedList : undefined;
    return { call, method, isElement, list };
  }

  private requested(method: string, params: readonly unknown[]): RequestedCall {
    if (isBuiltinName(method)) {
      const isUnusable = method === "multiCall" && (params[1] ?? null) !== null && !Array.isArray(params[1]);
      if (isUnusable) throw new XmlRpcError(protocolFaults.parameters);
      return builtinCall(this.contract, method, params);
    }
    switch (method) {
      case "system.listMethods":
        return { result: methodNames };
      case "system.methodHelp":
        return { result: requireNotes(params[0]).help };
      case "system.methodSignature":
        return { result: requireNotes(params[0]).signatures };
    }
    return { unknown: method };
  }
}

function unknownMethod(method: string): ProtocolFault {
  return { ...protocolFaults.method, message: `Method ${quote(method)} does not exist` };
}

/** How an error is told. Throws unexpected errors. */
function refusalOf(error: unknown): ProtocolFault {
  if (error instanceof XmlRpcError) return error.fault;
  if (!(error instanceof Fault)) throw error;
  const { code, message, fault: name } = error;
  return { code, message, name };
}

function faultResponse({ code, message, name }: ProtocolFault): WrittenResponse {
  return { text: faultXml(code, message), headers: { [faultNameHeader]: name } };
}

function elementFault({ code, message }: ProtocolFault): Wire {
  return wire(faultValueXml(code, message));
}

/** The notes on a method. Throws an `XmlRpcError` if it does not exist. */
function requireNotes(method: unknown) {
  const notes =
    typeof method === "string" && Object.hasOwn(methodNotes, method) ? methodNotes[method] : undefined;
  if (notes) return notes;
  throw new XmlRpcError({ ...protocolFaults.help, message: `Method ${quote(method)} does not exist` });
}
