/** What all addresses of calls have in common: bodies in and answers out within the bounds of the process. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authentication } from "../access/authentication.js";
import type { RpcContext } from "../calls/builtins.js";
import type { RequestBatcher } from "../time-slices.js";
import { andThen, settle, type Awaitable } from "../values/awaitable.js";
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
import { nextSlice } from "../time-slices.js";
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

/** Answers requests by their bodies. */
export interface BodyDoor<Received extends Exchange> {
  answer(exchange: Received, body: Buffer, origin: Origin): Awaitable<void>;
  /** 413 in the form of the address. */
  refuseTooLarge(response: ServerResponse): void;
}

export class CallExchange {
  constructor(private readonly parts: CallExchangeParts) {}

  /** Hands over a call that reads its body itself, once its sender was let in. */
  enter(exchange: Exchange, call: (origin: Origin) => Promise<void>): Awaitable<void> {
    return this.carryOut(() => call(this.originOf(exchange)));
  }

  /** The body of a call whose sender was let in. */
  async readBody({ request, response }: Exchange, limit: number): Promise<Body> {
    const body = await this.parts.guard.intake.read(request, limit, () => Promise.resolve(true));
    const group = WireExchange.of(response);
    if ("bytes" in body) group?.receive(body.bytes);
    return body;
  }

  /** Reads the body and hands it to the door, unless there is too much of it: then the request has been answered. */
  receive<Received extends Exchange>(exchange: Received, door: BodyDoor<Received>): Awaitable<void> {
    const { guard, authentication } = this.parts;
    const { request, response, area } = exchange;
    const origin = this.originOf(exchange);
    const reading = guard.intake.read(request, guard.maxBodyBytes, (beginning) =>
      authentication.isKnown(origin.sender, beginning),
    );
    return andThen(reading, (body) => {
      if ("bytes" in body) {
        origin.group?.receive(body.bytes);
        return this.carryOut(() => door.answer(exchange, body.bytes, origin), body.release);
      }
      // What is left of the body is not worth reading: close the connection.
      response.setHeader("Connection", "close");
      return body.refused === 413 ? door.refuseTooLarge(response) : sendBusy(request, response, area);
    });
  }

  private originOf({ request, response }: Exchange): Origin & { readonly group: WireExchange | undefined } {
    const { trustedProxies } = this.parts;
    const sender = senderOf(request, trustedProxies);
    const { prefer, "idempotency-key": key } = request.headers;
    const group = WireExchange.of(response);
    // Nearly all requests have neither: what belongs to one is made only then.
    if (prefer === undefined && key === undefined) return { sender, prefer: undefined, group };
    const preferences = callPreferences(request);
    tellHandling(response, preferences);
    const tellReplay = () => response.setHeader(replayHeader.name, replayHeader.value);
    const idempotencyKey = idempotencyKeyOf(request, tellReplay);
    return { sender: { ...sender, idempotencyKey }, prefer: preferences, group };
  }

  /** @param release to be called when the call has ended */
  private carryOut(call: () => Awaitable<void>, release = noRelease): Awaitable<void> {
    const { callsUnderWay } = this.parts.guard;
    callsUnderWay.overdraw(1);
    const end = () => {
      callsUnderWay.giveBack(1);
      release();
    };
    return settle(call, end, (error) => {
      end();
      throw error;
    });
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

const noRelease = () => {};
