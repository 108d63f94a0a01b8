/** Serves a door by HTTP: reads the body, lets the door read the calls, runs them, and sends what the door writes. */
import type { RequestContext, RequestOrigin, Service } from "../calls/call.js";
import { runRequested } from "../calls/envelopes.js";
import { ForcedHttpAnswer } from "../calls/fault-injection.js";
import { isRefusal } from "../calls/outcome.js";
import { SentRows } from "../calls/row-stream.js";
import { faultOf } from "../calls/steps/explain-errors.js";
import { globalFault, TooManyCalls, type Fault } from "../contract/faults.js";
import type { Guard } from "../guard/guard.js";
import { AnswerParts, RequestBounds, tooLargeAnswer, tooLate } from "../guard/request-bounds.js";
import type { WireExchange } from "../http/exchange.js";
import { sendForced } from "../http/forced-answer.js";
import { bodyFormOf, requestOrigin, type BodyForm } from "../http/request.js";
import { StreamedRows, sendEmpty, sendJson, sendText, sendXml, setFaultDetail } from "../http/responses.js";
import type { Transfer } from "../http/transfer.js";
import type {
  CallOutcome,
  Door,
  ReadCall,
  ReadCalls,
  Reading,
  StreamedList,
  WrittenResponse,
} from "./door.js";
import { httpRefusalOf } from "./http-refusal.js";

interface ServedDoorParts {
  readonly service: Service;
  readonly transfer: Transfer;
  readonly guard: Guard;
  readonly trustedProxies: readonly string[];
}

export class ServedDoor {
  private readonly send: typeof sendJson | typeof sendXml;

  constructor(
    private readonly door: Door,
    private readonly parts: ServedDoorParts,
  ) {
    this.send = door.media === "json" ? sendJson : sendXml;
  }

  /** @param refusedWith the outcome of every call, in place of carrying it out */
  async serve(exchange: WireExchange, refusedWith?: Fault): Promise<void> {
    const { door } = this;
    const { request, response } = exchange;
    const { method } = request;
    if (door.page && (method === "GET" || method === "HEAD")) {
      const { type, text } = door.page(request);
      return sendText(response, type, text, method === "HEAD");
    }
    if (method !== "POST") {
      response.setHeader("Allow", door.allow);
      return method === "OPTIONS"
        ? sendEmpty(response, 204)
        : this.refuse(exchange, 405, "Only POST is allowed here.");
    }
    const form = bodyFormOf(request);
    if (!(door.media === "json" ? form.isJson : form.isXml))
      return this.refuse(exchange, 415, `The body must be ${door.media.toUpperCase()}.`);
    if (form.isCompressed) return this.refuse(exchange, 415, "The body must not be compressed.");
    await this.parts.guard.underWay(this.receive(exchange, form, refusedWith));
  }

  /** Responds to a request that is not a call. */
  private refuse({ response }: WireExchange, status: number, problem: string): void {
    const text = this.door.problemText?.(problem);
    if (text === undefined) sendEmpty(response, status);
    else this.send(response, status, text);
  }

  private async receive(
    exchange: WireExchange,
    form: BodyForm,
    refusedWith: Fault | undefined,
  ): Promise<void> {
    const { service, transfer, guard, trustedProxies } = this.parts;
    const origin = requestOrigin(exchange.request, exchange.response, trustedProxies, exchange);
    const body = await transfer.readBody(exchange, guard.maxBody, (beginning) =>
      service.authentication.isKnown(origin.sender, beginning),
    );
    if ("refused" in body) return transfer.refuse(exchange, body);
    try {
      const read = this.door.read(body.bytes, { form, path: exchange.path, sender: origin.sender });
      await this.respond(exchange, read, origin, refusedWith);
    } finally {
      body.release?.();
    }
  }

  private async respond(
    exchange: WireExchange,
    read: Reading,
    origin: RequestOrigin,
    refusedWith: Fault | undefined,
  ): Promise<void> {
    const { door } = this;
    if ("response" in read) return this.finish(exchange, read.response, undefined);
    const run = (call: ReadCall, context: RequestContext) =>
      refusedWith ? { fault: refusedWith } : runRequested(this.parts.service, call.call, context);
    const context: RequestContext = { ...origin, door: door.name, dress: door.dress };
    if ("calls" in read) return this.respondToAll(exchange, read, context, run);

    let list: StreamedList | undefined;
    let rows: StreamedRows | undefined;
    const stream = () => {
      list ??= read.list?.();
      return list && (rows ??= new StreamedRows(exchange.response, list.rows));
    };
    const outcome = await run(read, { ...context, rows: stream });
    if (list && rows?.hasBegun) {
      if (!isRefusal(outcome) && outcome.result instanceof SentRows) rows.end(list.rest);
      else rows.breakOff();
      return;
    }
    const fault = isRefusal(outcome) ? outcome.fault : undefined;
    this.finish(exchange, await this.write(read, outcome), fault);
  }

  /** Each call sees the effects of the earlier ones. */
  private async respondToAll(
    exchange: WireExchange,
    { calls, join, isRefusedByRate = false }: ReadCalls<ReadCall>,
    given: RequestContext,
    run: (call: ReadCall, context: RequestContext) => CallOutcome | Promise<CallOutcome>,
  ): Promise<void> {
    const bounds = new RequestBounds(this.parts.service.limits);
    const { sender, group } = given;
    const keys = sender.idempotencyKey?.ofElements(calls.length);
    const texts = new AnswerParts(bounds);
    const overRate: Fault[] = [];
    try {
      for (const [at, call] of calls.entries()) {
        await bounds.pauseIfDue();
        if (typeof call === "string") {
          texts.add(call);
          continue;
        }
        const context = { ...given, bounds, sender: { ...sender, idempotencyKey: keys?.[at] } };
        const outcome = skipped(bounds) ?? (await run(call, context));
        const fault = isRefusal(outcome) ? outcome.fault : undefined;
        // The response to the whole request is forced: later calls are not carried out.
        if (fault instanceof ForcedHttpAnswer) return sendForced(exchange.response, fault.answer);
        if (fault instanceof TooManyCalls) overRate.push(fault);
        const { text } = await this.write(call, outcome, group);
        if (text !== undefined) texts.add(text);
      }
      const isOverRate = isRefusedByRate && overRate.length === calls.length;
      this.finish(exchange, { text: join(texts.all) }, isOverRate ? overRate[0] : undefined);
    } finally {
      texts.giveBack();
    }
  }

  private async write(
    call: ReadCall,
    outcome: CallOutcome,
    group?: RequestContext["group"],
  ): Promise<WrittenResponse> {
    try {
      return await this.door.write(call, outcome, group);
    } catch (error) {
      // The text of the result would be too long to send.
      return this.door.write(call, { fault: faultOf(error, this.parts.service) });
    }
  }

  /** @param fault that of the whole request */
  private finish(exchange: WireExchange, written: WrittenResponse, fault: Fault | undefined): void {
    const { response } = exchange;
    const refusal = fault && httpRefusalOf(fault);
    if (refusal && "forced" in refusal) return sendForced(response, refusal.forced);
    const { status = refusal?.status ?? 200, text, headers = {}, ownText } = written;
    if (refusal) response.setHeader("Retry-After", String(refusal.retryAfterSeconds));
    setFaultDetail(response, ownText);
    if (status === 429 && written.status === undefined) return sendEmpty(response, 429);
    if (text === undefined) return sendEmpty(response, 204);
    for (const name in headers) response.setHeader(name, headers[name] as string);
    if (status === 200) this.parts.transfer.send(exchange, text, this.send);
    else this.send(response, status, text);
  }
}

/** The outcome of a call if the limits of its request are reached. */
function skipped({ isFull, isLate }: RequestBounds): CallOutcome | undefined {
  if (isFull)
    return { fault: globalFault("invalid_request_param", tooLargeAnswer), skipped: "response is full" };
  return isLate ? { fault: globalFault("internal", tooLate), skipped: "too late" } : undefined;
}
