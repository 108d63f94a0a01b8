/** Reads bodies and sends responses within the limits of the process, for all doors. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestOrigin } from "../calls/call.js";
import { nextSlice, type RequestBatcher } from "../time-slices.js";
import { WireParts, type Wire } from "../values/text.js";
import { largeAnswerBytes } from "../guard/answer-budget.js";
import type { Guard } from "../guard/guard.js";
import type { Body, RefusedBody, SenderCheck, SizeLimit } from "../guard/intake.js";
import { requestOrigin, type Area } from "./request.js";
import { WireExchange } from "./exchange.js";

/** The length in bytes from which copying takes as long as a short call. */
const longToCopy = 256 * 1024;

type SendAs<Text> = (response: ServerResponse, status: number, text: Text) => void;

interface TransferParts {
  readonly batcher: RequestBatcher;
  readonly guard: Guard;
  readonly trustedProxies: readonly string[];
  /** Returns 503 in the form of the area. */
  readonly sendBusy: (request: IncomingMessage, response: ServerResponse, area: Area) => void;
  /** Returns 413 in the form of the area. */
  readonly sendTooLarge: (
    request: IncomingMessage,
    response: ServerResponse,
    area: Area,
    problem: string,
  ) => void;
}

/** One request and its response. */
export type Exchange = Pick<WireExchange, "request" | "response" | "area">;

export class Transfer {
  constructor(private readonly parts: TransferParts) {}

  /** The maximum size of the body of a call. */
  get maxBody(): SizeLimit {
    return this.parts.guard.maxBody;
  }

  /** Runs a call that reads its body itself, after authentication. */
  enter(exchange: Exchange, call: (origin: RequestOrigin) => Promise<void>): Promise<void> {
    const { request, response } = exchange;
    const { guard, trustedProxies } = this.parts;
    return guard.underWay(call(requestOrigin(request, response, trustedProxies, WireExchange.of(response))));
  }

  /** @param isKnown whether the sender is authenticated; default: it is */
  async readBody(
    { request, response }: Exchange,
    limit: SizeLimit,
    isKnown: SenderCheck = async () => true,
  ): Promise<Body> {
    const body = await this.parts.guard.readBody(request, limit, isKnown);
    const exchange = WireExchange.of(response);
    if (exchange && "bytes" in body) exchange.body = body.bytes;
    return body;
  }

  /** Refuses a request whose body was not read. */
  refuse({ request, response, area }: Exchange, body: RefusedBody): void {
    // The rest of the body is not read, so the connection cannot be reused.
    response.setHeader("Connection", "close");
    if (body.refused === 413) this.parts.sendTooLarge(request, response, area, body.problem);
    else this.parts.sendBusy(request, response, area);
  }

  /**
   * Sends 200 together with other responses that are ready; a very large response in a slice of its own, since it is
   * copied.
   */
  send<Text extends Wire | WireParts | Buffer>(exchange: Exchange, text: Text, sendAs: SendAs<Text>): void {
    const { batcher } = this.parts;
    if (text.length <= largeAnswerBytes) batcher.answer(() => sendAs(exchange.response, 200, text));
    else if (text.length <= longToCopy) batcher.answer(() => this.sendLarge(exchange, text, sendAs));
    else void nextSlice().then(() => this.sendLarge(exchange, text, sendAs));
  }

  private sendLarge<Text extends Wire | WireParts | Buffer>(
    { request, response, area }: Exchange,
    text: Text,
    sendAs: SendAs<Text>,
  ): void {
    const isWhole = !(text instanceof WireParts);
    const isSent = this.parts.guard.answers.send(
      response,
      text.length,
      () => sendAs(response, 200, text),
      isWhole,
    );
    if (!isSent) this.parts.sendBusy(request, response, area);
  }
}
