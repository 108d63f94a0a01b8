/** POST /api/jsonrpc: bytes in, bytes out, straight off node:http. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { protocolError, type Fault } from "../../calls/faults.js";
import type { Sender } from "../../access/authentication.js";
import type { RpcContext } from "../../calls/builtins.js";
import type { Wire } from "../../values/wire.js";
import { errorText, refuseAll, RowsEnd, SharedResponse, type RpcService } from "../../calls/service.js";
import { AnswerRows, sendEmpty, sendForced, sendJson, sendJsonParts } from "../../http/responses.js";
import { isJsonType, isUncompressed, isUtf8, callPreferences, tellHandling } from "../../http/headers.js";
import type { CallExchange, Exchange } from "../../http/call-exchange.js";
import type { WireExchange } from "../../http/wire-exchange.js";

/** Of an answer whose rows are sent while they are read. */
const rowsBeginning = '{"jsonrpc":"2.0","result":[' as Wire;

type Handle = (body: Buffer, context: RpcContext) => ReturnType<RpcService["handle"]>;

export class JsonRpcHttp {
  constructor(
    private readonly rpc: RpcService,
    private readonly exchanges: CallExchange,
    /** Where results are not answered with the types of the contract (COMPAT_VALUES). */
    private readonly dress?: RpcContext["dress"],
  ) {}

  /** The JSON-RPC address. Every answer that holds a JSON-RPC object has status 200, faults included. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.serveBy(request, response, (body, context) => this.rpc.handle(body, context));
  }

  /** Answers a fault to whatever is asked. */
  refuse(request: IncomingMessage, response: ServerResponse, fault: Fault): Promise<void> {
    return this.serveBy(request, response, (body) => refuseAll(body, fault));
  }

  // Neither this nor the next is an async function: each would cost every call two promises more.
  private serveBy(request: IncomingMessage, response: ServerResponse, handle: Handle): Promise<void> {
    if (!isUsable(request, response)) return Promise.resolve();
    const exchange = { request, response, area: "rpc" } as const;
    return this.exchanges.receive(
      exchange,
      (body, sender, wire) => this.answer(exchange, body, sender, wire, handle),
      () => sendEmpty(response, 413),
    );
  }

  private answer(
    exchange: Exchange,
    body: Buffer,
    sender: Sender,
    group: WireExchange | undefined,
    handle: Handle,
  ): Promise<void> {
    const { request } = exchange;
    const prefer = callPreferences(request);
    tellHandling(exchange.response, prefer);
    const rows = new AnswerRows(exchange.response, rowsBeginning);
    const context: RpcContext = {
      sender,
      prefer,
      door: "jsonrpc",
      group,
      dress: this.dress,
      rows,
    };
    if (isUtf8(request.headers["content-type"])) {
      return handle(body, context).then((answer) =>
        rows.hasBegun ? endRows(rows, answer) : this.send(exchange, context, answer),
      );
    }
    this.send(exchange, context, errorText(protocolError("parse_error", "The charset must be UTF-8."), null));
    return Promise.resolve();
  }

  private send(exchange: Exchange, context: RpcContext, answer: Awaited<ReturnType<Handle>>): void {
    const { response } = exchange;
    if (answer === "forced") sendForced(response, context.forced);
    else if (answer === "over rate") refuseForNow(response, context.overRate?.retryAfterSeconds ?? 1);
    else if (answer === undefined) sendEmpty(response, 204);
    else if (context.retryAfterSeconds !== undefined && typeof answer === "string") {
      response.setHeader("Retry-After", String(context.retryAfterSeconds));
      sendJson(response, 503, answer);
    } else if (typeof answer === "string") this.exchanges.send(exchange, answer, sendJson);
    else if (answer instanceof SharedResponse) sendJsonParts(response, 200, answer.parts);
  }
}

function endRows(rows: AnswerRows, answer: Awaited<ReturnType<Handle>>): void {
  if (answer instanceof RowsEnd) rows.end(answer.text());
  else rows.breakOff();
}

/** Can the request hold a call? Otherwise it has been answered. */
function isUsable(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "POST") {
    response.setHeader("Allow", "POST");
    sendEmpty(response, request.method === "OPTIONS" ? 204 : 405);
    return false;
  }
  const { "content-type": type, "content-encoding": coding } = request.headers;
  if (isJsonType(type) && isUncompressed(coding)) return true;
  sendEmpty(response, 415);
  return false;
}

function refuseForNow(response: ServerResponse, seconds: number): void {
  response.setHeader("Retry-After", String(seconds));
  sendEmpty(response, 429);
}
