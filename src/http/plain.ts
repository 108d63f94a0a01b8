/** POST /api/rpc/{operation}: an operation or a built-in method by plain HTTP, with statuses (interface.md 6). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { TooManyCalls } from "../access/call-rate.js";
import type { Sender } from "../access/authentication.js";
import { wire, type Wire } from "../fast/wire.js";
import { type ErrorObject, type Fault, globalFault, protocolError } from "../faults.js";
import type { RpcContext } from "../rpc/builtins.js";
import { jsonProblems, readJson } from "../rpc/json-reader.js";
import { toJson } from "../rpc/json.js";
import { isObject } from "../values/coercion.js";
import { isJsonType, isUtf8, readBody } from "./body.js";
import type { JsonRpcHttpParts } from "./jsonrpc.js";
import { sendEmpty, sendJson } from "./responses.js";
import { preference, senderOf } from "./sender.js";

/** `call` is what every address does; `startSession` is kept for old JSON-RPC clients alone. */
const builtins: readonly string[] = [
  "login",
  "endSession",
  "multiCall",
  "resources",
  "globalFaults",
  "resourceFaults",
];

type Members = Readonly<Record<string, unknown>>;

export class PlainHttp {
  constructor(private readonly parts: JsonRpcHttpParts) {}

  /** An object of named parameters in, the bare result out. */
  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { dispatcher, batcher, maxBodyBytes, trustedProxies } = this.parts;
    if (request.method === "OPTIONS" || request.method !== "POST") {
      response.setHeader("Allow", "POST");
      if (request.method === "OPTIONS") sendEmpty(response, 204);
      else refuse(response, 405, "Only POST is allowed here.");
      return;
    }
    if (!isJsonType(request.headers["content-type"])) {
      refuse(response, 415, "The body must be JSON.");
      return;
    }
    await batcher.nextBatch();
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) {
      // What is left of the body is not worth reading: close the connection.
      response.setHeader("Connection", "close");
      refuse(response, 413, "The body is too large.");
      return;
    }
    const context: RpcContext = {
      sender: senderOf(request, trustedProxies),
      prefer: preference(request, "fault"),
    };
    try {
      const members = () => namedParameters(body, request.headers["content-type"]);
      const result = builtins.includes(path)
        ? await this.runBuiltin(path, context, members())
        : await this.runOperation(path, context, members);
      const text = await toJson(result ?? null);
      batcher.answer(() => sendJson(response, 200, text));
    } catch (error) {
      sendFault(response, dispatcher.toFault(error, path), context);
    }
  }

  /** The caller is judged before the body is. */
  private async runOperation(path: string, context: RpcContext, members: () => Members): Promise<unknown> {
    const { authentication, dispatcher } = this.parts;
    const caller = authentication
      .enterByHeader(context.sender)
      .then((principal) => ((context.isIn = true), principal));
    return dispatcher.run(caller, { path, args: argumentsOf(members), prefer: context.prefer });
  }

  private async runBuiltin(path: string, context: RpcContext, members: Members): Promise<unknown> {
    const params = { ...members, sessionId: sessionOf(context.sender, members, path === "endSession") };
    return this.parts.rpc.builtin(path, params)?.(context, params);
  }
}

/**
 * The header wins over a session in the body, except where the body says which session to end. Null stands for Basic
 * credentials.
 */
function sessionOf(sender: Sender, { sessionId }: Members, isNamedByBody: boolean): unknown {
  if (!sender.hasAuthorization || (isNamedByBody && sessionId !== undefined)) return sessionId;
  return sender.basic ? null : (sender.bearer ?? "");
}

function argumentsOf(members: () => Members) {
  try {
    return { form: "named", members: members() } as const;
  } catch (error) {
    return { form: "unusable", fault: error as Fault } as const;
  }
}

/** Throws `invalid_request_param`. */
function namedParameters(body: Buffer, contentType: string | undefined): Members {
  if (body.length === 0) return {};
  const read = isUtf8(contentType) ? readJson(body) : { problem: jsonProblems.encoding };
  if ("problem" in read) throw globalFault("invalid_request_param", read.problem);
  if (isObject(read.value)) return read.value;
  throw globalFault("invalid_request_param", "The body must be an object of named parameters.");
}

function sendFault(response: ServerResponse, fault: Fault, { isIn }: RpcContext): void {
  if (fault instanceof TooManyCalls) response.setHeader("Retry-After", String(fault.retryAfterSeconds));
  // Wrong credentials are `access_denied` like a refused operation, but here they have a status of their own.
  const isRefused = fault.fault === "access_denied" && !isIn && !(fault instanceof TooManyCalls);
  const status = isRefused ? 401 : fault.status;
  if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="store", Basic realm="store"');
  sendJson(response, status, textOf(fault.toErrorObject()));
}

/** The request is no call at all. */
function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, textOf(protocolError("invalid_request", message)));
}

function textOf(error: ErrorObject): Wire {
  return wire(JSON.stringify(error));
}
