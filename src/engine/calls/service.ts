/**
 * JSON-RPC without HTTP: the text of a request to the text of its response. What is called is found by the Router of
 * @open-rpc/server-js (method-router.ts); parameters are checked by our own compiled validators.
 */
import { builtinForm, builtinRouter, loginName, type BuiltinParts, type RpcContext } from "./builtins.js";
import { namedForm, type ArgumentForm } from "../contract/arguments.js";
import type { Contract } from "../contract/contract.js";
import type { Dispatcher } from "./dispatch.js";
import {
  errorText,
  respond,
  type Answer,
  type Outcome,
  type Params,
  type Response,
  type RpcRequest,
} from "./envelope.js";
import { notForSeveralCalls } from "./idempotent-calls.js";
import { Budget } from "../guard/budget.js";
import { RequestBounds } from "../guard/request-bounds.js";
import { ForcedHttpAnswer, ForcedResult, isForced, ruleOf } from "./fault-injection.js";
import { methodNotFound, protocolError, TooManyCalls, Unavailable, type Fault } from "./faults.js";
import { jsonProblems, readJson } from "./json.js";
import { isObject } from "../values/coercion.js";
import type { Wire } from "../values/wire.js";

/** The service that a request means, or why there is none; undefined = this one. */
export type FindService = (request: RpcRequest) => RpcService | Fault | undefined;

export type Handled = Response | undefined | "over rate" | "forced";

export class RpcService {
  /** @param elsewhere finds out whether another service is meant */
  constructor(
    private readonly parts: BuiltinParts,
    private readonly elsewhere?: FindService,
  ) {}

  /**
   * Undefined = nothing to answer (notifications); "over rate" = its caller made too many calls before all of it;
   * "forced" = `context.forced` says how HTTP answers.
   */
  handle(body: Buffer, context: RpcContext): Promise<Handled> {
    return this.respondTo(readBody(body), context);
  }

  private respondTo(read: JsonValue | Wire, context: RpcContext): Promise<Handled> {
    if (typeof read === "string") return Promise.resolve(read);
    const { value } = read;
    const isBatch = Array.isArray(value);
    if (isBatch && context.sender.idempotencyKey) {
      return refuseEach(value, notForSeveralCalls);
    }
    if (isBatch) {
      context.bounds = new RequestBounds(this.parts.limits);
    }
    // One answer, in the form of the contract, to somebody who wants it.
    const isAlone = !isBatch && isObject(value) && value.id !== undefined && !context.dress;
    if (!isAlone) context.rows = undefined;
    const answer: Answer = (request, element) => {
      context.element = element ?? -1;
      return this.answer(request, context);
    };
    const calls = isBatch ? value.length : 1;
    return respond(value, answer, context.bounds, context.group).then((response) => {
      if (isBatch) context.retryAfterSeconds = undefined;
      if (context.forced) return "forced";
      return context.overRate?.requests === calls ? "over rate" : response;
    });
  }

  private answer(request: RpcRequest, context: RpcContext): Promise<Outcome> {
    const other = this.elsewhere?.(request);
    if (other instanceof RpcService) return other.answer(request, context);
    if (other) return Promise.resolve({ error: other.toErrorObject() });
    // The answer is settled: what comes after is not carried out.
    if (context.forced) return Promise.resolve({ result: null });
    const { method, params } = request;
    if (method !== "call") context.entered = undefined;
    const isOperation = method.includes(".") && method !== "rpc.discover";
    const result = isOperation
      ? this.callDirectly(method, params, context)
      : this.run(method, params, context);
    return result.then(
      (result) => ({ result }),
      (error: unknown) => ({ error: faultOf(error, context, this.parts.dispatcher).toErrorObject() }),
    );
  }

  get contract(): Contract {
    return this.parts.dispatcher.contract;
  }

  /** A built-in method as the other doors call it. Throws a `Fault`, never anything else. */
  builtin(name: string, params: Params, context: RpcContext): Promise<unknown> {
    const other = this.elsewhere?.({ method: name, params, id: null });
    if (other instanceof RpcService) return other.builtin(name, params, context);
    if (other) return Promise.reject(other);
    return this.run(name, params, context).catch((error: unknown) => {
      throw faultOf(error, context, this.parts.dispatcher);
    });
  }

  /** `call` is told of by the dispatcher, like every call of an operation. */
  private run(name: string, params: Params, context: RpcContext): Promise<unknown> {
    const running = builtinRouter.call(name, this.parts, { context, params });
    const isTold = name !== "call" && name !== "rpc.discover";
    return isTold ? this.tellOf(running, name, params, context) : running;
  }

  private async tellOf(
    running: Promise<unknown>,
    name: string,
    params: Params,
    context: RpcContext,
  ): Promise<unknown> {
    const { dispatcher, observer } = this.parts;
    const started = performance.now();
    let known: Fault | undefined;
    let result: unknown;
    let forced = false;
    let rule: number | undefined;
    try {
      const answer = await running;
      if (!(answer instanceof ForcedResult)) return (result = answer);
      forced = true;
      rule = answer.rule;
      return (result = answer.result);
    } catch (error) {
      known = dispatcher.toFault(error);
      forced = isForced(known);
      rule = ruleOf(known);
      throw known;
    } finally {
      if (known?.fault === "method_not_found") this.noteUnknown(name, context);
      else {
        observer.callEnded({
          operation: name,
          username: name === "login" ? loginName(params) : "",
          fault: known?.fault,
          durationMs: performance.now() - started,
          door: context.door,
          args: builtinForm(name, params),
          result,
          error: known?.toErrorObject(),
          forced,
          rule,
          group: context.group,
        });
      }
    }
  }

  /** Tells of the call of a method that there is not. */
  noteUnknown(method: string, { door, group }: Pick<RpcContext, "door" | "group">): void {
    this.parts.observer.callEnded({
      operation: "unknown",
      path: method.slice(0, 80),
      username: "",
      fault: "method_not_found",
      durationMs: 0,
      error: methodNotFound(method).toErrorObject(),
      door,
      group,
    });
  }

  /** The operation itself as method (interface 6): with an `Authorization` header the parameters are all its own. */
  private async callDirectly(path: string, params: Params, context: RpcContext): Promise<unknown> {
    const { sender, prefer, door, group, dress, rows } = context;
    const { authentication, dispatcher } = this.parts;
    const { sessionId, args } = readDirect(params, sender.hasAuthorization);
    const caller = sender.hasAuthorization
      ? authentication.enterByHeader(sender)
      : authentication.enter(sessionId, sender);
    const result = await dispatcher.run(caller, { path, args, prefer, door, group, rows });
    return dress ? dress(path, result) : result;
  }
}

/** Answers every request in a body with the same fault. */
export function refuseAll(body: Buffer, fault: Fault): Promise<Response | undefined> {
  const read = readBody(body);
  return typeof read === "string" ? Promise.resolve(read) : refuseEach(read.value, fault);
}

function refuseEach(value: unknown, fault: Fault): Promise<Response | undefined> {
  return respond(
    value,
    () => Promise.resolve({ error: fault.toErrorObject() }),
    new RequestBounds(unbounded),
  );
}

const unbounded = {
  requestTimeoutMs: Infinity,
  maxAnswerBytes: Infinity,
  answers: new Budget(Infinity),
};

/** Any error as a fault; an answer by HTTP alone and too many calls are noted for the request as a whole. */
function faultOf(error: unknown, context: RpcContext, dispatcher: Dispatcher): Fault {
  if (error instanceof ForcedHttpAnswer) context.forced = error.answer;
  if (error instanceof TooManyCalls) {
    const { retryAfterSeconds } = error;
    context.overRate = { requests: (context.overRate?.requests ?? 0) + 1, retryAfterSeconds };
  }
  const fault = dispatcher.toFault(error);
  if (fault instanceof Unavailable) context.retryAfterSeconds = fault.retryAfterSeconds;
  return fault;
}

/** The arguments of an operation, and the session before or among them where no header names it. */
function readDirect(
  params: Params,
  hasHeader: boolean,
): { readonly sessionId: unknown; readonly args: ArgumentForm } {
  if (!Array.isArray(params)) {
    const members = params as Record<string, unknown>;
    return {
      sessionId: Object.hasOwn(members, "sessionId") ? members.sessionId : undefined,
      args: namedForm(members),
    };
  }
  const values = params as readonly unknown[];
  return { sessionId: values[0], args: { form: "positional", values: hasHeader ? values : values.slice(1) } };
}

/** The value of a body, or the answer to one that cannot be read. */
function readBody(body: Buffer): JsonValue | Wire {
  const read = readJson(body);
  if (!("problem" in read)) return read;
  const isNoJson = read.problem === jsonProblems.syntax;
  const sentence = isNoJson ? (body.length === 0 ? "The body is empty." : undefined) : read.problem;
  return errorText(protocolError("parse_error", sentence), null);
}

interface JsonValue {
  readonly value: unknown;
}
