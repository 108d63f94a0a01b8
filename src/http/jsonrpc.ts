/** POST /api/jsonrpc: bytes in, bytes out, straight off node:http (stack.md 6). */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authentication } from "../access/authentication.js";
import type { RpcContext } from "../rpc/builtins.js";
import type { Dispatcher } from "../rpc/dispatch.js";
import { protocolError, type Fault } from "../faults.js";
import { errorText } from "../rpc/envelope.js";
import { refuseAll, type RpcService } from "../rpc/service.js";
import type { Wire } from "../fast/wire.js";
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
  serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.serveBy(request, response, (body, context) => this.parts.rpc.handle(body, context));
  }

  /** Answers a fault to whatever is asked. */
  async refuse(request: IncomingMessage, response: ServerResponse, fault: Fault): Promise<void> {
    return this.serveBy(request, response, (body) => refuseAll(body, fault));
  }

  private async serveBy(
    request: IncomingMessage,
    response: ServerResponse,
    handle: (body: Buffer, context: RpcContext) => Promise<Wire | undefined | "over rate">,
  ): Promise<void> {
    const { batcher, maxBodyBytes, trustedProxies } = this.parts;
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
      ? await handle(body, context)
      : errorText(protocolError("parse_error", "The charset must be UTF-8."), null);
    if (text === "over rate") refuseForNow(response, context.overRate?.retryAfterSeconds ?? 1);
    else if (text === undefined) sendEmpty(response, 204);
    else batcher.answer(() => sendJson(response, 200, text));
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

function refuseForNow(response: ServerResponse, seconds: number): void {
  response.setHeader("Retry-After", String(seconds));
  sendEmpty(response, 429);
}
