/**
 * Requests and responses as this server has them: what they do beyond those of node:http, what the log says of them, and what
 * the test control's journal keeps, with the calls that a request brings.
 */
import type { Express } from "express";
import { IncomingMessage, ServerResponse } from "node:http";
import type { CallGroup, CallRecorder, CutAnswer, EndedCall } from "../calls/observer.js";
import type { Wire } from "../values/text.js";
import { cutAnswer } from "./cut-answer.js";
import { areaOf, pathOf, requestFacts, type Area } from "./request.js";

/**
 * The classes of a listener's requests and responses. Express gives every request and response its own prototypes, which
 * costs node 20 most of the time it spends on a small request; objects that are born with these prototypes are left as
 * they are.
 */
export function messageClasses(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  class OwnRequest extends IncomingMessage {}

  /** Ends when the body of its request has been read. Who is still sending when a connection is closed sees no answer. */
  class PatientResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    private isWaiting = false;
    /** What is sent is kept there, where somebody records it. */
    exchange: WireExchange | undefined = undefined;

    override write(...[chunk, encoding, callback]: unknown[]): boolean {
      this.exchange?.keep(chunk, encoding);
      return super.write(chunk, encoding as BufferEncoding, callback as () => void);
    }

    override end(...[chunk, encoding, callback]: unknown[]): this {
      if (this.isWaiting) return this;
      const rest = this.req.complete ? undefined : readRest(this.req);
      if (rest) return this.endAfter(rest, chunk, encoding);
      if (chunk !== undefined) this.exchange?.keep(chunk, encoding);
      const { socket } = this;
      // Without a socket an earlier answer of the connection is still on its way.
      if (typeof chunk === "string" && this.headersSent && socket?.writableCorked === 0) {
        // Handed over by itself, the text goes to the socket in one piece with the head; end(text) would make two of them,
        // the second one empty. Measured by processor time of `sales_order.info`: 19.4 us instead of 20.6 us a call. Corked, so
        // that node does not cork it until the next tick.
        socket.cork();
        super.write(chunk, encoding as BufferEncoding);
        socket.uncork();
        super.end(callback as () => void);
      } else super.end(chunk, encoding as BufferEncoding, callback as () => void);
      if (this.exchange?.hasLines === true) this.exchange.writeLines();
      return this;
    }

    private endAfter(rest: Promise<boolean>, chunk: unknown, encoding: unknown): this {
      this.isWaiting = true;
      if (typeof chunk === "string" || chunk instanceof Uint8Array) {
        if (!this.headersSent) this.setHeader("Content-Length", Buffer.byteLength(chunk));
        this.write(chunk, encoding);
      } else this.flushHeaders();
      void rest.then((isWhole) => {
        if (!isWhole) this.once("finish", () => this.req.destroy());
        super.end();
        if (this.exchange?.hasLines === true) this.exchange.writeLines();
      });
      return this;
    }
  }

  Object.setPrototypeOf(OwnRequest.prototype, app.request);
  Object.setPrototypeOf(PatientResponse.prototype, app.response);
  app.request = OwnRequest.prototype as unknown as typeof app.request;
  app.response = PatientResponse.prototype as unknown as typeof app.response;
  return { IncomingMessage: OwnRequest, ServerResponse: PatientResponse };
}

/** A shorter rest is left to node, which reads it in one turn. */
const shortBytes = 64 * 1024;

/** Beyond so many bytes of it, so long in all, or so long without a byte, the connection is closed. */
const mostBytes = 64 * 1024 * 1024;
const longestMs = 30_000;
const longestSilenceMs = 5_000;

/** Of a request that is not complete. Undefined = there is none to speak of. Otherwise whether it could be read to its end; never rejects. */
export function readRest(request: IncomingMessage): Promise<boolean> | undefined {
  if (request.destroyed || isShort(request)) return undefined;
  return new Promise((resolve) => {
    const until = performance.now() + longestMs;
    let left = mostBytes;
    const end = () => {
      clearTimeout(silence);
      resolve(request.complete);
    };
    const silence = setTimeout(end, longestSilenceMs);
    request.on("data", (piece: Buffer) => {
      left -= piece.length;
      if (left < 0 || performance.now() > until) end();
      else silence.refresh();
    });
    request.once("end", end).once("close", end);
    request.resume();
  });
}

function isShort({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= shortBytes;
}

/** Of the body of a request, and of an answer, so many bytes are kept. */
export const maxKeptBytes = 64 * 1024;

/** Told of an exchange when it is over. */
export interface ExchangeRecorder extends CallRecorder {
  /** @param calls those that this recorder was told of; none when the request reached no operation */
  record(exchange: WireExchange | undefined, calls: readonly EndedCall[]): void;
}

type Recorded = ServerResponse & { exchange?: WireExchange | undefined };

/** One request and its answer. */
export class WireExchange implements CallGroup {
  readonly started = performance.now();
  /** Before the prefix of a sandbox is cut off. */
  readonly url: string;
  /** Inside the shop, without query. */
  path: string;
  /** Whose form errors have. */
  area: Area;
  body: Buffer | undefined;
  /** The beginning of the answer: text of one byte per character, or bytes. */
  readonly answer: (string | Buffer)[] = [];
  answerLength = 0;
  /** By who records them: nearly always one. */
  private readonly calls: { readonly recorder: ExchangeRecorder; readonly ended: EndedCall[] }[] = [];
  private latest: EndedCall | undefined;
  /** Lines of the log wait for the status. */
  hasLines = false;
  private lines: string[] = [];
  private writeLine: (line: string) => void = () => {};
  private facts: string | undefined;
  private readonly isRecorded: boolean;

  /** With a recorder, all that is sent from now on is kept, until the response is closed. */
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    private readonly trustedProxies: readonly string[],
    /** Where a request is noted that brings no call; undefined = nowhere. */
    public home: ExchangeRecorder | undefined,
  ) {
    this.isRecorded = home !== undefined;
    this.url = request.url ?? "/";
    this.path = pathOf(this.url);
    this.area = areaOf(this.path, this.url);
    (response as Recorded).exchange = this;
    if (home) response.on("close", endExchange);
  }

  /** The address inside the shop that was found, with its query. */
  leadTo(url: string): void {
    this.request.url = url;
    this.path = pathOf(url);
    this.area = areaOf(this.path, url);
  }

  /** Undefined once the response is closed and recorded. */
  static of(response: ServerResponse): WireExchange | undefined {
    return (response as Recorded).exchange;
  }

  /** The body has been read. */
  receive(body: Buffer): void {
    if (this.isRecorded) this.body = body;
  }

  /** Writes a line of the log, whose last members are still to come, as soon as the status of the answer is known. */
  log(line: string, write: (line: string) => void): void {
    this.facts ??= requestFacts(this.request, this.trustedProxies);
    this.lines.push(line + this.facts);
    this.hasLines = true;
    this.writeLine = write;
    const { response } = this;
    if (response.writableEnded || response.closed) this.writeLines();
    else if (!this.isRecorded && this.lines.length === 1) response.once("close", () => this.writeLines());
  }

  /** The answer ends, and its status with it. */
  writeLines(): void {
    const { lines, response } = this;
    this.lines = [];
    this.hasLines = false;
    const isAnswered = response.headersSent || !response.destroyed;
    const end = `${isAnswered ? `,"status":${response.statusCode}` : ""},"msg":"call"}\n`;
    for (const line of lines) this.writeLine(line + end);
  }

  /** A call ended that this request brought. */
  note(call: EndedCall, recorder: ExchangeRecorder): void {
    // The client went away before: nothing comes after this.
    if (this.response.closed) {
      recorder.record(this, [call]);
      return;
    }
    const known = this.calls.find((one) => one.recorder === recorder);
    if (known) known.ended.push(call);
    else this.calls.push({ recorder, ended: [call] });
    this.latest = call;
  }

  /** The result of the latest call was written as this text, which stands for it from now on. */
  resultWritten(result: object, text: Wire): void {
    const call = this.latest;
    if (call?.result !== result) return;
    // A longer one is cut when it is recorded.
    if (text.length > maxKeptBytes) return;
    call.resultText = text;
    call.result = undefined;
  }

  cut(answer: CutAnswer): void {
    cutAnswer(this.response, answer);
  }

  /** A part of the answer is sent. */
  keep(chunk: unknown, encoding: unknown): void {
    if (!this.isRecorded) return;
    const isOneByte = encoding === "latin1" || encoding === "binary";
    const part = typeof chunk === "string" && !isOneByte ? Buffer.from(chunk) : chunk;
    if (typeof part !== "string" && !(part instanceof Uint8Array)) return;
    if (this.answerLength < maxKeptBytes) this.answer.push(part as string | Buffer);
    this.answerLength += part.length;
  }

  /** The response is closed: tells every recorder of its calls. */
  close(): void {
    if (this.hasLines) this.writeLines();
    if (this.calls.length === 0) this.home?.record(this, []);
    for (const { recorder, ended } of this.calls) recorder.record(this, ended);
  }
}

/** One for all responses: a closure for each cost a quarter of the time of a list of 49 products. */
function endExchange(this: Recorded): void {
  const { exchange } = this;
  this.exchange = undefined;
  exchange?.close();
}
