/**
 * The server's own request and response classes, and the exchange of one request and its answer, which log and journal
 * share.
 */
import type { Express } from "express";
import { IncomingMessage, ServerResponse } from "node:http";
import type { CallGroup, CallRecorder, CutAnswer, EndedCall, LogLine } from "../calls/observer.js";
import type { Wire } from "../values/text.js";
import { cutAnswer } from "./cut-answer.js";
import { areaOf, pathOf, requestFacts, type Area } from "./request.js";

/**
 * Creates the classes of a listener's requests and responses. Express replaces the prototypes of every request and
 * response, which is most of its cost on Node 20, unless they already have these prototypes.
 */
export function messageClasses(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  class OwnRequest extends IncomingMessage {}

  /** Ends after the body of its request has been read: a client that is still sending would not see the answer. */
  class PatientResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    private isWaiting = false;
    /** Keeps what is sent, for the journal. */
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
      super.end(chunk, encoding as BufferEncoding, callback as () => void);
      if (this.exchange?.lines) this.exchange.writeLines();
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
        if (this.exchange?.lines) this.exchange.writeLines();
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

/** Node itself reads a rest that is shorter than this. */
const shortBytes = 64 * 1024;

/** Limits for reading the rest: bytes, total time, and time without a byte. Beyond them, the connection is closed. */
const mostBytes = 64 * 1024 * 1024;
const longestMs = 30_000;
const longestSilenceMs = 5_000;

/**
 * Reads the rest of an incomplete body. Resolves to whether it was read to its end; never rejects. Returns undefined
 * for a short rest.
 */
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

/** Bytes of the body of a request, and of an answer, that the journal keeps. */
export const maxKeptBytes = 64 * 1024;

/** Records an exchange when it is over. */
export interface ExchangeRecorder extends CallRecorder {
  /** @param calls the calls of this recorder; none if the request reached no operation */
  record(exchange: WireExchange | undefined, calls: readonly EndedCall[]): void;
}

type Recorded = ServerResponse & { exchange?: WireExchange | undefined };

/** One request and its answer. */
export class WireExchange implements CallGroup {
  readonly started = performance.now();
  /** With the prefix of a sandbox. */
  readonly url: string;
  /** Without the prefix of a sandbox and without query. */
  path: string;
  /** Decides the form of errors. */
  area: Area;
  /** For the journal. */
  body: Buffer | undefined;
  /** The beginning of the answer: text with one character per byte, or bytes. */
  readonly answer: (string | Buffer)[] = [];
  answerLength = 0;
  /** The calls of this request by recorder: nearly always one recorder. */
  readonly calls: { readonly recorder: ExchangeRecorder; readonly ended: EndedCall[] }[] = [];
  private latest: EndedCall | undefined;
  /** Log lines that wait for the status of the answer. */
  lines: LogLine[] | undefined = undefined;
  /** What REST answers if any type is accepted (REST_DEFAULT). */
  restDefault: "xml" | "json" = "xml";
  private writeLine: (line: LogLine) => void = () => {};
  private facts: object | undefined;
  private readonly isRecorded: boolean;

  /** With a recorder, the exchange keeps what is sent until the response is closed. */
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    private readonly trustedProxies: readonly string[],
    /** Records a request without a call; undefined = nothing is recorded. */
    public home: ExchangeRecorder | undefined,
  ) {
    this.isRecorded = home !== undefined;
    this.url = request.url ?? "/";
    this.path = pathOf(this.url);
    this.area = areaOf(this.path, this.url);
    (response as Recorded).exchange = this;
    if (home) response.on("close", endExchange);
  }

  /** Sets the address inside the shop, with its query. */
  leadTo(url: string): void {
    this.request.url = url;
    this.path = pathOf(url);
    this.area = areaOf(this.path, url);
  }

  /** Undefined once the response is closed and recorded. */
  static of(response: ServerResponse): WireExchange | undefined {
    return (response as Recorded).exchange;
  }

  log(line: LogLine, write: (line: LogLine) => void): void {
    this.writeLine = write;
    // Now, because a closed connection has no address any more.
    this.facts ??= requestFacts(this.request, this.trustedProxies);
    Object.assign(line, this.facts);
    const { response } = this;
    if (this.lines) this.lines.push(line);
    else this.lines = [line];
    if (response.writableEnded || response.closed) this.writeLines();
    else if (!this.isRecorded && this.lines.length === 1) response.once("close", () => this.writeLines());
  }

  /** Completes the waiting log lines with the status. */
  writeLines(): void {
    const { lines = [], response } = this;
    this.lines = undefined;
    if (lines.length === 0) return;
    const isAnswered = response.headersSent || !response.destroyed;
    const status = isAnswered ? response.statusCode : undefined;
    for (const line of lines) {
      line.status = status;
      this.writeLine(line);
    }
  }

  /** Adds a call of this request that has ended. */
  note(call: EndedCall, recorder: ExchangeRecorder): void {
    // The client has disconnected: nothing follows.
    if (this.response.closed) {
      recorder.record(this, [call]);
      return;
    }
    const known = this.calls.find((one) => one.recorder === recorder);
    if (known) known.ended.push(call);
    else this.calls.push({ recorder, ended: [call] });
    this.latest = call;
  }

  /** Replaces the result of the latest call by its text. */
  resultWritten(result: object, text: Wire): void {
    const call = this.latest;
    if (call?.result !== result) return;
    // A longer text is cut when it is recorded.
    if (text.length > maxKeptBytes) return;
    call.resultText = text;
    call.result = undefined;
  }

  header(name: string): string | undefined {
    return this.request.headers[name]?.toString();
  }

  cut(answer: CutAnswer): void {
    cutAnswer(this.response, answer);
  }

  /** Keeps a part of the answer. */
  keep(chunk: unknown, encoding: unknown): void {
    if (!this.isRecorded) return;
    const isOneByte = encoding === "latin1" || encoding === "binary";
    const part = typeof chunk === "string" && !isOneByte ? Buffer.from(chunk) : chunk;
    if (typeof part !== "string" && !(part instanceof Uint8Array)) return;
    if (this.answerLength < maxKeptBytes) this.answer.push(part as string | Buffer);
    this.answerLength += part.length;
  }
}

/**
 * Hands the calls to their recorders, after the response was closed. One listener for all responses: a closure for each
 * took a quarter of the time of a list of 49 products.
 */
function endExchange(this: Recorded): void {
  const { exchange } = this;
  if (!exchange) return;
  this.exchange = undefined;
  exchange.writeLines();
  if (exchange.calls.length === 0) exchange.home?.record(exchange, []);
  for (const { recorder, ended } of exchange.calls) recorder.record(exchange, ended);
}
