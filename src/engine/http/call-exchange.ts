/** What all addresses of calls have in common: bodies in and answers out within the bounds of the process. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authentication, Sender } from "../access/authentication.js";
import type { RpcContext } from "../calls/builtins.js";
import type { RequestBatcher } from "../time-slices.js";
import { WireParts, type Wire } from "../values/text.js";
import { largeAnswerBytes } from "../guard/answer-budget.js";
import type { Guard } from "../guard/guard.js";
import type { Body } from "../guard/intake.js";
import { sendBusy } from "./errors.js";
import {
  type Area,
  callPreferences,
  idempotencyKeyOf,
  replayHeader,
  senderOf,
  tellHandling,
} from "./request.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import { WireExchange } from "./messages.js";

/** Bytes whose copying takes the time of a short call. */
const longToCopy = 256 * 1024;

type SendAs<Text> = (response: ServerResponse, status: number, text: Text) => void;

export interface CallExchangeParts {
  readonly authentication: Authentication;
  readonly batcher: RequestBatcher;
  readonly guard: Guard;
  readonly trustedProxies: readonly string[];
}

/** One request and its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whose form errors have. */
  readonly area: Area;
}

/** What a request brings besides its body. */
export type Origin = Pick<RpcContext, "sender" | "prefer" | "group">;

export class CallExchange {
  constructor(private readonly parts: CallExchangeParts) {}

  /** Hands over a call that reads its body itself, once its sender was let in; where there are too many, answers it. */
  async enter(exchange: Exchange, call: (origin: Origin) => Promise<void>): Promise<void> {
    const { batcher, guard, trustedProxies } = this.parts;
    const { request, response } = exchange;
    const prefer = callPreferences(request);
    tellHandling(response, prefer);
    if (!this.admits()) return this.refuseBusy(exchange);
    await batcher.nextBatch();
    const sender = senderWithKey(request, response, trustedProxies);
    guard.callsUnderWay.overdraw(1);
    try {
      await call({ sender, prefer, group: WireExchange.of(response) });
    } finally {
      guard.callsUnderWay.giveBack(1);
    }
  }

  /** The body of a call whose sender was let in. */
  async readBody({ request, response }: Exchange, limit: number): Promise<Body> {
    const body = await this.parts.guard.intake.read(request, limit, () => Promise.resolve(true));
    const group = WireExchange.of(response);
    if ("bytes" in body) group?.receive(body.bytes);
    return body;
  }

  private admits(): boolean {
    const { batcher, guard } = this.parts;
    return guard.callsUnderWay.admits(batcher.waiting + 1);
  }

  private async refuseBusy({ request, response, area }: Exchange): Promise<void> {
    // Thousands may come in one turn, and telling them takes time too.
    if (isSliceOver()) await nextSlice();
    sendBusy(request, response, area);
  }

  /**
   * Reads the body and hands it to `call`, unless there is too much of either: then the request has been answered.
   * @param refuseTooLarge answers 413 in the form of the address
   */
  async receive(
    exchange: Exchange,
    call: (body: Buffer, origin: Origin) => Promise<void>,
    refuseTooLarge: () => void,
  ): Promise<void> {
    const { batcher, guard, authentication, trustedProxies } = this.parts;
    const { callsUnderWay } = guard;
    const { request, response, area } = exchange;
    const prefer = callPreferences(request);
    if (prefer) tellHandling(response, prefer);
    if (!this.admits()) return this.refuseBusy(exchange);
    await batcher.nextBatch();
    const sender = senderWithKey(request, response, trustedProxies);
    const reading = guard.intake.read(request, guard.maxBodyBytes, (beginning) =>
      authentication.isKnown(sender, beginning),
    );
    // Nearly all bodies are here by now, and every wait costs.
    const body = reading instanceof Promise ? await reading : reading;
    if ("refused" in body) {
      // What is left of the body is not worth reading: close the connection.
      response.setHeader("Connection", "close");
      if (body.refused === 413) refuseTooLarge();
      else sendBusy(request, response, area);
      return;
    }
    const group = WireExchange.of(response);
    group?.receive(body.bytes);
    callsUnderWay.overdraw(1);
    try {
      await call(body.bytes, { sender, prefer, group });
    } finally {
      callsUnderWay.giveBack(1);
      body.release();
    }
  }

  /** Answers 200 with the other answers that are ready; a very large one by itself, since copying it takes time. */
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
    if (!isSent) sendBusy(request, response, area);
  }
}

function senderWithKey(
  request: IncomingMessage,
  response: ServerResponse,
  trustedProxies: readonly string[],
): Sender {
  const sender = senderOf(request, trustedProxies);
  // Nearly all requests have none: what belongs to one is made only then.
  if (request.headers["idempotency-key"] === undefined) return sender;
  const tellReplay = () => response.setHeader(replayHeader.name, replayHeader.value);
  return { ...sender, idempotencyKey: idempotencyKeyOf(request, tellReplay) };
}
