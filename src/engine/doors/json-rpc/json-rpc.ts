/** POST /api/jsonrpc, directly on node:http. */
import type { RequestContext, RequestOrigin, Service } from "../../calls/call.js";
import { protocolError, type Fault } from "../../contract/faults.js";
import { sendForced } from "../../http/forced-answer.js";
import { AnswerRows, jsonRows, sendEmpty, sendJson, setFaultDetail } from "../../http/responses.js";
import { bodyFormOf } from "../../http/request.js";
import type { AreaDoor, BodyDoor, Transfer } from "../../http/transfer.js";
import type { WireExchange } from "../../http/exchange.js";
import { refuseAll, reply, type Reply } from "./replies.js";
import { errorResponse, RowsEnd, rowsStart } from "./responses.js";

export class JsonRpcHttp implements AreaDoor, BodyDoor {
  /** @param dress converts results to other types than those of the contract (COMPAT_VALUES) */
  constructor(
    private readonly replyTo: (body: Buffer, context: RequestContext) => Promise<Reply>,
    private readonly transfer: Transfer,
    private readonly dress?: RequestContext["dress"],
  ) {}

  static of(service: Service, transfer: Transfer, dress: RequestContext["dress"]): JsonRpcHttp {
    return new JsonRpcHttp((body, context) => reply(service, body, context), transfer, dress);
  }

  /** A door at the same address that responds to all requests with a fault. */
  refusing(fault: Fault): JsonRpcHttp {
    return new JsonRpcHttp((body) => refuseAll(body, fault), this.transfer);
  }

  /** Every response with a JSON-RPC object has status 200, even a fault. */
  async serve(exchange: WireExchange): Promise<void> {
    const { request, response } = exchange;
    const { isJson, isCompressed } = bodyFormOf(request);
    if (request.method !== "POST") {
      response.setHeader("Allow", "POST");
      sendEmpty(response, request.method === "OPTIONS" ? 204 : 405);
    } else if (isJson && !isCompressed) await this.transfer.receive(exchange, this);
    else sendEmpty(response, 415);
  }

  async answer(exchange: WireExchange, body: Buffer, origin: RequestOrigin): Promise<void> {
    let rows: AnswerRows | undefined;
    const context: RequestContext = {
      ...origin,
      door: "jsonrpc",
      dress: this.dress,
      rows: () => (rows ??= new AnswerRows(exchange.response, jsonRows(rowsStart))),
    };
    const { isUtf8 } = bodyFormOf(exchange.request);
    const answer = isUtf8 ? await this.replyTo(body, context) : { response: wrongCharset };
    if (rows?.hasBegun) endRows(rows, answer);
    else this.send(exchange, answer);
  }

  private send(exchange: WireExchange, { response: text, refusal, ownText }: Reply): void {
    const { response } = exchange;
    if (refusal && "forced" in refusal) return sendForced(response, refusal.forced);
    setFaultDetail(response, ownText);
    if (refusal) response.setHeader("Retry-After", String(refusal.retryAfterSeconds));
    if (refusal?.status === 429) sendEmpty(response, 429);
    else if (typeof text !== "string") sendEmpty(response, 204);
    else if (refusal) sendJson(response, refusal.status, text);
    else this.transfer.send(exchange, text, sendJson);
  }
}

const wrongCharset = errorResponse(protocolError("parse_error", "The charset must be UTF-8."), null);

function endRows(rows: AnswerRows, { refusal, response }: Reply): void {
  if (!refusal && response instanceof RowsEnd) rows.end(response.text());
  else rows.breakOff();
}
