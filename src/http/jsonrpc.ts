/** POST /api/jsonrpc and POST /api/rpc/{operation}: bytes in, bytes out, straight off node:http (stack.md 6). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { TooManyCalls } from "../access/call-rate.js";
import type { Gate, Principal } from "../access/gate.js";
import { isObject } from "../rules/coercion.js";
import type { RpcContext } from "../rpc/builtins.js";
import type { Dispatcher } from "../rpc/dispatch.js";
import { type Fault, globalFault, protocolError } from "../rpc/faults.js";
import { errorText } from "../rpc/envelope.js";
import { nestsDeeperThan, toJson } from "../rpc/json.js";
import { decode, maxNesting, type RpcService } from "../rpc/service.js";
import { BodyTooLarge, isJsonType, isUtf8, readBody } from "./body.js";
import { preference, senderOf } from "./sender.js";

export interface JsonRpcHttpParts {
  readonly rpc: RpcService;
  readonly gate: Gate;
  readonly dispatcher: Dispatcher;
  readonly maxBodyBytes: number;
  readonly trustedProxies: readonly string[];
}

/** Names and values in turn, the form that node takes over without a look. */
const jsonHeaders = [
  ...["Content-Type", "application/json; charset=utf-8"],
  ...["Cache-Control", "no-store"],
  ...["X-Content-Type-Options", "nosniff"],
];

export class JsonRpcHttp {
  private readonly answers = new AnswerQueue();

  constructor(private readonly parts: JsonRpcHttpParts) {}

  /** The JSON-RPC address. Every answer that holds a JSON-RPC object has status 200, faults included. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await this.receive(request, response);
    if (body === undefined) return;
    const context: RpcContext = {
      sender: senderOf(request, this.parts.trustedProxies),
      prefer: preference(request, "fault"),
    };
    const text = isUtf8(request.headers["content-type"])
      ? await this.parts.rpc.handle(body, context)
      : errorText(protocolError("parse_error", "The charset must be UTF-8."), null);
    if (context.retryAfterSeconds !== undefined) refuseForNow(response, context.retryAfterSeconds);
    else if (text === undefined) sendEmpty(response, 204);
    else this.answers.send(response, 200, text);
  }

  /** One operation by plain HTTP: an object of named parameters in, the bare result out. */
  async servePlain(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = await this.receive(request, response);
    if (body === undefined) return;
    const sender = senderOf(request, this.parts.trustedProxies);
    let principal: Principal | undefined;
    try {
      principal = await this.parts.gate.enterByHeader(sender);
      const result = await this.parts.dispatcher.run(principal, {
        path,
        args: { form: "named", members: namedParameters(body, request.headers["content-type"]) },
        prefer: preference(request, "fault"),
      });
      this.answers.send(response, 200, await toJson(result ?? null));
    } catch (error) {
      if (error instanceof TooManyCalls) {
        refuseForNow(response, error.retryAfterSeconds);
        return;
      }
      const fault = this.parts.dispatcher.toFault(error, path);
      const status = principal ? fault.status : credentialStatus(fault);
      if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="store", Basic realm="store"');
      sendJson(response, status, JSON.stringify(fault.toErrorObject()));
    }
  }

  /** The body of a usable request; otherwise answers itself. */
  private async receive(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
    if (request.method !== "POST") {
      response.setHeader("Allow", "POST");
      sendEmpty(response, request.method === "OPTIONS" ? 204 : 405);
      return undefined;
    }
    if (!isJsonType(request.headers["content-type"])) {
      sendEmpty(response, 415);
      return undefined;
    }
    try {
      return await readBody(request, this.parts.maxBodyBytes);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      // What is left of the body is not worth reading: close the connection.
      response.setHeader("Connection", "close");
      sendEmpty(response, 413);
      return undefined;
    }
  }
}

/** Wrong credentials are `access_denied` like a refused operation, but over plain HTTP they have a status of their own. */
function credentialStatus(fault: Fault): number {
  return fault.fault === "access_denied" ? 401 : fault.status;
}

function namedParameters(body: Buffer, contentType: string | undefined): Record<string, unknown> {
  if (body.length === 0) return {};
  const text = isUtf8(contentType) ? decode(body) : undefined;
  if (text === undefined) throw unusableBody("The body is not UTF-8.");
  if (nestsDeeperThan(maxNesting, body))
    throw unusableBody(`The body nests deeper than ${maxNesting} levels.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw unusableBody("The body is not JSON.");
  }
  if (!isObject(parsed)) throw unusableBody("The body must be an object of named parameters.");
  return parsed;
}

function unusableBody(message: string): Fault {
  return globalFault("invalid_request_param", message);
}

export function sendJson(response: ServerResponse, status: number, text: string): void {
  // As bytes: node writes a text that is not all ASCII at half the speed (measured: 17k and 42k answers a second).
  const body = Buffer.from(text);
  response.writeHead(status, [...jsonHeaders, "Content-Length", String(body.length)]);
  response.end(body);
}

/**
 * Writes the answers that become ready in one turn of the event loop together at its end. Every write may wake up the
 * client's process, which costs more than the write; the second of two in a row finds it awake (measured with 16
 * connections: twice the answers a second).
 */
class AnswerQueue {
  private waiting: (() => void)[] = [];

  send(response: ServerResponse, status: number, text: string): void {
    if (this.waiting.push(() => sendJson(response, status, text)) === 1) setImmediate(() => this.sendAll());
  }

  private sendAll(): void {
    const ready = this.waiting;
    this.waiting = [];
    for (const send of ready) send();
  }
}

function refuseForNow(response: ServerResponse, seconds: number): void {
  response.setHeader("Retry-After", String(seconds));
  sendEmpty(response, 429);
}

/** No body and no Content-Type. */
export function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status, status === 204 ? {} : { "Content-Length": 0 });
  response.end();
}
