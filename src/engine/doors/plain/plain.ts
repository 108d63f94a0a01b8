/** POST /api/rpc/{operation}: an operation or a built-in method by plain HTTP, with statuses (interface 6). */
import type { ServerResponse } from "node:http";
import type { Authentication, Sender } from "../../access/authentication.js";
import { wire, type Wire } from "../../values/text.js";
import {
  type ErrorObject,
  type Fault,
  globalFault,
  protocolError,
  TooManyCalls,
  Unavailable,
} from "../../calls/faults.js";
import { RpcContext, type RequestOrigin } from "../../calls/builtins.js";
import { ForcedHttpAnswer } from "../../calls/fault-injection.js";
import { jsonProblems, readJson, type JsonReading, toJson } from "../../calls/json.js";
import type { Dispatcher } from "../../calls/dispatch.js";
import type { RpcService } from "../../calls/service.js";
import { SentRows } from "../../calls/row-stream.js";
import { namedForm, type ArgumentForm } from "../../contract/arguments.js";
import { isObject } from "../../values/coercion.js";
import { AnswerRows, sendEmpty, sendForced, sendJson } from "../../http/responses.js";
import { bodyFormOf, decodeSegment, plainAddress, type BodyForm } from "../../http/request.js";
import type { AreaDoor, BodyDoor, CallExchange } from "../../http/call-exchange.js";
import type { WireExchange } from "../../http/messages.js";
import type { Awaitable } from "../../values/awaitable.js";

/** Without `call`, which would be redundant, and `startSession`, which exists only for old JSON-RPC clients. */
const builtins: readonly string[] = [
  "login",
  "endSession",
  "multiCall",
  "resources",
  "globalFaults",
  "resourceFaults",
];

type Members = Readonly<Record<string, unknown>>;

export interface PlainHttpParts {
  readonly rpc: RpcService;
  readonly authentication: Authentication;
  readonly dispatcher: Dispatcher;
  readonly exchanges: CallExchange;
  /** Converts results to other types than those of the contract (COMPAT_VALUES). */
  readonly dress?: RpcContext["dress"];
}

export class PlainHttp implements AreaDoor, BodyDoor {
  constructor(private readonly parts: PlainHttpParts) {}

  /** Takes an object of named parameters, and answers the bare result. */
  serve(exchange: WireExchange): Awaitable<void> {
    const { request, response } = exchange;
    if (request.method === "OPTIONS" || request.method !== "POST") {
      response.setHeader("Allow", "POST");
      if (request.method === "OPTIONS") sendEmpty(response, 204);
      else refuse(response, 405, "Only POST is allowed here.");
      return;
    }
    const { isJson, isCompressed } = bodyFormOf(request);
    if (!isJson) {
      refuse(response, 415, "The body must be JSON.");
      return;
    }
    if (isCompressed) {
      refuse(response, 415, "The body must not be compressed.");
      return;
    }
    return this.parts.exchanges.receive(exchange, this);
  }

  refuseTooLarge(response: ServerResponse): void {
    refuse(response, 413, "The body is too large.");
  }

  async answer(exchange: WireExchange, body: Buffer, origin: RequestOrigin): Promise<void> {
    const { dispatcher, exchanges, dress } = this.parts;
    const path = decodeSegment(exchange.path.slice(plainAddress.length));
    const context = new RpcContext(origin, "plain", dress);
    const rows = new AnswerRows(exchange.response, "[" as Wire);
    const read = readParameters(body, bodyFormOf(exchange.request));
    try {
      const result = builtins.includes(path)
        ? await this.runBuiltin(path, context, membersOf(read))
        : await this.runOperation(path, context, rows, () => membersOf(read));
      if (result instanceof SentRows) return rows.end("]" as Wire);
      const text = await toJson(result ?? null);
      exchanges.send(exchange, text, sendJson);
    } catch (error) {
      if (rows.hasBegun) return rows.breakOff();
      if (error instanceof ForcedHttpAnswer) return sendForced(exchange.response, error.answer);
      sendFault(exchange.response, dispatcher.toFault(error), context);
    }
  }

  /** Authenticates the caller before checking the body. */
  private async runOperation(
    path: string,
    context: RpcContext,
    rows: AnswerRows,
    members: () => Members,
  ): Promise<unknown> {
    const { authentication, dispatcher } = this.parts;
    const enter = async () => {
      const principal = await authentication.enterByHeader(context.sender);
      context.isAuthenticated = true;
      return principal;
    };
    const result = await dispatcher.run(enter, {
      path,
      args: argumentsOf(members),
      prefer: context.prefer,
      door: context.door,
      group: context.group,
      rows: context.dress ? undefined : () => rows,
    });
    return context.dress ? context.dress(path, result) : result;
  }

  private async runBuiltin(path: string, context: RpcContext, members: Members): Promise<unknown> {
    const params = { ...members, sessionId: sessionOf(context.sender, members, path === "endSession") };
    return this.parts.rpc.builtin(path, params, context);
  }
}

/**
 * The session of a call: the header takes precedence over the body, except in `endSession` with a session in the body. Null
 * stands for Basic credentials.
 */
function sessionOf(sender: Sender, { sessionId }: Members, isNamedByBody: boolean): unknown {
  if (!sender.hasAuthorization || (isNamedByBody && sessionId !== undefined)) return sessionId;
  return sender.basic ? null : (sender.bearer ?? "");
}

function argumentsOf(members: () => Members): ArgumentForm {
  try {
    return namedForm(members());
  } catch (error) {
    return { form: "unusable", fault: error as Fault };
  }
}

function readParameters(body: Buffer, { isUtf8 }: BodyForm): JsonReading {
  if (body.length === 0) return { value: {} };
  return isUtf8 ? readJson(body) : { problem: jsonProblems.encoding };
}

/** Throws `invalid_request_param`. */
function membersOf(read: JsonReading): Members {
  if ("problem" in read) throw globalFault("invalid_request_param", read.problem);
  if (isObject(read.value)) return read.value;
  throw globalFault("invalid_request_param", "The body must be an object of named parameters.");
}

function sendFault(response: ServerResponse, fault: Fault, { isAuthenticated }: RpcContext): void {
  if (fault instanceof TooManyCalls || fault instanceof Unavailable)
    response.setHeader("Retry-After", String(fault.retryAfterSeconds));
  // Wrong credentials and a forbidden operation are both `access_denied`, but have different statuses.
  const isRefused = fault.fault === "access_denied" && !isAuthenticated && !(fault instanceof TooManyCalls);
  const status = isRefused ? 401 : fault.status;
  if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="store", Basic realm="store"');
  sendJson(response, status, textOf(fault.toErrorObject()));
}

/** Answers a request that is not a call. */
function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, textOf(protocolError("invalid_request", message)));
}

function textOf(error: ErrorObject): Wire {
  return wire(JSON.stringify(error));
}
