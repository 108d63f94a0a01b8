/** The XML-RPC door: bytes in, bytes out (doors 2). */
import { wire, type Wire } from "../../values/text.js";
import { Fault, globalFault } from "../../calls/faults.js";
import type { RpcContext } from "../../calls/builtins.js";
import { notForSeveralCalls } from "../../calls/idempotent-calls.js";
import { ForcedHttpAnswer } from "../../calls/fault-injection.js";
import {
  AnswerParts,
  RequestBounds,
  tooLargeAnswer,
  tooLate,
  type RequestLimits,
} from "../../guard/request-bounds.js";
import type { RpcService } from "../../calls/service.js";
import { isObject } from "../../values/coercion.js";
import { quote } from "../../values/messages.js";
import { runBuiltin, isBuiltinName } from "../calls.js";
import {
  failureAnswer,
  type DoorAnswer,
  type RunningCall,
  type TextAnswer,
  type XmlDoor,
} from "../door-answer.js";
import { RecentRequests } from "../recent-requests.js";
import { protocolFaults, type ProtocolFault } from "./faults.js";
import { methodNames, methodNotes } from "./introspection.js";
import { readMethodCall, RequestProblem, type MethodCall } from "./reading.js";
import { faultValueXml, faultXml, listOfXml, responseXml, WrittenList } from "./writing.js";
import type { Awaitable } from "../../values/awaitable.js";

const maxCalls = 100;

/** Of all shops of the process. */
const recentCalls = new RecentRequests<MethodCall>();

export class XmlRpcDoor implements XmlDoor<MethodCall> {
  readonly read = readMethodCall;
  readonly recent = recentCalls;

  constructor(
    private readonly rpc: RpcService,
    private readonly limits: RequestLimits,
  ) {}

  run({ method, params }: MethodCall, context: RpcContext): RunningCall {
    return { result: this.call(method, params, context), write: responseXml };
  }

  refuse(error: unknown): DoorAnswer {
    if (error instanceof RequestProblem) return refusal(error.fault);
    return failureAnswer(error, (fault) => refusal(named(fault)));
  }

  /** The result of a method. Throws a `Fault` or a `RequestProblem`. */
  private call(method: string, params: readonly unknown[], context: RpcContext): Awaitable<unknown> {
    if (isBuiltinName(method)) return this.runCheckedBuiltin(method, params, context);
    switch (method) {
      case "system.listMethods":
        return methodNames;
      case "system.methodHelp":
        return notesOf(params[0]).help;
      case "system.methodSignature":
        return notesOf(params[0]).signatures;
      case "system.multicall":
        return this.multicall(params[0], context);
    }
    this.rpc.noteUnknown(method, context);
    const message = `Method ${quote(method)} does not exist`;
    throw new RequestProblem({ ...protocolFaults.method, message });
  }

  private runCheckedBuiltin(
    name: Parameters<typeof runBuiltin>[1],
    params: readonly unknown[],
    context: RpcContext,
  ): Awaitable<unknown> {
    const isUnusable = name === "multiCall" && (params[1] ?? null) !== null && !Array.isArray(params[1]);
    if (isUnusable) throw new RequestProblem(protocolFaults.parameters);
    return runBuiltin(this.rpc, name, params, context);
  }

  /** Several calls by one request, in the common convention: every result in a list of one element. */
  private async multicall(calls: unknown, context: RpcContext): Promise<WrittenList> {
    if (!Array.isArray(calls)) throw new RequestProblem(protocolFaults.parameters);
    if (calls.length > maxCalls) {
      throw globalFault("invalid_request_param", `system.multicall takes at most ${maxCalls} calls.`);
    }
    if (context.sender.idempotencyKey) throw notForSeveralCalls;
    const bounds = new RequestBounds(this.limits);
    const parts = new AnswerParts(bounds);
    try {
      for (const call of calls as unknown[]) {
        await bounds.pauseIfDue();
        parts.add(await this.elementOf(call, context, bounds));
      }
      return new WrittenList(parts.all);
    } finally {
      parts.giveBack();
    }
  }

  private async elementOf(call: unknown, context: RpcContext, bounds: RequestBounds): Promise<Wire> {
    try {
      if (bounds.isFull) throw globalFault("invalid_request_param", tooLargeAnswer);
      if (bounds.isLate) throw globalFault("internal", tooLate);
      const { methodName, params } = isObject(call) ? call : {};
      if (typeof methodName !== "string" || (params !== undefined && !Array.isArray(params))) {
        throw new RequestProblem(protocolFaults.parameters);
      }
      if (methodName === "system.multicall") throw new RequestProblem(protocolFaults.recursion);
      return listOfXml(await this.call(methodName, params ?? [], context));
    } catch (error) {
      if (error instanceof ForcedHttpAnswer) throw error;
      if (!(error instanceof Fault) && !(error instanceof RequestProblem)) throw error;
      const { code, message } = error instanceof Fault ? error : error.fault;
      return wire(faultValueXml(code, message));
    }
  }
}

function named({ code, message, fault }: Fault): ProtocolFault {
  return { code, message, name: fault };
}

function refusal({ code, message, name }: ProtocolFault): TextAnswer {
  return { status: 200, text: faultXml(code, message), faultName: name };
}

function notesOf(method: unknown) {
  const notes =
    typeof method === "string" && Object.hasOwn(methodNotes, method) ? methodNotes[method] : undefined;
  if (notes) return notes;
  throw new RequestProblem({ ...protocolFaults.help, message: `Method ${quote(method)} does not exist` });
}
