/** The XML-RPC door: the built-in methods and the `system.` methods (doors 2). */
import { wire, type Wire } from "../../values/text.js";
import { Fault, globalFault } from "../../contract/faults.js";
import type { RequestContext, Service } from "../../calls/call.js";
import { unknownMethod } from "../../calls/envelopes.js";
import { ForcedHttpAnswer } from "../../calls/fault-injection.js";
import {
  AnswerParts,
  RequestBounds,
  tooLargeAnswer,
  tooLate,
  type RequestLimits,
} from "../../guard/request-bounds.js";
import { isObject } from "../../values/coercion.js";
import { quote } from "../../values/messages.js";
import { isBuiltinName, runBuiltin, type BuiltinName } from "../builtin-calls.js";
import {
  failureAnswer,
  type Answered,
  type DoorAnswer,
  type StreamedList,
  type TextAnswer,
  type XmlDoor,
} from "../door-answer.js";
import { protocolFaults, type ProtocolFault } from "./faults.js";
import { methodNames, methodNotes } from "./introspection.js";
import { readMethodCall, XmlRpcError, type MethodCall } from "./reading.js";
import { faultValueXml, faultXml, listOfXml, responseXml, streamedList, WrittenList } from "./writing.js";

/** Maximum number of calls in one `system.multicall`. */
const maxCalls = 100;

export class XmlRpcDoor implements XmlDoor<MethodCall> {
  readonly read = readMethodCall;

  constructor(
    private readonly service: Service,
    private readonly limits: RequestLimits,
  ) {}

  async run({ method, params }: MethodCall, context: RequestContext): Promise<Answered> {
    return { result: await this.call(method, params, context), write: responseXml };
  }

  streamedList({ method }: MethodCall): StreamedList | undefined {
    return method === "call" ? streamedList : undefined;
  }

  refuse(error: unknown): DoorAnswer {
    if (error instanceof XmlRpcError) return refusal(error.fault);
    return failureAnswer(error, ({ code, message, fault, ownText }) => ({
      ...refusal({ code, message, name: fault }),
      ownText,
    }));
  }

  /** Returns the result of a method. Throws a `Fault` or an `XmlRpcError`. */
  private async call(method: string, params: readonly unknown[], context: RequestContext): Promise<unknown> {
    if (isBuiltinName(method)) return this.runCheckedBuiltin(method, params, context);
    switch (method) {
      case "system.listMethods":
        return methodNames;
      case "system.methodHelp":
        return requireNotes(params[0]).help;
      case "system.methodSignature":
        return requireNotes(params[0]).signatures;
      case "system.multicall":
        return this.multicall(params[0], context);
    }
    unknownMethod(this.service, method, context);
    const message = `Method ${quote(method)} does not exist`;
    throw new XmlRpcError({ ...protocolFaults.method, message });
  }

  private async runCheckedBuiltin(
    name: BuiltinName,
    params: readonly unknown[],
    context: RequestContext,
  ): Promise<unknown> {
    const isUnusable = name === "multiCall" && (params[1] ?? null) !== null && !Array.isArray(params[1]);
    if (isUnusable) throw new XmlRpcError(protocolFaults.parameters);
    return runBuiltin(this.service, name, params, context);
  }

  /** Executes the calls in order. By convention, every result is wrapped in a list of one element, and a fault is not. */
  private async multicall(calls: unknown, context: RequestContext): Promise<WrittenList> {
    if (!Array.isArray(calls)) throw new XmlRpcError(protocolFaults.parameters);
    if (calls.length > maxCalls) {
      throw globalFault("invalid_request_param", `system.multicall takes at most ${maxCalls} calls.`);
    }
    const bounds = new RequestBounds(this.limits);
    const parts = new AnswerParts(bounds);
    const keys = context.sender.idempotencyKey?.ofElements(calls.length);
    try {
      for (const [at, call] of (calls as unknown[]).entries()) {
        await bounds.pauseIfDue();
        const sender = { ...context.sender, idempotencyKey: keys?.[at] };
        parts.add(await this.multicallElement(call, { ...context, sender }, bounds));
      }
      return new WrittenList(parts.all);
    } finally {
      parts.giveBack();
    }
  }

  /** Executes one call of `system.multicall` and writes its result or its fault. */
  private async multicallElement(
    call: unknown,
    context: RequestContext,
    bounds: RequestBounds,
  ): Promise<Wire> {
    try {
      if (bounds.isFull) throw globalFault("invalid_request_param", tooLargeAnswer);
      if (bounds.isLate) throw globalFault("internal", tooLate);
      const { methodName, params } = isObject(call) ? call : {};
      if (typeof methodName !== "string" || (params !== undefined && !Array.isArray(params))) {
        throw new XmlRpcError(protocolFaults.parameters);
      }
      if (methodName === "system.multicall") throw new XmlRpcError(protocolFaults.recursion);
      return listOfXml(await this.call(methodName, params ?? [], { ...context, rows: undefined }));
    } catch (error) {
      if (error instanceof ForcedHttpAnswer) throw error;
      if (!(error instanceof Fault) && !(error instanceof XmlRpcError)) throw error;
      const { code, message } = error instanceof Fault ? error : error.fault;
      return wire(faultValueXml(code, message));
    }
  }
}

function refusal({ code, message, name }: ProtocolFault): TextAnswer {
  return { status: 200, text: faultXml(code, message), faultName: name };
}

/** The notes on a method. Throws an `XmlRpcError` if it does not exist. */
function requireNotes(method: unknown) {
  const notes =
    typeof method === "string" && Object.hasOwn(methodNotes, method) ? methodNotes[method] : undefined;
  if (notes) return notes;
  throw new XmlRpcError({ ...protocolFaults.help, message: `Method ${quote(method)} does not exist` });
}
