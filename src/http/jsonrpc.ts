/** POST /api/jsonrpc and POST /api/rpc/{operation}: bytes in, bytes out, straight off node:http (stack.md 6). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { TooManyCalls } from "../access/call-rate.js";
import type { Authentication } from "../access/authentication.js";
import { isObject } from "../values/coercion.js";
import type { RpcContext } from "../rpc/builtins.js";
import type { ArgumentForm } from "../rpc/operation.js";
import type { Dispatcher } from "../rpc/dispatch.js";
import { type Fault, globalFault, protocolError } from "../faults.js";
import { errorText } from "../rpc/envelope.js";
import { jsonProblems, readJson } from "../rpc/json-reader.js";
import { toJson } from "../rpc/json.js";
import type { RpcService } from "../rpc/service.js";
import { wire } from "../fast/wire.js";
import { sendEmpty, sendJson } from "./responses.js";
import { isJsonType, isUtf8, readBody } from "./body.js";
import { preference, senderOf } from "./sender.js";
import type { RequestBatcher } from "../fast/request-batcher.js";

export interface JsonRpcHttpParts {
  readonly rpc: RpcService;
  readonly authentication: Authentication;
  readonly dispatcher: Dispatcher;
  readonly batcher: RequestBatcher;
  readonly maxBodyBytes: number;
  readonly trustedProxies: readonly string[];
}

export class JsonRpcHttp {
  constructor(private readonly parts: JsonRpcHttpParts) {}

  /** The JSON-RPC address. Every answer that holds a JSON-RPC object has status 200, faults included. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { rpc, batcher, maxBodyBytes, trustedProxies } = this.parts;
    if (!isUsable(request, response)) return;
    await batcher.nextBatch();
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) {
      refuseTooLarge(response);
      return;
    }
    const context: RpcContext = {
      sender: senderOf(request, trustedProxies),
      prefer: preference(request, "fault"),
    };
    const text = isUtf8(request.headers["content-type"])
      ? await rpc.handle(body, context)
      : errorText(protocolError("parse_error", "The charset must be UTF-8."), null);
    if (text === "over rate") refuseForNow(response, context.overRate?.retryAfterSeconds ?? 1);
    else if (text === undefined) sendEmpty(response, 204);
    else batcher.answer(() => sendJson(response, 200, text));
  }

  /** One operation by plain HTTP: an object of named parameters in, the bare result out. */
  async servePlain(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (!isUsable(request, response)) return;
    const { authentication, dispatcher, batcher, maxBodyBytes, trustedProxies } = this.parts;
    await batcher.nextBatch();
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) {
      refuseTooLarge(response);
      return;
    }
    const sender = senderOf(request, trustedProxies);
    let isIn = false;
    try {
      const caller = authentication.enterByHeader(sender).then((principal) => ((isIn = true), principal));
      const result = await dispatcher.run(caller, {
        path,
        args: namedParameters(body, request.headers["content-type"]),
        prefer: preference(request, "fault"),
      });
      const text = await toJson(result ?? null);
      batcher.answer(() => sendJson(response, 200, text));
    } catch (error) {
      if (error instanceof TooManyCalls) {
        refuseForNow(response, error.retryAfterSeconds);
        return;
      }
      const fault = dispatcher.toFault(error, path);
      const status = isIn ? fault.status : credentialStatus(fault);
      if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="store", Basic realm="store"');
      sendJson(response, status, wire(JSON.stringify(fault.toErrorObject())));
    }
  }
}

/** Can the request hold a call? Otherwise it has been answered. */
function isUsable(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "POST") {
    response.setHeader("Allow", "POST");
    sendEmpty(response, request.method === "OPTIONS" ? 204 : 405);
    return false;
  }
  if (isJsonType(request.headers["content-type"])) return true;
  sendEmpty(response, 415);
  return false;
}

function refuseTooLarge(response: ServerResponse): void {
  // What is left of the body is not worth reading: close the connection.
  response.setHeader("Connection", "close");
  sendEmpty(response, 413);
}

/** Wrong credentials are `access_denied` like a refused operation, but over plain HTTP they have a status of their own. */
function credentialStatus(fault: Fault): number {
  return fault.fault === "access_denied" ? 401 : fault.status;
}

function namedParameters(body: Buffer, contentType: string | undefined): ArgumentForm {
  if (body.length === 0) return { form: "named", members: {} };
  const read = isUtf8(contentType) ? readJson(body) : { problem: jsonProblems.encoding };
  if ("problem" in read) return unusable(read.problem);
  return isObject(read.value)
    ? { form: "named", members: read.value }
    : unusable("The body must be an object of named parameters.");
}

function unusable(message: string): ArgumentForm {
  return { form: "unusable", fault: globalFault("invalid_request_param", message) };
}

function refuseForNow(response: ServerResponse, seconds: number): void {
  response.setHeader("Retry-After", String(seconds));
  sendEmpty(response, 429);
}
