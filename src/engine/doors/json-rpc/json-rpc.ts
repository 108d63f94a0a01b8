/** POST /api/jsonrpc, directly on node:http. */
import type { ServerResponse } from "node:http";
import { protocolError, type Fault } from "../../calls/faults.js";
import { RpcContext, type RequestOrigin } from "../../calls/builtins.js";
import { andThen, type Awaitable } from "../../values/awaitable.js";
import type { Wire } from "../../values/text.js";
import {
  errorResponse,
  refuseAll,
  RowsEnd,
  SharedResponse,
  type Response,
  type RpcService,
} from "../../calls/service.js";
import { AnswerRows, sendEmpty, sendForced, sendJson, sendJsonParts } from "../../http/responses.js";
import { bodyFormOf } from "../../http/request.js";
import type { AreaDoor, BodyDoor, CallExchange } from "../../http/call-exchange.js";
import type { WireExchange } from "../../http/messages.js";

/** Beginning of a response whose rows are streamed. */
const streamedPrefix = '{"jsonrpc":"2.0","result":[' as Wire;

export class JsonRpcHttp implements AreaDoor, BodyDoor {
  constructor(
    private readonly rpc: Pick<RpcService, "handle">,
    private readonly exchanges: CallExchange,
    /** Converts results to other types than those of the contract (COMPAT_VALUES). */
    private readonly dress?: RpcContext["dress"],
  ) {}

  /** Every response with a JSON-RPC object has status 200, even a fault. */
  serve(exchange: WireExchange): Awaitable<void> {
    const { request, response } = exchange;
    const { isJson, isCompressed } = bodyFormOf(request);
    if (request.method !== "POST") {
      response.setHeader("Allow", "POST");
      sendEmpty(response, request.method === "OPTIONS" ? 204 : 405);
    } else if (isJson && !isCompressed) return this.exchanges.receive(exchange, this);
    else sendEmpty(response, 415);
  }

  /** A door at the same address that answers all requests with a fault. */
  refusing(fault: Fault): JsonRpcHttp {
    return new JsonRpcHttp({ handle: (body) => refuseAll(body, fault) }, this.exchanges);
  }

  refuseTooLarge(response: ServerResponse): void {
    sendEmpty(response, 413);
  }

  answer(exchange: WireExchange, body: Buffer, origin: RequestOrigin): Awaitable<void> {
    let rows: AnswerRows | undefined;
    const openRows = () => (rows ??= new AnswerRows(exchange.response, streamedPrefix));
    const context = new RpcContext(origin, "jsonrpc", this.dress, openRows);
    if (!bodyFormOf(exchange.request).isUtf8) {
      const error = protocolError("parse_error", "The charset must be UTF-8.");
      return this.send(exchange, context, errorResponse(error, null));
    }
    return andThen(this.rpc.handle(body, context), (answer) => {
      if (rows?.hasBegun) endRows(rows, context, answer);
      else this.send(exchange, context, answer);
    });
  }

  private send(exchange: WireExchange, context: RpcContext, answer: Response | undefined): void {
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

function refuseForNow(response: ServerResponse, seconds: number): void {
  response.setHeader("Retry-After", String(seconds));
  sendEmpty(response, 429);
}
