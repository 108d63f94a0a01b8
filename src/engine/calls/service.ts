/**
 * JSON-RPC without HTTP (conventions 2): turns a body with one request or a batch into the text of the response. The
 * Router of @open-rpc/server-js resolves methods (method-router.ts); compiled validators check parameters.
 */
import { Budget } from "../guard/budget.js";
import { AnswerParts, tooLargeAnswer, tooLate, RequestBounds } from "../guard/request-bounds.js";
import { namedForm, type ArgumentForm } from "../contract/arguments.js";
import type { Contract } from "../contract/contract.js";
import { andThen, attempt, type Awaitable } from "../values/awaitable.js";
import { isObject } from "../values/coercion.js";
import { wire, type Wire } from "../values/text.js";
import {
  builtinForm,
  builtinRouter,
  loginName,
  type BuiltinParts,
  type Params,
  type RpcContext,
} from "./builtins.js";
import type { Dispatcher } from "./dispatch.js";
import { ForcedHttpAnswer, ForcedResult, isForced, ruleOf } from "./fault-injection.js";
import {
  globalFault,
  methodNotFound,
  protocolError,
  TooManyCalls,
  Unavailable,
  type ErrorObject,
  type Fault,
} from "./faults.js";
import { notForSeveralCalls } from "./idempotent-calls.js";
import { jsonProblems, readJson, SharedResult, toJson } from "./json.js";
import type { CallGroup } from "./observer.js";
import { SentRows } from "./row-stream.js";

type RequestId = string | number | null;

interface RpcRequest {
  readonly method: string;
  readonly params: Params;
  /** Undefined = a notification, which is executed and not answered. */
  readonly id: RequestId | undefined;
}

/** Returns the service for a request, or the fault if there is none; undefined = this service. */
export type FindService = (request: RpcRequest) => RpcService | Fault | undefined;

export type Response = Wire | SharedResponse | RowsEnd;

/** Undefined = no response (notifications). */
type Responding = Awaitable<Response | undefined>;

const maxBatch = 100;

const batchTooLarge = protocolError("invalid_request", `A batch holds at most ${maxBatch} requests.`);

export class RpcService {
  /** @param elsewhere finds the service of another sandbox */
  constructor(
    private readonly parts: BuiltinParts,
    private readonly elsewhere?: FindService,
  ) {}

  /** The response is sent only if the context has neither `forced` nor `overRate` afterwards. */
  handle(body: Buffer, context: RpcContext): Responding {
    const read = readJson(body);
    if ("problem" in read) return unreadable(read.problem, body);
    const { value } = read;
    if (Array.isArray(value)) return this.handleBatch(value, context);
    const request = readRequest(value);
    if (typeof request === "string") return request;
    // Lists are streamed only for a single request that is answered, in the form of the contract.
    if (request.id === undefined || context.dress) context.rows = undefined;
    context.element = -1;
    return this.respondTo(request, context, undefined);
  }

  private async handleBatch(
    elements: readonly unknown[],
    context: RpcContext,
  ): Promise<Response | undefined> {
    if (context.sender.idempotencyKey) return refuseEach(elements, notForSeveralCalls);
    const bounds = (context.bounds = new RequestBounds(this.parts.limits));
    context.rows = undefined;
    const { group } = context;
    const response = await respondToAll(elements, bounds, (request, at) => {
      context.element = at;
      return this.respondTo(request, context, group);
    });
    context.retryAfterSeconds = undefined;
    if (context.overRate?.requests !== elements.length) context.overRate = undefined;
    return response;
  }

  private respondTo(request: RpcRequest, context: RpcContext, group: CallGroup | undefined): Responding {
    const { method, params, id } = request;
    const other = this.elsewhere?.(request);
    if (other instanceof RpcService) return other.respondTo(request, context, group);
    if (other) return faultText(other, id);
    // The answer to the whole request is forced: later elements are not executed.
    if (context.forced) return undefined;
    if (method !== "call") context.entered = undefined;
    return attempt(
      () => this.run(method, params, context),
      (result) => resultResponse(result, id, group),
      (error) => faultText(faultOf(error, context, this.parts.dispatcher), id),
    );
  }

  get contract(): Contract {
    return this.parts.dispatcher.contract;
  }

  /** Calls a built-in method for another door. Throws a `Fault`, never anything else. */
  builtin(name: string, params: Params, context: RpcContext): Awaitable<unknown> {
    const other = this.elsewhere?.({ method: name, params, id: null });
    if (other instanceof RpcService) return other.builtin(name, params, context);
    if (other) throw other;
    return attempt(
      () => this.run(name, params, context),
      (result) => result,
      (error) => {
        throw faultOf(error, context, this.parts.dispatcher);
      },
    );
  }

  /** Runs a method. The dispatcher itself reports calls of operations, including those by `call`. */
  private run(name: string, params: Params, context: RpcContext): Awaitable<unknown> {
    if (name === "call" || name === "rpc.discover")
      return builtinRouter.call(name, this.parts, { context, params });
    const isOperation = name.includes(".");
    return isOperation ? this.callDirectly(name, params, context) : this.runAndTell(name, params, context);
  }

  private async runAndTell(name: string, params: Params, context: RpcContext): Promise<unknown> {
    const { dispatcher, observer } = this.parts;
    const started = performance.now();
    let known: Fault | undefined;
    let result: unknown;
    let forced = false;
    let rule: number | undefined;
    try {
      const answer = await builtinRouter.call(name, this.parts, { context, params });
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

  /** Reports the call of an unknown method. */
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

  /** The direct form (interface 6): with an `Authorization` header, `params` contain no session. */
  private callDirectly(path: string, params: Params, context: RpcContext): Awaitable<unknown> {
    const { sender, prefer, door, group, dress, rows } = context;
    const { authentication, dispatcher } = this.parts;
    const { sessionId, args } = readDirect(params, sender.hasAuthorization);
    const enter = () =>
      sender.hasAuthorization
        ? authentication.enterByHeader(sender)
        : authentication.enter(sessionId, sender);
    const result = dispatcher.run(enter, { path, args, prefer, door, group, rows });
    return dress ? andThen(result, (value) => dress(path, value)) : result;
  }
}

/** Answers every request in a body with the same fault. */
export function refuseAll(body: Buffer, fault: Fault): Responding {
  const read = readJson(body);
  return "problem" in read ? unreadable(read.problem, body) : refuseEach(read.value, fault);
}

async function refuseEach(value: unknown, fault: Fault): Promise<Wire | undefined> {
  if (Array.isArray(value)) {
    const bounds = new RequestBounds(unbounded);
    return respondToAll(value, bounds, ({ id }) => faultText(fault, id));
  }
  const request = readRequest(value);
  return typeof request === "string" ? request : faultText(fault, request.id);
}

const unbounded = {
  requestTimeoutMs: Infinity,
  maxAnswerBytes: Infinity,
  answers: new Budget(Infinity),
};

/** Converts any error to a fault. Forced HTTP answers, rate limits and outages also affect the whole request. */
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

/** Separates the session from the arguments in the direct form. */
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

/** Runs the requests of a batch in order: each sees the effects of the earlier ones. */
async function respondToAll(
  elements: readonly unknown[],
  bounds: RequestBounds,
  respond: (request: RpcRequest, at: number) => Responding,
): Promise<Wire | undefined> {
  if (elements.length === 0) return invalidRequest("A batch must hold at least one request.");
  if (elements.length > maxBatch) return errorResponse(batchTooLarge, null);
  const responses = new AnswerParts(bounds);
  try {
    for (const [at, element] of elements.entries()) {
      const pause = bounds.pauseIfDue();
      if (pause) await pause;
      const request = readRequest(element);
      let response: Response | undefined;
      if (typeof request === "string") response = request;
      // The limits of the request are reached: this request is not executed.
      else if (bounds.isFull)
        response = refusalText(protocolError("invalid_request", tooLargeAnswer), request.id);
      else if (bounds.isLate) response = faultText(globalFault("internal", tooLate), request.id);
      else {
        const responding = respond(request, at);
        response = responding instanceof Promise ? await responding : responding;
      }
      if (response !== undefined) responses.add(typeof response === "string" ? response : response.text());
    }
    return responses.isEmpty ? undefined : responses.join();
  } finally {
    responses.giveBack();
  }
}

/** The response to a body that cannot be read. */
function unreadable(problem: string, body: Buffer): Wire {
  const isNoJson = problem === jsonProblems.syntax;
  const sentence = isNoJson ? (body.length === 0 ? "The body is empty." : undefined) : problem;
  return errorResponse(protocolError("parse_error", sentence), null);
}

const methodForm = /^[A-Za-z][A-Za-z0-9_.]*$/;

/** Validates a request, or returns the response that refuses it. */
function readRequest(element: unknown): RpcRequest | Wire {
  if (!isObject(element)) return invalidRequest("A request is an object.");
  const { jsonrpc, method, params, id } = element;
  if (id !== undefined && id !== null && typeof id !== "string" && typeof id !== "number")
    return invalidRequest("id: must be text, a number or null");
  if (typeof id === "number" && !Number.isSafeInteger(id) && isInexact(id))
    return invalidRequest("id: is too large to be answered as it is");
  const problem =
    jsonrpc !== "2.0"
      ? 'jsonrpc: must be "2.0"'
      : typeof method !== "string" || !methodForm.test(method)
        ? "method: must be a method name"
        : params !== undefined && params !== null && typeof params !== "object"
          ? "params: must be a list or an object"
          : undefined;
  if (problem !== undefined) return invalidRequest(problem, id ?? null);
  return { method: method as string, params: (params ?? []) as Params, id };
}

/** Whether JSON.parse may have changed an ID that is no safe integer. */
function isInexact(id: number): boolean {
  // From 10^21 on, numbers are written with an exponent, in the answer too.
  return !Number.isFinite(id) || (Number.isInteger(id) && Math.abs(id) < 1e21);
}

function resultResponse(
  result: unknown,
  id: RequestId | undefined,
  group: CallGroup | undefined,
): Responding {
  if (id === undefined) return undefined;
  if (result instanceof SharedResult) return new SharedResponse(result, id);
  if (result instanceof SentRows) return new RowsEnd(id);
  const end = `,"id":${idText(id)}}`;
  const text = toJson(result ?? null);
  if (typeof text !== "string") return text.then((whole) => (resultStart + whole + end) as Wire);
  if (group && typeof result === "object" && result !== null) group.resultWritten(result, text);
  return (resultStart + text + end) as Wire;
}

const resultStart = '{"jsonrpc":"2.0","result":' as Wire;

export function errorResponse(error: ErrorObject, id: RequestId): Wire {
  return `{"jsonrpc":"2.0","error":${wire(JSON.stringify(error))},"id":${idText(id)}}` as Wire;
}

/** Undefined for a notification. */
function refusalText(error: ErrorObject, id: RequestId | undefined): Wire | undefined {
  return id === undefined ? undefined : errorResponse(error, id);
}

function faultText(fault: Fault, id: RequestId | undefined): Wire | undefined {
  return refusalText(fault.toErrorObject(), id);
}

function invalidRequest(message: string, id: RequestId = null): Wire {
  return errorResponse(protocolError("invalid_request", message), id);
}

function idText(id: RequestId): string {
  // Nearly all clients send small integers.
  return Number.isSafeInteger(id) ? String(id) : wire(JSON.stringify(id));
}

/** A response with a large result whose bytes all responses share. */
export class SharedResponse {
  constructor(
    private readonly result: SharedResult,
    private readonly id: RequestId,
  ) {}

  /** In the order of sending. */
  get parts(): readonly [before: Wire, result: Buffer, after: Wire] {
    return [resultStart, this.result.bytes(), `,"id":${idText(this.id)}}` as Wire];
  }

  text(): Wire {
    const [before, result, after] = this.parts;
    return `${before}${result.toString("latin1")}${after}` as Wire;
  }
}

/** The end of a response whose rows have been streamed. */
export class RowsEnd {
  constructor(private readonly id: RequestId) {}

  text(): Wire {
    return `],"id":${idText(this.id)}}` as Wire;
  }
}
