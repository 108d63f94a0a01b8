/**
 * JSON-RPC without HTTP: the text of a request to the text of its response. The Router of @open-rpc/server-js looks
 * methods up and turns faults into error objects; parameters are checked by our own compiled validators.
 */
import type { Authentication } from "../access/authentication.js";
import { TooManyCalls } from "../guard/call-rate.js";
import {
  builtinForm,
  builtinMethods,
  loginName,
  type Builtin,
  type BuiltinParts,
  type RpcContext,
} from "./builtins.js";
import { namedForm, type ArgumentForm } from "../contract/argument-form.js";
import type { CallObserver } from "./observer.js";
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
  type SharedResult,
} from "./envelope.js";
import { notForSeveralCalls } from "./idempotent-calls.js";
import { callMethod, isMethod } from "./method-router.js";
import { Budget } from "../guard/budget.js";
import { RequestBounds } from "../guard/request-bounds.js";
import { ForcedHttpAnswer, ForcedResult, isForced, ruleOf } from "./fault-injection.js";
import { protocolError, Unavailable, type Fault } from "./faults.js";
import { jsonProblems, readJson } from "../doors/json-rpc/json-reader.js";
import { nextSlice } from "../time-slices.js";
import { isObject } from "../values/coercion.js";
import { shorten } from "../values/text.js";
import type { Wire } from "../fast/wire.js";

/** The service that a request means, or why there is none; undefined = this one. */
export type FindService = (request: RpcRequest) => RpcService | Fault | undefined;

export type Handled = Response | undefined | "over rate" | "forced";

export class RpcService {
  private readonly methods: Readonly<Record<string, Builtin>>;
  private readonly authentication: Authentication;
  private readonly dispatcher: Dispatcher;
  private readonly observer: CallObserver;

  /**
   * @param document the contract, answered by `rpc.discover`
   * @param elsewhere finds out whether another service is meant
   */
  constructor(
    private readonly parts: BuiltinParts,
    private readonly document: SharedResult,
    private readonly elsewhere?: FindService,
  ) {
    this.authentication = parts.authentication;
    this.observer = parts.observer;
    this.dispatcher = parts.dispatcher;
    // Without prototype: "constructor" is no method.
    const methods = Object.create(null) as Record<string, Builtin>;
    for (const [name, method] of Object.entries(builtinMethods(parts))) {
      methods[name] = observe(onlyThrowFaults(method, name, parts.dispatcher), name, parts.observer);
    }
    this.methods = methods;
  }

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
      if (isBatch) context.isUnavailable = false;
      if (context.forced) return "forced";
      return context.overRate?.requests === calls ? "over rate" : response;
    });
  }

  get contract(): Contract {
    return this.dispatcher.contract;
  }

  /** A built-in method for these parameters. It throws a `Fault`, never anything else. */
  builtin(name: string, params: Params): Builtin | undefined {
    const other = this.elsewhere?.({ method: name, params, id: null });
    if (other instanceof RpcService) return other.methods[name];
    return other ? () => Promise.reject(other) : this.methods[name];
  }

  private answer(request: RpcRequest, context: RpcContext): Promise<Outcome> {
    const other = this.elsewhere?.(request);
    if (other instanceof RpcService) return other.answer(request, context);
    if (other) return Promise.resolve({ error: other.toErrorObject() });
    // The answer is settled: what comes after is not carried out.
    if (context.forced) return Promise.resolve({ result: null });
    const { method, params } = request;
    if (method !== "call") context.entered = undefined;
    if (method === "rpc.discover") return this.discover(context);
    if (isMethod(method)) return callMethod(method, this.methods, context, params);
    if (method.includes(".")) return this.callDirectly(method, params, context);
    this.noteUnknown(method, context);
    return Promise.resolve({
      error: protocolError("method_not_found", `There is no method ${shorten(method, 80)}.`),
    });
  }

  /** Tells of the call of a method that there is not. */
  noteUnknown(method: string, { door, group }: Pick<RpcContext, "door" | "group">): void {
    this.observer.callEnded({
      operation: "unknown",
      path: method.slice(0, 80),
      username: "",
      fault: "method_not_found",
      durationMs: 0,
      error: protocolError("method_not_found", `There is no method ${shorten(method, 80)}.`),
      door,
      group,
    });
  }

  /** Large, and free to anybody: so only callers with credentials get it several times by one request. */
  private async discover(context: RpcContext): Promise<Outcome> {
    try {
      if (context.bounds) await this.authentication.enterByHeader(context.sender);
      // Sending so much takes the time of many calls.
      await nextSlice();
      return { shared: this.document };
    } catch (error) {
      return { error: faultOf(error, "rpc.discover", context, this.dispatcher).toErrorObject() };
    }
  }

  /** The operation itself as method (interface 6): with an `Authorization` header the parameters are all its own. */
  private async callDirectly(path: string, params: Params, context: RpcContext): Promise<Outcome> {
    const { sender, prefer, door, group, dress, rows } = context;
    try {
      const { sessionId, args } = readDirect(params, sender.hasAuthorization);
      const caller = sender.hasAuthorization
        ? this.authentication.enterByHeader(sender)
        : this.authentication.enter(sessionId, sender);
      const result = await this.dispatcher.run(caller, { path, args, prefer, door, group, rows });
      return { result: dress ? await dress(path, result) : result };
    } catch (error) {
      return { error: faultOf(error, path, context, this.dispatcher).toErrorObject() };
    }
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

/** Any error as a fault; too many calls are noted for the batch as a whole. */
function faultOf(error: unknown, name: string, context: RpcContext, dispatcher: Dispatcher): Fault {
  if (error instanceof ForcedHttpAnswer) context.forced = error.answer;
  if (error instanceof TooManyCalls) {
    const { retryAfterSeconds } = error;
    context.overRate = { requests: (context.overRate?.requests ?? 0) + 1, retryAfterSeconds };
  }
  const fault = dispatcher.toFault(error, name);
  if (fault instanceof Unavailable) context.isUnavailable = true;
  return fault;
}

/** Makes sure that a method only ever throws faults: the Router would hide anything else. */
function onlyThrowFaults(method: Builtin, name: string, dispatcher: Dispatcher): Builtin {
  return (context, params) =>
    method(context, params).catch((error: unknown) => {
      throw faultOf(error, name, context, dispatcher);
    });
}

/** Tells the log of a method's calls. `call` is told of by the dispatcher, like every call of an operation. */
function observe(method: Builtin, name: string, observer: CallObserver): Builtin {
  if (name === "call") return method;
  return async (context, params) => {
    const started = performance.now();
    let fault: string | undefined;
    let result: unknown;
    let known: Fault | undefined;
    let forced = false;
    let rule: number | undefined;
    try {
      const answer = await method(context, params);
      if (!(answer instanceof ForcedResult)) return (result = answer);
      forced = true;
      rule = answer.rule;
      return (result = answer.result);
    } catch (error) {
      known = error as Fault;
      fault = known.fault;
      forced = isForced(error);
      rule = ruleOf(error);
      throw error;
    } finally {
      const durationMs = performance.now() - started;
      observer.callEnded({
        operation: name,
        username: name === "login" ? loginName(params) : "",
        fault,
        durationMs,
        door: context.door,
        args: builtinForm(name, params),
        result,
        error: known?.toErrorObject(),
        forced,
        rule,
        group: context.group,
      });
    }
  };
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
