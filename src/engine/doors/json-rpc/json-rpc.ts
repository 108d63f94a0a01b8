/** POST /api/jsonrpc: bytes in, bytes out, straight off node:http. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { protocolError, type Fault } from "../../calls/faults.js";
import type { RpcContext } from "../../calls/builtins.js";
import { andThen, type Awaitable } from "../../values/awaitable.js";
import type { Wire } from "../../values/text.js";
import {
  errorText,
  refuseAll,
  RowsEnd,
  SharedResponse,
  type Response,
  type RpcService,
} from "../../calls/service.js";
import { AnswerRows, sendEmpty, sendForced, sendJson, sendJsonParts } from "../../http/responses.js";
import { isJsonType, isUncompressed, isUtf8 } from "../../http/request.js";
import type { BodyDoor, CallExchange, Exchange, Origin } from "../../http/call-exchange.js";

/** Of an answer whose rows are sent while they are read. */
const rowsBeginning = '{"jsonrpc":"2.0","result":[' as Wire;

interface RpcExchange extends Exchange {
  /** What is answered to whatever is asked. */
  readonly fault: Fault | undefined;
}

export class JsonRpcHttp implements BodyDoor<RpcExchange> {
  constructor(
    private readonly rpc: RpcService,
    private readonly exchanges: CallExchange,
    /** Where results are not answered with the types of the contract (COMPAT_VALUES). */
    private readonly dress?: RpcContext["dress"],
  ) {}

  /**
   * The JSON-RPC address. Every answer that holds a JSON-RPC object has status 200, faults included.
   * @param fault what is answered to whatever is asked
   */
  serve(request: IncomingMessage, response: ServerResponse, fault?: Fault): Awaitable<void> {
    if (!isUsable(request, response)) return;
    return this.exchanges.receive({ request, response, area: "rpc", fault }, this);
  }

  refuseTooLarge(response: ServerResponse): void {
    sendEmpty(response, 413);
  }

  answer(exchange: RpcExchange, body: Buffer, origin: Origin): Awaitable<void> {
    const { request, response, fault } = exchange;
    const rows = new AnswerRows(response, rowsBeginning);
    const context: RpcContext = { ...origin, door: "jsonrpc", dress: this.dress, rows };
    if (!isUtf8(request.headers["content-type"])) {
      const error = protocolError("parse_error", "The charset must be UTF-8.");
      return this.send(exchange, context, errorText(error, null));
    }
    const responding = fault ? refuseAll(body, fault) : this.rpc.handle(body, context);
    return andThen(responding, (answer) =>
      rows.hasBegun ? endRows(rows, context, answer) : this.send(exchange, context, answer),
    );
  }

  private send(exchange: Exchange, context: RpcContext, answer: Response | undefined): void {
    const { response } = exchange;
    const { forced, overRate } = context;
    if (forced) sendForced(response, forced);
    else if (overRate) refuseForNow(response, overRate.retryAfterSeconds);
    else if (answer === undefined) sendEmpty(response, 204);
    else if (context.retryAfterSeconds !== undefined && typeof answer === "string") {
      response.setHeader("Retry-After", String(context.retryAfterSeconds));
      sendJson(response, 503, answer);
    } else if (typeof answer === "string") this.exchanges.send(exchange, answer, sendJson);
    else if (answer instanceof SharedResponse) sendJsonParts(response, 200, answer.parts);
  }
}

function endRows(rows: AnswerRows, { forced, overRate }: RpcContext, answer: Response | undefined): void {
  if (!forced && !overRate && answer instanceof RowsEnd) rows.end(answer.text());
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
